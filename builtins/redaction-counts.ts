import { closeSync, fstatSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import type { Finding } from "../redactors/doors/finding.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";

/** The place of a redaction. */
export type RedactionPlace = "arguments" | "messages" | "output" | "prompt";

/** The number of findings of one rule at one place on one day. */
export interface RedactionCount {
  /** The day in UTC, as `2026-01-31`. */
  readonly day: string;
  readonly place: string;
  readonly rule: string;
  readonly count: number;
}

/** Days that are kept; the next is the bytes above which a day's lines are added up. */
const DAYS = 90;
const MOST = 64 * 1024;

/** A line: the place, then each rule with its count. It never holds anything of the text. */
const LINE = /^[a-z]+(?: [a-z0-9-]+:\d+)+$/;

/**
 * Remembers what a hook redacted: by rule, never the text. One short line in the day's file, and nothing at all if
 * nothing was found. Counting never fails a hook: a redaction that cannot be counted is a redaction all the same.
 */
export function countRedactions(io: Io, place: RedactionPlace, findings: readonly Pick<Finding, "rule">[]): void {
  const folder = redactionsFolder(io);
  if (findings.length === 0 || folder === undefined) return;
  try {
    addLine(io, folder, lineOf(place, sumOf(findings.map(({ rule }) => [rule, 1]))));
  } catch {
    // No room, or no right to write there.
  }
}

/** The folder that holds a file for each day. */
export function redactionsFolder(io: Pick<Io, "env" | "platform">): string | undefined {
  const data = dataDir(io);
  return data && `${data}/redactions`;
}

/** Counts of all days, oldest first; empty if there are none. */
export function readRedactionCounts(io: Pick<Io, "env" | "platform">): RedactionCount[] {
  const folder = redactionsFolder(io);
  if (folder === undefined) return [];
  return daysIn(folder).flatMap((day) =>
    [...readDay(`${folder}/${day}`)].flatMap(([place, rules]) =>
      [...rules].map(([rule, count]) => ({ day, place, rule, count })),
    ),
  );
}

function addLine(io: Io, folder: string, line: string): void {
  const day = io.now().toISOString().slice(0, 10);
  const file = `${folder}/${day}`;
  const fd = openDay(folder, file);
  let isNew: boolean;
  let isFull: boolean;
  try {
    const { size } = fstatSync(fd);
    isNew = size === 0;
    isFull = size > MOST;
    writeSync(fd, line, null, "latin1");
  } finally {
    closeSync(fd);
  }
  if (isNew) forgetOld(io, folder);
  else if (isFull)
    atomicWrite(file, [...readDay(file)].map(([place, rules]) => lineOf(place, rules)).join(""), { pid: io.pid });
}

function openDay(folder: string, file: string): number {
  try {
    return openSync(file, "a+", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeFolder(folder);
    return openSync(file, "a+", 0o600);
  }
}

function forgetOld(io: Io, folder: string): void {
  const oldest = new Date(io.now().getTime() - DAYS * 86_400_000).toISOString().slice(0, 10);
  for (const day of daysIn(folder)) if (day < oldest) rmSync(`${folder}/${day}`, { force: true });
}

function daysIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d{4}-\d{2}-\d{2}$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

/** Place → rule → count. A line that a crash cut off is passed over. */
function readDay(file: string): Map<string, Map<string, number>> {
  const places = new Map<string, Map<string, number>>();
  for (const line of readFileSync(file, "latin1").split("\n")) {
    if (!LINE.test(line)) continue;
    const [place = "", ...counts] = line.split(" ");
    const pairs = counts.map((pair): [string, number] => [
      pair.slice(0, pair.indexOf(":")),
      Number(pair.slice(pair.indexOf(":") + 1)),
    ]);
    places.set(place, sumOf([...(places.get(place) ?? []), ...pairs]));
  }
  return places;
}

function sumOf(pairs: readonly (readonly [rule: string, count: number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [rule, count] of pairs) sums.set(rule, (sums.get(rule) ?? 0) + count);
  return sums;
}

function lineOf(place: string, rules: ReadonlyMap<string, number>): string {
  return `${place} ${[...rules].map(([rule, count]) => `${rule}:${count}`).join(" ")}\n`;
}
