import { readFileSync } from "node:fs";

import { atomicWrite, makeFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { newSalt } from "./fingerprints.ts";

/**
 * The salt of this user's fingerprints: 24 hex digits, which are stored once, so that a secret has the same fingerprint
 * in each report and each refusal. If the salt cannot be stored, each call returns a new one.
 */
export function keptSalt(io: Pick<Io, "env" | "platform" | "pid">): string {
  const data = dataDir(io);
  if (data === undefined) return newSalt();
  const file = `${data}/audit/salt`;
  const before = readSalt(file);
  if (before !== undefined) return before;
  const salt = newSalt();
  try {
    makeFolder(`${data}/audit`);
    atomicWrite(file, `${salt}\n`, { pid: io.pid });
  } catch {
    return salt; // a full or read-only disk is no reason not to search
  }
  return readSalt(file) ?? salt; // another process may have stored a salt at the same time
}

function readSalt(file: string): string | undefined {
  try {
    return /^([0-9a-f]{24})\n$/.exec(readFileSync(file, "latin1"))?.[1];
  } catch {
    return undefined;
  }
}
