import { diffArrays, parsePatch } from "diff";

import { changedWords, type Part } from "../../kit/changed-words.ts";

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  /**
   * The line's number on the older side, from 1; `after` has the number on the newer side. Absent if the line is not on
   * that side.
   */
  readonly before?: number;
  readonly after?: number;
  readonly parts: readonly Part[];
  /** Set if the file ends after this line without a line break. */
  readonly isUnended?: true;
}

export interface Hunk {
  readonly lines: readonly DiffLine[];
  /** The first line on the older side, and the line after the last one; `after` has those on the newer side. */
  readonly before: readonly [start: number, end: number];
  readonly after: readonly [start: number, end: number];
}

/** Whether changes of white space are shown. */
export type Space = "shown" | "hidden";

/**
 * The hunks of a file's patch, with the changed parts of lines marked. If `space` is `hidden`, changes of white space
 * are ignored, as by `git diff -w`.
 */
export function diffHunks(patch: string, space: Space = "shown"): Hunk[] {
  const start = patch.search(/^@@ /m);
  if (start < 0) return [];
  const [file] = parsePatch(patch.slice(start));
  return (file?.hunks ?? []).flatMap(({ oldStart, oldLines, newStart, newLines, lines: own }) => {
    const all = numbered(own, oldStart, newStart);
    const lines = space === "hidden" ? withoutSpace(all) : all;
    if (lines.every(({ kind }) => kind === "same")) return [];
    return {
      lines: withParts(lines),
      before: [oldStart, oldStart + oldLines],
      after: [newStart, newStart + newLines],
    };
  });
}

const textOf = ({ parts }: DiffLine) => parts[0]!.text;

/**
 * Lines without changes of white space: two lines that differ only in white space become one unchanged line with the
 * newer text.
 */
function withoutSpace(lines: readonly DiffLine[]): DiffLine[] {
  const old = lines.filter(({ kind }) => kind !== "added");
  const now = lines.filter(({ kind }) => kind !== "removed");
  const bare = (line: DiffLine) => textOf(line).replace(/\s+/g, "");
  const found: DiffLine[] = [];
  let [from, to] = [0, 0];
  for (const { added, removed, count } of diffArrays(old.map(bare), now.map(bare))) {
    for (let at = 0; at < count; at += 1) {
      const { before, ...newer } = now[to + at] ?? old[from + at]!;
      const { after, ...older } = old[from + at] ?? now[to + at]!;
      if (added) found.push({ ...newer, kind: "added" });
      else if (removed) found.push({ ...older, kind: "removed" });
      else found.push({ ...newer, kind: "same", before: older.before ?? before!, after: newer.after ?? after! });
    }
    if (!added) from += count;
    if (!removed) to += count;
  }
  return found;
}

function numbered(lines: readonly string[], oldStart: number, newStart: number): DiffLine[] {
  let [before, after] = [oldStart, newStart];
  const result: DiffLine[] = [];
  for (const line of lines) {
    const parts = [{ text: line.slice(1), changed: false }];
    if (line.startsWith("+")) result.push({ kind: "added", after: after++, parts });
    else if (line.startsWith("-")) result.push({ kind: "removed", before: before++, parts });
    else if (line.startsWith("\\")) {
      const last = result.pop();
      if (last) result.push({ ...last, isUnended: true });
    } else result.push({ kind: "same", before: before++, after: after++, parts });
  }
  return result;
}

/** Marks the changed parts of lines, by comparing the lines that are side by side. */
function withParts(lines: readonly DiffLine[]): DiffLine[] {
  const marked = new Map<DiffLine | undefined, readonly Part[]>();
  for (const [before, after] of sideBySide(lines)) {
    if (!before || !after || before === after) continue;
    const words = changedWords(before.parts[0]!.text, after.parts[0]!.text);
    if (words) marked.set(before, words.removed).set(after, words.added);
  }
  return lines.map((line) => ({ ...line, parts: marked.get(line) ?? line.parts }));
}

/** A row of the side-by-side view; `undefined` for a side that has no line in this row. */
export type LinePair = readonly [before: DiffLine | undefined, after: DiffLine | undefined];

/** The lines in pairs. Removed lines are paired with the added lines that directly follow. */
export function sideBySide(lines: readonly DiffLine[]): LinePair[] {
  const pairs: LinePair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) pairs.push([removed[at], added[at]]);
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === "same" || (line.kind === "removed" && added.length > 0)) flush();
    if (line.kind === "same") pairs.push([line, line]);
    else (line.kind === "removed" ? removed : added).push(line);
  }
  flush();
  return pairs;
}
