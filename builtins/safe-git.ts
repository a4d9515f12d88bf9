import { resolve } from "node:path";

import { gitEnvironment } from "../kit/git-environment.ts";
import type { Io } from "../kit/io.ts";
import { runProcess, type ProcessOptions, type ProcessResult } from "../kit/run-process.ts";
import { UserError } from "../kit/user-error.ts";
import { findRepository, hasWorktree, type Repository } from "../worktree/doors/worktree.ts";
import { answerAbout, gitAgrees, heldTo, waitingBelow, waitingInGit, type Answer } from "../worktree/doors/git.ts";

/** git for one repository: no setting of the repository can start a program or lead git to another folder. */
export interface SafeGit {
  /** The top of the worktree; absent for a bare repository. */
  readonly root?: string;
  /**
   * Runs a command of git. @param globs whether paths are patterns, as git takes them by default; else they are literal
   */
  run(args: readonly string[], options?: Pick<ProcessOptions, "input" | "maxOutput">, globs?: boolean): ProcessResult;
}

interface Wanted {
  /** Whether `safeGit` gives nothing for a bare repository. */
  readonly needsWorktree: boolean;
  /** The most milliseconds that each command may take. */
  readonly patience: number;
  /** The repository around the folder, if it is known. */
  readonly repository?: Repository | undefined;
}

/** Settings that would make git start a program or change its output, switched off for each command. */
const SAFE = [
  "core.fsmonitor=false", // names a program that git would start
  "core.hooksPath=/dev/null", // hooks such as post-index-change
  "core.pager=cat",
  "core.quotePath=false", // escapes in a name would hide a secret from the search
  "color.ui=false",
  "color.status=false", // wins over color.ui if it is set
  "log.showSignature=false", // starts gpg
  "log.mailmap=false", // git would wait for a pipe as its mailmap file
  "submodule.recurse=false",
  "status.submoduleSummary=false", // starts git inside the submodule
  "safe.bareRepository=explicit", // a folder in the worktree may look like a bare repository
].flatMap((setting) => ["-c", setting]);

/**
 * git for the repository around a folder. `undefined` if there is no repository, git is missing, a pipe in the
 * repository would make git wait, or git finds another repository than snapveil.
 */
export function safeGit(io: Io, cwd: string, { needsWorktree, patience, ...known }: Wanted): SafeGit | undefined {
  const { repository = findRepository(cwd) } = known;
  if (!repository || (needsWorktree && !hasWorktree(repository))) return undefined;
  // git would wait forever for a pipe.
  if ((waitingInGit(repository) ?? (repository.root && waitingBelow(repository.root))) !== undefined) return undefined;
  // GIT_WORK_TREE is set, too: otherwise the repository's setting core.worktree could lead git to any folder.
  const held = hasWorktree(repository)
    ? heldTo(repository)
    : { GIT_DIR: repository.gitDir, GIT_COMMON_DIR: repository.commonDir };
  const named = { ...gitEnvironment(io.env), ...held };
  const askFilters = () => filtersOff(io, cwd, named, patience);
  const answer = hasWorktree(repository)
    ? answerAbout(io, { cwd, worktree: repository, env: named }, () =>
        gitAgrees(io, cwd, repository) ? askFilters() : undefined,
      )
    : askFilters();
  if (!answer) return undefined;
  const env = { ...named, ...answer.variables };
  return {
    ...(repository.root !== undefined && { root: repository.root }),
    run: (args, options, globs = false) =>
      runProcess("git", ["--no-pager", ...SAFE, "-C", cwd, ...args], {
        env: globs ? { ...env, GIT_LITERAL_PATHSPECS: "0" } : env,
        timeout: patience,
        timeLeft: io.timeLeft,
        ...options,
      }),
  };
}

/** The name of a filter that exists only in the environment: git lists it only if it reads settings from there. */
const PROBE = "snapveil-probe";

/**
 * Environment variables that switch off every clean, smudge and process filter in git's settings, which git would start
 * to compare a file. git itself lists its settings, which starts no program. Options of the command line cannot be used
 * for this, since a filter's name may contain `=`.
 * @throws if git does not list its settings, or has filters but is older than 2.31, so that it reads no settings from
 * the environment
 */
function filtersOff(
  io: Pick<Io, "timeLeft">,
  cwd: string,
  env: Readonly<Record<string, string>>,
  patience: number,
): Answer {
  const listed = runProcess(
    "git",
    ["-C", cwd, "config", "--includes", "--show-origin", "--name-only", "-z", "--list"],
    {
      env: { ...env, ...inEnvironment([[`filter.${PROBE}.clean`, ""]]) },
      timeout: patience,
      timeLeft: io.timeLeft,
    },
  );
  // Without the list, git would run filters that are not switched off.
  if (listed.status !== 0) throw new Error("git did not say which settings there are");
  const words = listed.stdout.toString("latin1").split("\0").slice(0, -1);
  const keys = words.filter((_, at) => at % 2 === 1);
  // `filter.clean` belongs to no filter, `filter..clean` to the filter with an empty name.
  const ofFilters = keys.filter((key) => key.startsWith("filter.") && key.lastIndexOf(".") >= "filter.".length);
  const names = new Set(ofFilters.map((key) => inText(key.slice("filter.".length, key.lastIndexOf(".")))));
  if (names.has(undefined)) throw new Error("a filter has a name that is not UTF-8");
  if (!names.delete(PROBE) && names.size > 0) throw new UserError("oldGit");
  // git takes an empty command as no filter; with `required` set, that would be an error.
  const off = ["clean=", "smudge=", "process=", "required=false"].map(
    (setting) => setting.split("=") as [string, string],
  );
  const files = [...new Set(words.filter((_, at) => at % 2 === 0))]
    .filter((origin) => origin.startsWith("file:"))
    .map((origin) => inText(origin.slice("file:".length)));
  // The files that an include adds may depend on the branch and on the repository's path, so the list of filters must
  // not be kept.
  const mayGrow = keys.some((key) => /^include(?:if)?\./.test(key)) || files.includes(undefined);
  return {
    variables: inEnvironment([...names].flatMap((name) => off.map(([key, value]) => [`filter.${name}.${key}`, value]))),
    settings: mayGrow ? undefined : files.map((file) => resolve(cwd, file!)),
  };
}

/**
 * Bytes as text; `undefined` if they are not UTF-8, since a lossy text would be the name of another setting or file.
 */
function inText(bytes: string): string | undefined {
  const text = Buffer.from(bytes, "latin1").toString("utf8");
  return Buffer.from(text).toString("latin1") === bytes ? text : undefined;
}

function inEnvironment(settings: readonly (readonly [key: string, value: string])[]): Record<string, string> {
  const numbered = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...(Object.fromEntries(numbered) as Record<string, string>), GIT_CONFIG_COUNT: String(settings.length) };
}
