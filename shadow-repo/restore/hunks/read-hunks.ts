import { sha256 } from "../../../kit/hash.ts";
import { linesOf } from "../../alike.ts";
import { lineChanges, type LineChange } from "./line-changes.ts";

/**
 * How many unchanged lines are shown above and below a hunk. As in git, changes are one hunk if these unchanged lines
 * overlap or touch.
 */
const CONTEXT = 3;
/** How many bytes at the beginning of a content are searched for a NUL, by which git calls the content binary. */
const BINARY_BYTES = 8000;

/** One file in three states. */
export interface ThreeStates {
  /** The file before the step, which an undo restores. */
  readonly before: Buffer;
  /** The file after the step. */
  readonly after: Buffer;
  /** The present file. */
  readonly present: Buffer;
}

/**
 * The step's lines are in the present file (`there`), have been taken back already (`gone`), or were changed since
 * (`edited`).
 */
export type HunkState = "there" | "gone" | "edited";

/** A part of a step's changes to one file that can be taken back separately. */
export interface Hunk {
  /**
   * Eight hexadecimal digits that stay equal if other hunks change. The id of a part has its number, from 1, behind a
   * dot: `ID.2`.
   */
  readonly id: string;
  readonly state: HunkState;
  /** The hunk's lines as `git diff` writes them, with the line of `@@`. Bytes that are not UTF-8 are lost. */
  readonly patch: string;
  /** The numbers of lines that the hunk added, and that it removed. */
  readonly additions: number;
  readonly deletions: number;
  /**
   * The runs of lines in the hunk that can be taken back separately; more than one if unchanged lines lie between them.
   */
  readonly parts: readonly HunkPart[];
}

export type HunkPart = Pick<Hunk, "id" | "state" | "patch" | "additions" | "deletions">;

/**
 * A change and its lines in the present file. `start` to `end` are its lines before the step, `newStart` to `newEnd`
 * those after the step.
 */
export interface Change extends LineChange {
  readonly id: string;
  readonly state: HunkState;
  /** The change's lines in the present file; if they were edited, the lines of the whole conflict. */
  readonly there: Range;
  /** The lines of the conflict on the two other sides. */
  readonly clash: { readonly before: Range; readonly after: Range };
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Reading {
  readonly lines: { readonly before: string[]; readonly after: string[]; readonly present: string[] };
  readonly groups: readonly { readonly id: string; readonly changes: readonly Change[] }[];
  readonly hunks: Hunk[];
}

/** The hunks of a step's changes to a file; `undefined` if it has none (see `hunksOf`). */
export function readHunks(
  name: string,
  { before, after, present }: ThreeStates,
  isTurned = false,
): Reading | undefined {
  if ([before, after, present].some((content) => content.subarray(0, BINARY_BYTES).includes(0))) return undefined;
  const lines = { before: linesOf(before), after: linesOf(after), present: linesOf(present) };
  const steps = lineChanges(lines.before, lines.after);
  const edits = lineChanges(lines.after, lines.present);
  if (!steps || !edits) return undefined;
  const isBack = before.equals(present);
  const ids = new Map<string, number>();
  const groups = grouped(steps).map((group) => {
    const id = idOf(name, lines, group, ids);
    return {
      id,
      changes: group.map((change, at) => ({
        ...change,
        id: `${id}.${at + 1}`,
        ...whereabouts(lines, steps, edits, change, isBack),
      })),
    };
  });
  const hunks = groups.map(
    ({ id, changes }): Hunk => ({
      id,
      state: stateOf(changes),
      ...shown(lines, changes, isTurned),
      parts: changes.map((change) => ({ id: change.id, state: change.state, ...shown(lines, [change], isTurned) })),
    }),
  );
  return { lines, groups, hunks };
}

/** Groups changes into hunks: between two neighbours of a group are at most 2 × `CONTEXT` unchanged lines. */
function grouped(changes: readonly LineChange[]): LineChange[][] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last && change.start - last.end <= 2 * CONTEXT) groups.at(-1)!.push(change);
    else groups.push([change]);
  }
  return groups;
}

/**
 * A hunk's id, made of its lines and the lines around. The line number is left out, since other hunks of the file may
 * be taken back first.
 */
function idOf(name: string, lines: Reading["lines"], group: readonly LineChange[], known: Map<string, number>): string {
  const [first, last] = [group[0]!, group.at(-1)!];
  const text = [
    name,
    lines.after.slice(Math.max(0, first.newStart - 1), first.newStart).join(""),
    ...group.flatMap(({ start, end, newStart, newEnd }) => [
      lines.before.slice(start, end).join(""),
      lines.after.slice(newStart, newEnd).join(""),
    ]),
    lines.after.slice(last.newEnd, last.newEnd + 1).join(""),
  ];
  const id = sha256(JSON.stringify(text)).slice(0, 8);
  const count = known.get(id) ?? 0;
  known.set(id, count + 1);
  return count === 0 ? id : sha256(`${id} ${count}`).slice(0, 8);
}

/** The state of a hunk: edited if one part was edited, gone if all parts are gone. */
function stateOf(changes: readonly Change[]): HunkState {
  if (changes.some(({ state }) => state === "edited")) return "edited";
  return changes.every(({ state }) => state === "gone") ? "gone" : "there";
}

/**
 * Finds a change's lines in the present file. Edits of other lines do not matter. Lines that were inserted directly at
 * the border of the change are a conflict, as they could belong to either side of it.
 */
function whereabouts(
  lines: Reading["lines"],
  steps: readonly LineChange[],
  edits: readonly LineChange[],
  change: LineChange,
  isBack: boolean,
): Pick<Change, "state" | "there" | "clash"> {
  let [from, to] = [change.newStart, change.newEnd];
  const [own, others] = [new Set([change]), new Set<LineChange>()];
  for (let grew = true; grew; ) {
    grew = false;
    for (const edit of edits)
      if (!others.has(edit) && touches(from, to, edit.start, edit.end)) {
        others.add(edit);
        [from, to, grew] = [Math.min(from, edit.start), Math.max(to, edit.end), true];
      }
    for (const step of others.size > 0 ? steps : [])
      if (!own.has(step) && touches(from, to, step.newStart, step.newEnd)) {
        own.add(step);
        [from, to, grew] = [Math.min(from, step.newStart), Math.max(to, step.newEnd), true];
      }
  }
  const there = { from: inPresent(edits, from, "from"), to: inPresent(edits, to, "to") };
  const before = { from: backBefore(steps, from, "from"), to: backBefore(steps, to, "to") };
  const clash = { before, after: { from, to } };
  if (others.size === 0) return { state: isBack ? "gone" : "there", there, clash };
  const isGone = isBack || textOf(lines.before, before) === textOf(lines.present, there);
  return { state: isGone ? "gone" : "edited", there, clash };
}

/** Whether two ranges have a line in common. An empty range also touches the border of another one. */
function touches(from: number, to: number, start: number, end: number): boolean {
  return from === to || start === end ? from <= end && start <= to : from < end && start < to;
}

/**
 * Converts the number of a line after the step to the number in the present file. At the border of an edit, the result
 * is the number of the line outside of the edit.
 */
function inPresent(edits: readonly LineChange[], line: number, side: "from" | "to"): number {
  let shift = 0;
  for (const { start, end, newEnd } of edits)
    if (side === "from" ? end <= line && start < line : end <= line) shift = newEnd - end;
  return line + shift;
}

/**
 * Converts the number of a line after the step to the number before the step. At the border of a change, the result is
 * the number of the line outside of the change.
 */
function backBefore(steps: readonly LineChange[], line: number, side: "from" | "to"): number {
  let shift = 0;
  for (const { end, newStart, newEnd } of steps)
    if (side === "from" ? newEnd <= line && newStart < line : newEnd <= line) shift = end - newEnd;
  return line + shift;
}

export function textOf(lines: readonly string[], { from, to }: Range): string {
  return lines.slice(from, to).join("");
}

/** The lines of some changes, and the lines around, as `git diff` writes a hunk. */
function shown(
  { before, after }: Pick<Reading["lines"], "before" | "after">,
  changes: readonly LineChange[],
  isTurned: boolean,
): Pick<Hunk, "patch" | "additions" | "deletions"> {
  if (isTurned) return shown({ before: after, after: before }, changes.map(turned), false);
  const [first, last] = [changes[0]!, changes.at(-1)!];
  const above = Math.min(CONTEXT, first.start);
  const below = Math.min(CONTEXT, before.length - last.end);
  const lines = [
    signed(" ", before, first.start - above, first.start),
    ...changes.flatMap(({ start, end, newStart, newEnd }, at) => [
      signed("-", before, start, end),
      signed("+", after, newStart, newEnd),
      signed(" ", before, end, changes[at + 1]?.start ?? end + below),
    ]),
  ].flat();
  const count = (sign: string) => lines.filter((line) => line[0] === sign).length;
  const [added, removed, same] = [count("+"), count("-"), count(" ")];
  const [old, present] = [rangeOf(first.start - above, same + removed), rangeOf(first.newStart - above, same + added)];
  const head = `@@ -${old} +${present} @@\n`;
  const patch = Buffer.from(head + lines.join(""), "latin1").toString("utf8");
  return { patch, additions: added, deletions: removed };
}

function turned({ start, end, newStart, newEnd }: LineChange): LineChange {
  return { start: newStart, end: newEnd, newStart: start, newEnd: end };
}

function signed(sign: string, lines: readonly string[], from: number, to: number): string[] {
  return lines
    .slice(from, to)
    .map((line) => `${sign}${line}${line.endsWith("\n") ? "" : "\n\\ No newline at end of file\n"}`);
}

/** A range of lines in the head of a hunk. An empty range begins at the line before it. */
function rangeOf(start: number, count: number): string {
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}
