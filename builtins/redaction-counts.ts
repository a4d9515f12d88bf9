import { closeSync, fstatSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";

import { atomicWrite, makeFolder } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import type { Finding } from "../redactors/doors/finding.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";

/** The part of an event in which a secret was redacted. */
export type RedactionPlace = "arguments" | "messages" | "output" | "prompt";

/** How many findings of one rule were redacted at one place on one day. */
export interface RedactionCount {
  /** The day in UTC, as `2026-01-31`. */
  readonly day: string;
  readonly place: string;
  readonly rule: string;
  readonly count: number;
}

/** How many days are kept. */
const DAYS = 90;
/** The size in bytes above which the lines of a day's file are summed up. */
const MOST = 64 * 1024;

/**
 * Matches a line of a day's file: the place, then each rule with its count. The line contains nothing of the redacted
 * text.
 */
const LINE = /^[a-z]+(?: [a-z0-9-]+:\d+)+$/;

/**
 * Counts the findings that a hook redacted, by rule: one line in the day's file, and none without findings. A failure
 * is ignored, since the redaction is valid without its count.
 */
export function countRedactions(io: Io, place: RedactionPlace, findings: readonly Pick<Finding, "rule">[]): void {
  const folder = redactionsFolder(io);
  if (findings.length === 0 || folder === undefined) return;
  try {
    addLine(io, folder, lineOf(place, sumOf(findings.map(({ rule }) => [rule, 1]))));
  } catch {
    // The disk is full, or the folder cannot be written.
  }
}

/** The folder with a file for each day; `undefined` if the data folder is unknown. */
export function redactionsFolder(io: Pick<Io, "env" | "platform">): string | undefined {
  const data = dataDir(io);
  return data && `${data}/redactions`;
}

/** The counts of all days, the oldest first. */
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

/** The counts of a day, by place and rule. A line that a crash cut off is ignored. */
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
