import { closeSync, constants, fchmodSync, fstatSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { makeFolder } from "../../kit/files.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";

/** A sentence about arguments other than one path of a file; `undefined` for one path or no arguments. */
export function faultInLogFile(args: readonly string[]): string | undefined {
  const [file, ...more] = args;
  if (more.length > 0) return "The log of events is one file, so log_events takes one path.";
  if (file === undefined) return undefined;
  if ((isAbsolute(file) || file.startsWith("~/")) && !/[\\/]$|\0/.test(file)) return undefined;
  return "log_events takes the path of a file: absolute, or beginning with ~/.";
}

/**
 * The file that the arguments name, by default the one in the data folder. `undefined` if the arguments are faulty, or
 * if the data or home folder is unknown.
 */
export function logFileOf(
  args: readonly string[],
  { env, platform }: Pick<Io, "env" | "platform">,
): string | undefined {
  if (faultInLogFile(args) !== undefined) return undefined;
  const [file] = args;
  if (file === undefined) {
    const data = dataDir({ env, platform });
    return data && `${data}/log/events.jsonl`;
  }
  if (!file.startsWith("~/")) return file;
  const home = homeOf(env);
  return home && join(home, file.slice(2));
}

/** The size in bytes above which the file is renamed, so that the next line begins a new one. */
const LARGEST = 10 * 1024 * 1024;

/** The path to which a full log is renamed. The log that had this path before is lost. */
export function olderLog(file: string): string {
  return `${file}.1`;
}

/**
 * Appends a line in one write, so that hooks that run at the same time do not mix their lines. Only the owner may read
 * the file.
 * @throws Error if the path is no regular file, or cannot be written
 */
export async function appendLine(io: Io, file: string, line: string, largest = LARGEST): Promise<void> {
  const fd = open(file);
  let size: number;
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error("the log is not a regular file");
    if ((stats.mode & 0o077) !== 0) fchmodSync(fd, 0o600);
    size = stats.size + writeSync(fd, line);
  } finally {
    closeSync(fd);
  }
  if (size >= largest) await turnOver(io, file, largest);
}

/**
 * Opens a log for appending, without waiting for the reader of a pipe. A link is not followed: an agent that may write
 * to the folder could replace the log by a link to a shell's script, so that commands quoted in the log would be run.
 */
function open(file: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants; // Windows lacks the last two
  const flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOFOLLOW;
  try {
    return openSync(file, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeFolder(dirname(file));
    return openSync(file, flags, 0o600);
  }
}

/**
 * Renames a log that is too large, under a lock: if two processes renamed it, the second one would replace the full log
 * with a new, short one.
 */
async function turnOver(io: Io, file: string, largest: number): Promise<void> {
  const { ownerLine, takeLock } = await import("../../shadow-repo/doors/owned-lock.ts");
  const lock = takeLock(`${file}.lock`, ownerLine(io), io);
  if (!lock) return;
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= largest) renameSync(file, olderLog(file));
  } finally {
    lock.release();
  }
}
