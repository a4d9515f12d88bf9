import { parsePatch } from "diff";

import { changedWords, type Part } from "../../kit/changed-words.ts";

export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  /** Numbers on either side, from 1. */
  readonly before?: number;
  readonly after?: number;
  readonly parts: readonly Part[];
  /** Its file ends here without a line end. */
  readonly isUnended?: true;
}

export interface Hunk {
  readonly lines: readonly DiffLine[];
  /** The first line on either side, and the one behind the last. */
  readonly before: readonly [start: number, end: number];
  readonly after: readonly [start: number, end: number];
}

/** The hunks of one file's patch, with changes within a line marked. */
export function diffHunks(patch: string): Hunk[] {
  const start = patch.search(/^@@ /m);
  if (start < 0) return [];
  const [file] = parsePatch(patch.slice(start));
  return (file?.hunks ?? []).map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    lines: withParts(numbered(lines, oldStart, newStart)),
    before: [oldStart, oldStart + oldLines],
    after: [newStart, newStart + newLines],
  }));
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

/** Lines that stand beside one another are compared, as the best web views do. */
function withParts(lines: readonly DiffLine[]): DiffLine[] {
  const marked = new Map<DiffLine | undefined, readonly Part[]>();
  for (const [before, after] of sideBySide(lines)) {
    if (!before || !after || before === after) continue;
    const words = changedWords(before.parts[0]!.text, after.parts[0]!.text);
    if (words) marked.set(before, words.removed).set(after, words.added);
  }
  return lines.map((line) => ({ ...line, parts: marked.get(line) ?? line.parts }));
}

/** A row of the side by side view. */
export type Pair = readonly [before: DiffLine | undefined, after: DiffLine | undefined];

/** Removed lines stand beside the added ones right after them. */
export function sideBySide(lines: readonly DiffLine[]): Pair[] {
  const pairs: Pair[] = [];
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
