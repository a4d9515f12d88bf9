import { gitEnvironment } from "../../kit/git-environment.ts";
import type { Io } from "../../kit/io.ts";
import { runProcess, type ProcessResult } from "../../kit/run-process.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Place } from "../place.ts";

/**
 * The time limit of a git process, in milliseconds. It is long, since the first capture of a large tree takes minutes.
 * In a hook, the agent's own time limit ends the process earlier.
 */
const PATIENCE = 600_000;

export interface ShadowGitOptions {
  /** The index that git uses; without it the command must not need an index. */
  readonly index?: string;
  readonly input?: Buffer | string;
  /** A worktree that replaces the place's own. */
  readonly worktree?: string;
  /** A folder that replaces the shadow repository's objects: git writes objects there. */
  readonly objects?: string;
  /** A folder of further objects, which git only reads. */
  readonly moreObjects?: string;
  /** Bytes of output above which git is stopped. */
  readonly maxOutput?: number;
}

/** The environment in which git uses the shadow repository and reads no settings of the user or the source. */
export function shadowEnvironment(io: Io, place: Place, index?: string): Record<string, string> {
  const nowhere = `${place.shadow}/tmp/no-home`;
  return {
    ...gitEnvironment(io.env),
    // Hide ~/.gitconfig, which can name filters, fsmonitor and hooks. git before 2.32 ignores GIT_CONFIG_GLOBAL, so
    // HOME names a folder that does not exist.
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

/**
 * Runs git on the shadow repository, in the worktree's root. Gives the result even if git fails.
 * @throws UserError `noGit` if git is not installed
 */
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
      ...(options.objects !== undefined && { GIT_OBJECT_DIRECTORY: options.objects }),
      ...(options.moreObjects !== undefined && { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted(options.moreObjects) }),
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

/** git splits its list of folders at colons, unless a path is quoted. */
function quoted(folder: string): string {
  return `"${folder.replace(/[\\"]/g, "\\$&")}"`;
}

/** The standard output of git on the shadow repository. @throws UserError if git fails in any way */
export function shadowGit(io: Io, place: Place, args: readonly string[], options: ShadowGitOptions = {}): Buffer {
  const result = tryShadowGit(io, place, args, options);
  if (result.status !== 0) throw gitFailure(args, result);
  return result.stdout;
}

/** The error for a failed git process. A full disk is not git's fault, so it has an error code of its own. */
export function gitFailure(args: readonly string[], { status, stderr, error }: ProcessResult): UserError {
  if (/No space left on device|Disk quota exceeded|Out of diskspace/.test(stderr)) return new UserError("fullDisk");
  return new UserError("gitFailed", [commandOf(args), stderr.trim() || (error ?? `exit ${status}`)]);
}

/** The git command in `args`, without the settings before it. */
function commandOf(args: readonly string[]): string {
  let at = 0;
  while (args[at] === "-c") at += 2;
  return args[at] ?? "";
}

/** Splits the output of a `-z` command into paths or fields, one character a byte. */
export function splitNul(output: Buffer): string[] {
  const fields = output.toString("latin1").split("\0");
  fields.pop();
  return fields;
}

/** The input of a command with `-z --stdin`. */
export function joinNul(fields: readonly string[]): Buffer {
  return Buffer.from(fields.map((field) => `${field}\0`).join(""), "latin1");
}
