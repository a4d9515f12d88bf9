import { resolve } from "node:path";

import { gitEnvironment } from "../kit/git-environment.ts";
import type { Io } from "../kit/io.ts";
import { runProcess, type ProcessOptions, type ProcessResult } from "../kit/run-process.ts";
import { UserError } from "../kit/user-error.ts";
import { findRepository, hasWorktree } from "../worktree/doors/worktree.ts";
import { answerAbout, gitAgrees, heldTo, waitingBelow, waitingInGit, type Answer } from "../worktree/doors/git.ts";

/** git in one folder, if no setting of the repository starts a program or points git at another folder. */
export interface SafeGit {
  /** The worktree's top; absent in a bare repository. */
  readonly root?: string;
  /** @param globs whether paths are patterns, as git takes them by itself */
  run(args: readonly string[], options?: Pick<ProcessOptions, "input" | "maxOutput">, globs?: boolean): ProcessResult;
}

interface Wanted {
  /** Whether a bare repository is of no use. */
  readonly needsWorktree: boolean;
  /** Milliseconds that each call may take. */
  readonly patience: number;
}

/** Settings that make git start a program or that change its output, turned off for the one call. */
const SAFE = [
  "core.fsmonitor=false", // a program by default
  "core.hooksPath=/dev/null", // post-index-change and the like
  "core.pager=cat",
  "core.quotePath=false", // a token in a name is not seen through its escapes
  "color.ui=false",
  "color.status=false", // said for itself it is stronger than color.ui
  "log.showSignature=false", // starts gpg
  "log.mailmap=false", // a file of the worktree's, or of any place: a pipe would be waited for
  "submodule.recurse=false",
  "status.submoduleSummary=false", // starts git inside the submodule
  "safe.bareRepository=explicit", // a folder of the repository's may look like a bare one
].flatMap((setting) => ["-c", setting]);

/**
 * git for the repository around a folder; `undefined` if there is none, git would wait for a file of it, or git is
 * missing or finds another repository than snapveil did.
 */
export function safeGit(io: Io, cwd: string, { needsWorktree, patience }: Wanted): SafeGit | undefined {
  const repository = findRepository(cwd);
  if (!repository || (needsWorktree && !hasWorktree(repository))) return undefined;
  // git would hang
  if ((waitingInGit(repository) ?? (repository.root && waitingBelow(repository.root))) !== undefined) return undefined;
  // The work tree is named too: the repository's own core.worktree could name any folder.
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

/** A filter that no configuration has: git names it only if it reads settings from the environment. */
const PROBE = "snapveil-probe";

/**
 * Environment variables that switch off every clean, smudge and process filter that any of git's settings defines: git
 * runs them to compare a file. git itself lists its settings, which starts no program. In options of the command line a
 * name could not hold `=`.
 * @throws where git does not list them, or is older than 2.31, reads no settings from the environment, and has some
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
  // An unknown filter would be run.
  if (listed.status !== 0) throw new Error("git did not say which settings there are");
  const words = listed.stdout.toString("latin1").split("\0").slice(0, -1);
  const keys = words.filter((_, at) => at % 2 === 1);
  // `filter.clean` belongs to no filter, `filter..clean` to the one whose name is empty.
  const ofFilters = keys.filter((key) => key.startsWith("filter.") && key.lastIndexOf(".") >= "filter.".length);
  const names = new Set(ofFilters.map((key) => inText(key.slice("filter.".length, key.lastIndexOf(".")))));
  if (names.has(undefined)) throw new Error("a filter has a name that is not UTF-8");
  if (!names.delete(PROBE) && names.size > 0) throw new UserError("oldGit");
  // An empty command is "no filter"; `required` would turn that into an error.
  const off = ["clean=", "smudge=", "process=", "required=false"].map(
    (setting) => setting.split("=") as [string, string],
  );
  const files = [...new Set(words.filter((_, at) => at % 2 === 0))]
    .filter((origin) => origin.startsWith("file:"))
    .map((origin) => inText(origin.slice("file:".length)));
  // Which files an include takes in may depend on the branch, and on where the repository lies.
  const mayGrow = keys.some((key) => /^include(?:if)?\./.test(key)) || files.includes(undefined);
  return {
    variables: inEnvironment([...names].flatMap((name) => off.map(([key, value]) => [`filter.${name}.${key}`, value]))),
    settings: mayGrow ? undefined : files.map((file) => resolve(cwd, file!)),
  };
}

/** Bytes as text; `undefined` if they are not UTF-8: as a variable or a path the text would be another. */
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
