import { diffArrays } from "diff";

import { pairedLines } from "../../paired-lines.ts";

/**
 * The most lines of both lists together, and the most lines that may differ. Above these limits the lists are not
 * compared.
 */
const MOST_LINES = 400_000;
const MOST_EDITS = 4000;

/**
 * A run of lines that was replaced by another run. Line numbers count from 0; `end` and `newEnd` are the first lines
 * after the runs.
 */
export interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/**
 * The runs in which two lists of lines differ, in order; at least one common line lies between two runs. The result is
 * the same on each machine, since there is no time limit. `undefined` if the lists differ too much to be compared.
 */
export function lineChanges(old: readonly string[], now: readonly string[]): LineChange[] | undefined {
  if (old.length + now.length > MOST_LINES) return undefined;
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const [oldEnd, newEnd] = [old.length - tail, now.length - tail];
  const pairs = matches(old, now, { head, oldEnd, newEnd });
  if (!pairs) return undefined;
  const changes: LineChange[] = [];
  let [at, newAt] = [head, head];
  for (const [line, newLine] of [...pairs, [oldEnd, newEnd] as const]) {
    if (line > at || newLine > newAt) changes.push({ start: at, end: line, newStart: newAt, newEnd: newLine });
    [at, newAt] = [line + 1, newLine + 1];
  }
  return joined(changes.map((change, n) => lowered(old, now, change, changes[n + 1]?.start ?? old.length)));
}

interface Middle {
  readonly head: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/**
 * Pairs of equal lines, by their numbers, in a longest common order; `undefined` if the lists differ too much. A line
 * that only one side has is left out before the comparison.
 */
function matches(
  old: readonly string[],
  now: readonly string[],
  { head, oldEnd, newEnd }: Middle,
): [number, number][] | undefined {
  const [inOld, inNew] = [new Set(old.slice(head, oldEnd)), new Set(now.slice(head, newEnd))];
  const left = placesOf(old, head, oldEnd, inNew);
  const right = placesOf(now, head, newEnd, inOld);
  const changes = diffArrays(
    left.map((line) => old[line]!),
    right.map((line) => now[line]!),
    { maxEditLength: MOST_EDITS },
  );
  return changes && pairedLines(changes, left, right);
}

function placesOf(lines: readonly string[], from: number, to: number, wanted: ReadonlySet<string>): number[] {
  const places: number[] = [];
  for (let line = from; line < to; line += 1) if (wanted.has(lines[line]!)) places.push(line);
  return places;
}

/**
 * Moves a run of only added or only removed lines down as far as possible, as git does, so that a new function ends
 * with its own brace.
 */
function lowered(old: readonly string[], now: readonly string[], change: LineChange, limit: number): LineChange {
  const { start, end, newStart, newEnd } = change;
  if (start !== end && newStart !== newEnd) return change;
  const [lines, from, to] = start === end ? [now, newStart, newEnd] : [old, start, end];
  let by = 0;
  while (end + by < limit && lines[from + by] === lines[to + by]) by += 1;
  return { start: start + by, end: end + by, newStart: newStart + by, newEnd: newEnd + by };
}

/** Joins changes that touch one another: `lowered` may have moved a change down to the beginning of the next change. */
function joined(changes: readonly LineChange[]): LineChange[] {
  const all: LineChange[] = [];
  for (const change of changes) {
    const last = all.at(-1);
    if (last && last.end === change.start) all[all.length - 1] = { ...last, end: change.end, newEnd: change.newEnd };
    else all.push(change);
  }
  return all;
}
