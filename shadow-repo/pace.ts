import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";

import { textOfFile } from "./read-disk.ts";

/** Milliseconds after which more is tried again. */
const REST = 300_000;

/** The text of the mark if a capture without large changed files took too long, too. */
const NOTHING = "nothing";

/**
 * The part that the captures of hooks take in: everything, everything but large files that are new or changed, or
 * nothing at all. `until` is the time, in milliseconds, when more is tried again.
 */
export type Pace =
  | { readonly pace: "whole" }
  | { readonly pace: "without large files" | "nothing"; readonly until: number };

/**
 * The pace of recording. After a capture that took too long the next ones go on without large changed files; if one of
 * those takes too long as well, recording rests, and then goes on without them again. Each pace lasts five minutes.
 */
export function paceOf(shadow: string, now: number): Pace {
  const file = fileIn(shadow);
  const at = changedAt(file);
  if (at === undefined) return { pace: "whole" };
  const age = Math.abs(now - at); // a clock that was set back makes no rest longer
  const rests = textOfFile(file) === NOTHING;
  if (age > (rests ? 2 * REST : REST)) return { pace: "whole" };
  if (rests && age <= REST) return { pace: "nothing", until: at + REST };
  return { pace: "without large files", until: at + (rests ? 2 * REST : REST) };
}

/**
 * Notes that a capture was ended because it took too long, so that not every hook of a turn takes that long.
 * @param isHopeless large files are not the reason
 */
export function noteTooSlow(shadow: string, now: number, isHopeless = false): void {
  if (!existsSync(shadow)) return;
  const isFirst = paceOf(shadow, now).pace === "whole";
  writeFileSync(fileIn(shadow), isFirst && !isHopeless ? "" : NOTHING, { mode: 0o600 });
}

/** Deletes that note, after a capture of everything that ran to its end. */
export function forgetTooSlow(shadow: string): void {
  rmSync(fileIn(shadow), { force: true });
}

function changedAt(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined; // something else lies in the place of its folder
  }
}

function fileIn(shadow: string): string {
  return `${shadow}/tmp/gave-up`;
}
