import { closeSync, constants, fchmodSync, fstatSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { makeFolder } from "../../kit/files.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";

/** A sentence about arguments that name no file to log into; `undefined` if they name one, or there are none. */
export function faultInLogFile(args: readonly string[]): string | undefined {
  const [file, ...more] = args;
  if (more.length > 0) return "The log of events is one file, so log_events takes one path.";
  if (file === undefined) return undefined;
  if ((isAbsolute(file) || file.startsWith("~/")) && !/[\\/]$|\0/.test(file)) return undefined;
  return "log_events takes the path of a file: absolute, or beginning with ~/.";
}

/**
 * The file that the arguments name, else the one in the data folder; `undefined` if there is no place for it, or they
 * name none.
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

/** Bytes of a file above which the next line begins a new one; the older file is kept as well. */
const LARGEST = 10 * 1024 * 1024;

/** The older file that a file replaced. */
export function olderLog(file: string): string {
  return `${file}.1`;
}

/**
 * Appends one line in one write, so that hooks at the same time do not mix their lines. The file is the owner's alone.
 * @throws Error if it is no regular file, or the system does not let it be written
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
 * Opens a log. Does not wait for whoever reads a pipe, and sends nothing to a device. A link is not followed: an agent
 * that may write where the log lies could lead its lines, which quote commands, into a file that a shell runs.
 */
function open(file: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants; // Windows knows two of them not
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
 * Renames a file that is too large. One process at a time looks at the size and renames: two at once would put a new,
 * short file over the long one.
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
