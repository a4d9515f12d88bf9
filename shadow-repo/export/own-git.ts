import type { Io } from "../../kit/io.ts";
import { runProcess, type ProcessResult } from "../../kit/run-process.ts";
import { UserError } from "../../kit/user-error.ts";
import { gitFailure } from "../git/shadow-git.ts";
import type { Place } from "../place.ts";

/** Variables, set by a calling git or for its hook, that would lead the started git to another repository. */
const LEADS_ELSEWHERE = new Set(
  "DIR WORK_TREE INDEX_FILE OBJECT_DIRECTORY ALTERNATE_OBJECT_DIRECTORIES COMMON_DIR NAMESPACE PREFIX SHALLOW_FILE QUARANTINE_PATH"
    .split(" ")
    .map((name) => `GIT_${name}`),
);

/** Settings that turn off features of the person's own index and worktree. */
const NOT_HERE = [
  "core.splitIndex=false", // the shared index would be written into .git
  "core.sparseCheckout=false", // the commit also holds files that are not checked out
  "core.fsmonitor=false",
  "core.untrackedCache=false",
];

export interface OwnGitOptions {
  readonly input?: Buffer | string;
  /** An index that replaces the person's own, and a folder of files that replaces the worktree. */
  readonly index?: string;
  readonly files?: string;
}

/**
 * Runs the person's git on their own repository, with their settings, filters, LFS and identity. With `index` and
 * `files`, git uses these instead of the person's own index and files. @throws UserError `noGit` if git is not
 * installed
 */
export function tryOwnGit(
  io: Io,
  { worktree }: Place,
  args: readonly string[],
  { input, index, files }: OwnGitOptions = {},
): ProcessResult {
  const kept = Object.entries(io.env).filter(
    ([name, value]) =>
      value !== undefined && !LEADS_ELSEWHERE.has(name) && !/^GIT_(?:INTERNAL_|\w+_PATHSPECS$)/.test(name),
  );
  // Windows has no executable bit, so core.fileMode stays unset there.
  const settings = [...NOT_HERE, ...(io.platform === "win32" ? [] : ["core.fileMode=true"])];
  const result = runProcess("git", [...settings.flatMap((setting) => ["-c", setting]), ...args], {
    env: {
      ...(Object.fromEntries(kept) as Record<string, string>),
      GIT_DIR: worktree.gitDir,
      GIT_WORK_TREE: files ?? worktree.root,
      GIT_OPTIONAL_LOCKS: "0",
      GIT_LITERAL_PATHSPECS: "1",
      ...(index !== undefined && { GIT_INDEX_FILE: index }),
    },
    cwd: files ?? worktree.root,
    ...(input !== undefined && { input }),
    timeout: 0,
  });
  if (result.error === "ENOENT") throw new UserError("noGit");
  return result;
}

/** The standard output of the person's git on their own repository. @throws UserError if git fails in any way */
export function ownGit(io: Io, place: Place, args: readonly string[], options: OwnGitOptions = {}): Buffer {
  const result = tryOwnGit(io, place, args, options);
  if (result.status !== 0) throw gitFailure(args, result);
  return result.stdout;
}

/** One line of git's output without its end; `undefined` if git failed or printed nothing. */
export function ownLine(io: Io, place: Place, args: readonly string[]): string | undefined {
  const { status, stdout } = tryOwnGit(io, place, args);
  const line = stdout.toString("utf8").replace(/\r?\n$/, "");
  return status === 0 && line !== "" ? line : undefined;
}
