import { atomicWrite, makeFolder } from "../kit/files.ts";
import { nameOf, sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { dataDir, forgetFilesOf, forgetOldFiles } from "../worktree/doors/data-dir.ts";

type World = Pick<Io, "env" | "platform">;

/**
 * Writes a tool's output to a file that only the owner can read. The file is deleted when the session ends, or after a
 * week. Equal outputs of a session share a file.
 * @returns the path of the file
 * @throws if the file cannot be written
 */
export function keepResult(io: World & Pick<Io, "pid" | "now">, sessionId: string, text: string): string {
  const folder = folderOf(io);
  if (folder === undefined) throw new UserError("noDataDir");
  makeFolder(folder);
  const file = `${folder}/${nameOf(sessionId)}.${sha256(text).slice(0, 16)}.txt`;
  atomicWrite(file, text, { pid: io.pid });
  forgetOldFiles(folder, io);
  return file;
}

export function forgetResults(io: World, sessionId: string): void {
  const folder = folderOf(io);
  if (folder === undefined) return;
  try {
    forgetFilesOf(sessionId, folder);
  } catch {
    // The folder does not exist or may not be changed.
  }
}

function folderOf(io: World): string | undefined {
  const data = dataDir(io);
  return data && `${data}/tool-results`;
}
