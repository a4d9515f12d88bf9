import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";

import { makeFolder } from "../../kit/files.ts";
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
  if (callsWereSeen(shadow, turn)) rmSync(fileOf(shadow, turn), { force: true });
}

/** A turn goes on under another id. */
export function passCallsOn(shadow: string, turn: string, next: string): void {
  if (callsWereSeen(shadow, turn)) renameSync(fileOf(shadow, turn), fileOf(shadow, next));
}

function fileOf(shadow: string, turn: string): string {
  return `${shadow}/calls/${turn}`;
}
