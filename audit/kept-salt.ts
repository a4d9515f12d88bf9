import { readFileSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite } from "../kit/atomic-write.ts";
import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/make-folder.ts";
import { newSalt } from "../redactors/allow/fingerprint.ts";
import { dataDir } from "../worktree/data-dir.ts";

/**
 * The salt of this user's fingerprints: 24 hex digits, made once and kept below the data folder, so that two runs give
 * the same fingerprint for the same secret. A new one for each run where there is no place to keep it.
 */
export function keptSalt(io: Io): string {
  const data = dataDir(io);
  if (data === undefined) return newSalt();
  const folder = join(data, "audit");
  const file = join(folder, "salt");
  const kept = read(file);
  if (kept !== undefined) return kept;
  const salt = newSalt();
  try {
    makeFolder(folder);
    atomicWrite(file, `${salt}\n`, { pid: io.pid });
  } catch {
    return salt; // a full or read-only disk is no reason not to search
  }
  return read(file) ?? salt; // another audit may have made one at the same time
}

function read(file: string): string | undefined {
  try {
    return /^([0-9a-f]{24})\n$/.exec(readFileSync(file, "latin1"))?.[1];
  } catch {
    return undefined;
  }
}
