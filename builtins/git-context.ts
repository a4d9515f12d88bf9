import { gitEnvironment } from "../kit/git-environment.ts";
import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";
import { UserError } from "../kit/user-error.ts";
import { context, nothing, type Outcome } from "../agents/codec/outcome.ts";
import { findRepository, hasWorktree } from "../worktree/find-worktree.ts";
import { gitAgrees, heldTo } from "../worktree/git-agrees.ts";
import { waitingBelow, waitingInGit } from "../worktree/waiting-file.ts";
import type { Call } from "./call.ts";
import { redactQuoted } from "./redact-quoted.ts";

/** Bytes of git's output that are kept, and that are looked at: a secret must not be cut before it is recognised. */
const LIMIT = 4096;
const WINDOW = 2 * LIMIT;

/** Milliseconds that git may take: a turn waits for it. */
const PATIENCE = 5000;

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
 * What git says about the worktree of a folder, redacted and cut at 4096 bytes on a character border with a marker,
 * below a heading; nothing where git is missing, there is no repository, the command fails or says nothing. No setting
 * of the repository starts a program, and none points git at another folder. Where git finds another repository than we
 * did, nothing is said.
 * @param needsWorktree whether there is nothing to say of a bare repository
 */
export async function gitContext(
  call: Pick<Call, "io" | "settings">,
  cwd: string | undefined,
  heading: string,
  args: readonly string[],
  needsWorktree = true,
): Promise<Outcome> {
  const { io } = call;
  const repository = cwd === undefined ? undefined : findRepository(cwd);
  if (!repository || cwd === undefined || (needsWorktree && !hasWorktree(repository))) return nothing;
  // git would hang
  if ((waitingInGit(repository) ?? (repository.root && waitingBelow(repository.root))) !== undefined) return nothing;
  if (hasWorktree(repository) && !gitAgrees(io, cwd, repository)) return nothing;
  // The work tree is named too: the repository's own core.worktree could name any folder.
  const held = hasWorktree(repository)
    ? heldTo(repository)
    : { GIT_DIR: repository.gitDir, GIT_COMMON_DIR: repository.commonDir };
  const env = { ...gitEnvironment(io.env), ...held };
  const options = { env: { ...env, ...filtersOff(io, cwd, env) }, timeout: PATIENCE, timeLeft: io.timeLeft };
  const result = runProcess("git", ["--no-pager", ...SAFE, "-C", cwd, ...args], options);
  const output = result.status === 0 ? Buffer.from(result.stdout.toString("utf8").trim()) : Buffer.alloc(0);
  if (output.length === 0) return nothing;
  const redacted = Buffer.from(await redactQuoted(head(output, WINDOW), call, cwd));
  const cut = redacted.length > LIMIT || output.length > WINDOW;
  return context(`${heading}:\n\n${cut ? `${head(redacted, LIMIT)}\n... (truncated)` : redacted.toString("utf8")}`);
}

/** A filter that no configuration has: git names it only where it reads settings from the environment. */
const PROBE = "snapveil-probe";

/**
 * Environment variables that switch off every clean, smudge and process filter that any of git's settings defines: git
 * runs them to compare a file. git itself lists them, and reading its settings starts no program. In options of the
 * command line a name could not hold `=`.
 * @throws where git does not list them, or is older than 2.31, reads no settings from the environment, and has some
 */
function filtersOff(
  io: Pick<Io, "timeLeft">,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const listed = runProcess(
    "git",
    ["-C", cwd, "config", "--includes", "--name-only", "-z", "--get-regexp", "^filter\\."],
    { env: { ...env, ...inEnvironment([[`filter.${PROBE}.clean`, ""]]) }, timeout: PATIENCE, timeLeft: io.timeLeft },
  );
  // One that is not known would be run.
  if (listed.status !== 0 && listed.status !== 1) throw new Error("git did not say which filters there are");
  const text = listed.stdout.toString("utf8");
  if (!Buffer.from(text).equals(listed.stdout)) throw new Error("a filter has a name that is not UTF-8");
  // `filter.clean` belongs to no filter, `filter..clean` to the one whose name is empty.
  const keys = text.split("\0").filter((key) => key.lastIndexOf(".") >= "filter.".length);
  const names = new Set(keys.map((key) => key.slice("filter.".length, key.lastIndexOf("."))));
  if (!names.delete(PROBE) && names.size > 0)
    throw new UserError("badArgument", [
      "git is older than 2.31 and would run the filters that the settings name. Install a newer one.",
    ]);
  // An empty command is "no filter"; `required` would turn that into an error.
  const off = ["clean=", "smudge=", "process=", "required=false"].map(
    (setting) => setting.split("=") as [string, string],
  );
  return inEnvironment([...names].flatMap((name) => off.map(([key, value]) => [`filter.${name}.${key}`, value])));
}

function inEnvironment(settings: readonly (readonly [key: string, value: string])[]): Record<string, string> {
  const numbered = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...(Object.fromEntries(numbered) as Record<string, string>), GIT_CONFIG_COUNT: String(settings.length) };
}

/** The first bytes as text, never ending inside a UTF-8 character. */
function head(bytes: Buffer, limit: number): string {
  let end = Math.min(limit, bytes.length);
  while (end < bytes.length && end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
