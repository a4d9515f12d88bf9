import { readFileSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite, makeFolder } from "../../kit/files.ts";
import { nameOfAll } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { asNumber, asString, isObject, parseJson } from "../../kit/json.ts";
import { dataDir, forgetOldFiles } from "../../worktree/doors/data-dir.ts";

/** The notes on a session's turns from their earlier ends. */
export interface HeldTurns {
  /** The newest checkpoint of the session then. */
  readonly seen?: string;
  /** Ends that were refused in a row. */
  readonly refused: number;
  /** The last end was refused, so that the next one may be of the same turn. */
  readonly isHeld: boolean;
}

/** @param words the key of the session and the command */
export function readHeldTurns(io: Io, words: readonly string[]): HeldTurns {
  try {
    const value = parseJson(readFileSync(fileOf(io, words) ?? "", "utf8"));
    const { seen, refused, isHeld } = isObject(value) ? value : {};
    const id = asString(seen);
    return { refused: asNumber(refused) ?? 0, isHeld: isHeld === true, ...(id !== undefined && { seen: id }) };
  } catch {
    return { refused: 0, isHeld: false };
  }
}

/** Writes the notes. @throws if they cannot be written: a refusal that nobody remembers would come again and again */
export function writeHeldTurns(io: Io, words: readonly string[], turns: HeldTurns): void {
  const file = fileOf(io, words);
  if (file === undefined) throw new Error("there is no place for state");
  const folder = join(file, "..");
  makeFolder(folder);
  atomicWrite(file, JSON.stringify(turns), { pid: io.pid });
  forgetOldFiles(folder, io);
}

function fileOf(io: Io, words: readonly string[]): string | undefined {
  const data = dataDir(io);
  return data && join(data, "held-turns", nameOfAll(words));
}
