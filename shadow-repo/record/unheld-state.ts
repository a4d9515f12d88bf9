import { accessSync, constants, existsSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { makeFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { isFirstTime, wasSaid } from "../../session/said.ts";
import { peekPending } from "../journal/pending.ts";
import { newId, type Place } from "../place.ts";
import { isLate } from "./late-queue.ts";
import { refusal } from "./recording-limits.ts";

/** The bytes of a file that tests whether the disk is full: a smaller file may need no block of its own. */
const ENOUGH = 4096;

/**
 * Whether no checkpoint will hold a session's work in a worktree: recording is refused or failed, a state is still
 * being recorded, or the data folder cannot be written. A failure of an earlier event is ignored while a turn is open.
 */
export function isUnheld(io: Io, place: Place, session: string): boolean {
  if (refusal(io, place) !== undefined || isLate(io, place)) return true;
  const isOpen = peekPending(place.shadow, { kind: "turn", session }) !== undefined;
  return (!isOpen && wasSaid(io, failureOf(place, session))) || !canWrite(place);
}

/** Notes that recording a session's work failed. The note holds until a turn of the session is recorded. */
export function noteUnheld(io: Io, place: Place, session: string): void {
  isFirstTime(io, failureOf(place, session));
}

function failureOf({ worktree }: Place, session: string): readonly string[] {
  return [session, worktree.root, "not recorded"];
}

/** The folders that recording writes to, in the shadow repository and in the data folder. */
const IN_SHADOW = ["", "/objects", "/refs", "/pending", "/info", "/tmp"] as const;
const IN_DATA = ["/snapshot", "/sessions", "/late"] as const;

function canWrite({ shadow }: Place): boolean {
  const data = dirname(dirname(shadow));
  const file = `${data}/${newId()}.tmp`;
  try {
    makeFolder(data);
    writeFileSync(file, Buffer.alloc(ENOUGH, "0"), { mode: 0o600 });
    const folders = [...IN_DATA.map((name) => data + name), ...IN_SHADOW.map((name) => shadow + name)];
    return folders.every(isWritableIfThere);
  } catch {
    return false;
  } finally {
    if (existsSync(file)) unlinkSync(file);
  }
}

/** Whether a folder may be written to. True if nothing is there: recording makes the folder. */
function isWritableIfThere(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return true;
  accessSync(folder, constants.W_OK);
  return found.isDirectory();
}
