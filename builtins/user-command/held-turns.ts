import { readFileSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite, makeFolder } from "../../kit/files.ts";
import { nameOfAll } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { asNumber, asString, isObject, parseJson } from "../../kit/json.ts";
import { dataDir, forgetOldFiles } from "../../worktree/doors/data-dir.ts";

/** The notes on a session about the last ends of its turns. */
export interface HeldTurns {
  /** The session's newest checkpoint at the last end of a turn. */
  readonly seen?: string;
  /** How many ends of turns in a row were refused. */
  readonly refused: number;
  /** The last end of a turn was refused, so the next end may belong to the same turn. */
  readonly isHeld: boolean;
}

/** The notes; the defaults if there are none. @param words the key: agent, session, folder and command */
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

/** Writes the notes. @throws if this fails: without a note a refusal would repeat forever */
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
