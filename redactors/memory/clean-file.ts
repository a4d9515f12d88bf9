import { rmSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { sha256 } from "../../kit/hash.ts";
import { dataDir } from "../../worktree/data-dir.ts";

/**
 * The folder that remembers, a file a session, which texts held nothing; `undefined` where there is no place for state.
 */
export function cleanFolder(io: Pick<Io, "env" | "platform">): string | undefined {
  const data = dataDir(io);
  return data && `${data}/clean`;
}

/**
 * A session's file there. An identifier can hold anything: it is the file's name where it is as plain as most are,
 * which spares a hook the hash. Windows has devices with names of three and four letters.
 */
export function cleanFile(folder: string, session: string): string {
  return `${folder}/${/^[\w-]{5,64}$/.test(session) ? session : sha256(session).slice(0, 32)}`;
}

/** Takes a session's file away: what it remembers is of no use to another one. */
export function forgetClean(io: Pick<Io, "env" | "platform">, session: string): void {
  const folder = cleanFolder(io);
  if (folder !== undefined) rmSync(cleanFile(folder, session), { force: true });
}
