import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";

import { makeFolder } from "../../kit/files.ts";
import { asString, parseJson } from "../../kit/json.ts";
import type { ObjectId } from "../engine.ts";
import { asBeyond, joinBeyond, type Beyond } from "../journal/beyond.ts";
import { asMoment, type Moment } from "../journal/journal-file.ts";

/** The endings of the files with the notes about a turn's calls. */
const ENDINGS = ["", ".beyond", ".missed"] as const;

/**
 * Writes down the moment at which a call of a turn began or ended. Otherwise a turn whose calls changed nothing looks
 * like a turn of an agent that announces no calls, and a person's edits during the turn are taken for the agent's.
 * @param tree the state at that moment; absent if it was not captured, since the call only reads: the former one stays
 */
export function noteCall(shadow: string, turn: string, moment: Moment, tree = lastState(shadow, turn)): void {
  const file = fileOf(shadow, turn);
  if (!existsSync(file)) makeFolder(`${shadow}/calls`);
  const fd = openSync(file, "w", 0o600);
  try {
    writeSync(fd, JSON.stringify([...moment, ...(tree === undefined ? [] : [tree])]));
  } finally {
    closeSync(fd);
  }
}

/**
 * Adds the background command and outside files of a call to a file of its turn, from which the turn's record is made.
 */
export function noteBeyond(shadow: string, turn: string, { background, outside }: Beyond): void {
  if (background || outside)
    appendFileSync(`${fileOf(shadow, turn)}.beyond`, `${JSON.stringify({ background, outside })}\n`, { mode: 0o600 });
}

/** The background commands and outside files that `noteBeyond` wrote down for the calls of a turn. */
export function beyondOf(shadow: string, turn: string): Beyond {
  const file = `${fileOf(shadow, turn)}.beyond`;
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return joinBeyond(lines.map((line) => asBeyond(parseJson(line))));
}

/**
 * Writes down that the state before a call of a turn was captured too late or not at all, so that the call may have
 * changed more than its record says.
 */
export function noteMissedCall(shadow: string, turn: string): void {
  makeFolder(`${shadow}/calls`);
  writeFileSync(`${fileOf(shadow, turn)}.missed`, "", { mode: 0o600 });
}

/** Whether a turn's calls were announced, and the record of each tells all that the call changed. */
export function callsWereSeen(shadow: string, turn: string): boolean {
  return existsSync(fileOf(shadow, turn)) && !existsSync(`${fileOf(shadow, turn)}.missed`);
}

/** The moment at which a call of a turn last began or ended; `undefined` without a call. */
export function lastCall(shadow: string, turn: string): Moment | undefined {
  return asMoment(lastNote(shadow, turn).slice(0, 2));
}

/** The last state that was captured when a call of a turn began or ended; `undefined` without one. */
export function lastState(shadow: string, turn: string): ObjectId | undefined {
  return asString(lastNote(shadow, turn)[2]);
}

/** The note about the last call: its moment, and perhaps the tree at that moment. */
function lastNote(shadow: string, turn: string): readonly unknown[] {
  try {
    const note: unknown = JSON.parse(readFileSync(fileOf(shadow, turn), "utf8"));
    return Array.isArray(note) ? note : [];
  } catch {
    return []; // no call was noted, or a process is writing the file at this moment
  }
}

export function forgetCalls(shadow: string, turn: string): void {
  for (const ending of ENDINGS) rmSync(fileOf(shadow, turn) + ending, { force: true });
}

/** Hands the notes about a turn's calls to another id, under which the turn goes on. */
export function passCallsOn(shadow: string, turn: string, next: string): void {
  for (const ending of ENDINGS) {
    const file = fileOf(shadow, turn) + ending;
    if (existsSync(file)) renameSync(file, fileOf(shadow, next) + ending);
  }
}

function fileOf(shadow: string, turn: string): string {
  return `${shadow}/calls/${turn}`;
}
