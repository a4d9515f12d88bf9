import { appendFileSync, closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";

import { makeFolder } from "../../kit/files.ts";
import { parseJson } from "../../kit/json.ts";
import { asBeyond, joinBeyond, type Beyond } from "../journal/beyond.ts";
import { asMoment, type Moment } from "../journal/journal-file.ts";

/**
 * Writes down that a call of a turn began or ended. Otherwise a turn whose calls changed nothing looks like one whose
 * agent announces no calls, and the edits of a person in that turn like those of the agent.
 */
export function noteCall(shadow: string, turn: string, moment: Moment): void {
  const file = fileOf(shadow, turn);
  if (!existsSync(file)) makeFolder(`${shadow}/calls`);
  const fd = openSync(file, "w", 0o600);
  try {
    writeSync(fd, JSON.stringify(moment));
  } finally {
    closeSync(fd);
  }
}

/** Writes down what a call of a turn does that no state shows, for the turn's record. */
export function noteBeyond(shadow: string, turn: string, { background, outside }: Beyond): void {
  if (background || outside)
    appendFileSync(`${fileOf(shadow, turn)}.beyond`, `${JSON.stringify({ background, outside })}\n`, { mode: 0o600 });
}

/** What the calls of a turn did that no state shows. */
export function beyondOf(shadow: string, turn: string): Beyond {
  const file = `${fileOf(shadow, turn)}.beyond`;
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return joinBeyond(lines.map((line) => asBeyond(parseJson(line))));
}

export function callsWereSeen(shadow: string, turn: string): boolean {
  return existsSync(fileOf(shadow, turn));
}

/** The moment of the last call's event in a turn. */
export function lastCall(shadow: string, turn: string): Moment | undefined {
  try {
    return asMoment(JSON.parse(readFileSync(fileOf(shadow, turn), "utf8")));
  } catch {
    return undefined; // there was none, or it is written this moment
  }
}

export function forgetCalls(shadow: string, turn: string): void {
  for (const file of [fileOf(shadow, turn), `${fileOf(shadow, turn)}.beyond`]) rmSync(file, { force: true });
}

/** A turn goes on under another id. */
export function passCallsOn(shadow: string, turn: string, next: string): void {
  for (const ending of ["", ".beyond"]) {
    const file = fileOf(shadow, turn) + ending;
    if (existsSync(file)) renameSync(file, fileOf(shadow, next) + ending);
  }
}

function fileOf(shadow: string, turn: string): string {
  return `${shadow}/calls/${turn}`;
}
