import { readFileSync, rmSync } from "node:fs";

import { atomicWrite } from "../../kit/atomic-write.ts";
import type { Io } from "../../kit/io.ts";
import { makeFolder } from "../../kit/make-folder.ts";
import { nameOf } from "../../kit/hash.ts";
import { dataDir } from "../../worktree/data-dir.ts";
import { forgetFilesOf, forgetOldFiles } from "../../worktree/forget-old-files.ts";

/** The output of one tool call, which comes in pieces. */
export interface OutputOf {
  readonly sessionId: string;
  readonly toolUseId: string;
}

type Place = Pick<Io, "env" | "platform">;

/** No command that prints goes on for so long without a piece. */
const HOUR = 60 * 60 * 1000;

/** What an earlier piece of this output left open; "" where there is nothing. */
export function readTail(io: Place, output: OutputOf): string {
  const file = fileOf(io, output);
  if (file === undefined) return "";
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/**
 * Keeps what this piece leaves open, for the owner's eyes alone, or takes away what an earlier one left.
 * @param before what was kept so far
 */
export function keepTail(io: Place & Pick<Io, "pid" | "now">, output: OutputOf, tail: string, before: string): void {
  const file = fileOf(io, output);
  if (file === undefined || tail === before) return;
  try {
    if (tail === "") return rmSync(file, { force: true });
    const folder = folderOf(io)!;
    makeFolder(folder);
    atomicWrite(file, tail, { pid: io.pid });
    if (before === "") forgetOldFiles(folder, io, HOUR);
  } catch {
    // Nothing can be written; what there is to say of that is said when the session begins.
  }
}

/** Takes away what was kept of a call that is over, or of all calls of a session. */
export function forgetTails(io: Place, sessionId: string, toolUseId?: string): void {
  const folder = folderOf(io);
  if (folder === undefined) return;
  try {
    if (toolUseId !== undefined) return rmSync(fileOf(io, { sessionId, toolUseId })!, { force: true });
    forgetFilesOf(sessionId, folder);
  } catch {
    // There is no such folder, or it is not ours to change.
  }
}

function folderOf(io: Place): string | undefined {
  const data = dataDir(io);
  return data && `${data}/tails`;
}

function fileOf(io: Place, { sessionId, toolUseId }: OutputOf): string | undefined {
  const folder = folderOf(io);
  return folder && `${folder}/${nameOf(sessionId)}.${nameOf(toolUseId)}`;
}
