import { gitEnvironment } from "../../kit/git-environment.ts";
import type { Io } from "../../kit/io.ts";
import { runProcess, type ProcessResult } from "../../kit/run-process.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Place } from "../place.ts";

/** Milliseconds: a first capture of a large tree takes long; the agent's own limit for a hook comes first. */
const PATIENCE = 600_000;

export interface ShadowGitOptions {
  /** The index to work on; without it the command must not need an index. */
  readonly index?: string;
  readonly input?: Buffer | string;
  /** A worktree in the place of the place's own. */
  readonly worktree?: string;
  /** Bytes of output above which git is stopped. */
  readonly maxOutput?: number;
}

/** The environment in which git sees the shadow repository and nothing of the user's or the source's settings. */
export function shadowEnvironment(io: Io, place: Place, index?: string): Record<string, string> {
  const nowhere = `${place.shadow}/tmp/no-home`;
  return {
    ...gitEnvironment(io.env),
    // Not ~/.gitconfig: it can name filters, fsmonitor, hooks. A missing home keeps git before 2.32 from it as well.
    HOME: nowhere,
    XDG_CONFIG_HOME: nowhere,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_DIR: place.shadow,
    GIT_WORK_TREE: place.worktree.root,
    GIT_INDEX_FILE: index ?? `${place.shadow}/tmp/no-index`,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_ATTR_NOSYSTEM: "1",
  };
}

/** Runs git on the shadow repository from the worktree's root; gives the result, a failure too. */
export function tryShadowGit(
  io: Io,
  place: Place,
  args: readonly string[],
  options: ShadowGitOptions = {},
): ProcessResult {
  const result = runProcess("git", args, {
    env: {
      ...shadowEnvironment(io, place, options.index),
      ...(options.worktree !== undefined && { GIT_WORK_TREE: options.worktree }),
    },
    cwd: options.worktree ?? place.worktree.root,
    ...(options.input !== undefined && { input: options.input }),
    timeout: PATIENCE,
    timeLeft: io.timeLeft,
    ...(options.maxOutput !== undefined && { maxOutput: options.maxOutput }),
  });
  if (result.error === "ENOENT") throw new UserError("noGit");
  return result;
}

/** The standard output of git on the shadow repository. @throws UserError if git fails in any way */
export function shadowGit(io: Io, place: Place, args: readonly string[], options: ShadowGitOptions = {}): Buffer {
  const result = tryShadowGit(io, place, args, options);
  if (result.status !== 0) throw gitFailure(args, result);
  return result.stdout;
}

/** A failed git's message for the user. A full disk is no fault of git's, and worth a sentence of its own. */
export function gitFailure(args: readonly string[], { status, stderr, error }: ProcessResult): UserError {
  if (/No space left on device|Disk quota exceeded|Out of diskspace/.test(stderr)) return new UserError("fullDisk");
  return new UserError("gitFailed", [commandOf(args), stderr.trim() || (error ?? `exit ${status}`)]);
}

/** git's command without the settings before it. */
function commandOf(args: readonly string[]): string {
  let at = 0;
  while (args[at] === "-c") at += 2;
  return args[at] ?? "";
}

/** Splits output of `-z` into paths or fields, bytes kept. */
export function splitNul(output: Buffer): string[] {
  const fields = output.toString("latin1").split("\0");
  fields.pop();
  return fields;
}

/** Input for `-z --stdin`. */
export function joinNul(fields: readonly string[]): Buffer {
  return Buffer.from(fields.map((field) => `${field}\0`).join(""), "latin1");
}
