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

/** The hunks of one file's patch, with what changed within a line marked. */
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

/** Removed lines and the added ones right after them are compared pair by pair, as the best web views do. */
function withParts(lines: readonly DiffLine[]): DiffLine[] {
  const result = [...lines];
  for (const { removed, added } of blocksOf(result)) {
    for (let at = 0; at < Math.min(removed.length, added.length); at += 1) {
      const [one, other] = [result[removed[at]!]!, result[added[at]!]!];
      const parts = changedWords(one.parts[0]!.text, other.parts[0]!.text);
      if (!parts) continue;
      result[removed[at]!] = { ...one, parts: parts.removed };
      result[added[at]!] = { ...other, parts: parts.added };
    }
  }
  return result;
}

interface Block {
  /** Places in the list. */
  readonly removed: number[];
  readonly added: number[];
}

function blocksOf(lines: readonly DiffLine[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [at, { kind }] of lines.entries()) {
    if (kind === "same") open = undefined;
    else if (kind === "removed") {
      if (!open || open.added.length > 0) blocks.push((open = { removed: [], added: [] }));
      open.removed.push(at);
    } else open?.added.push(at);
  }
  return blocks;
}

/** A row of the side by side view. */
export type Pair = readonly [before: DiffLine | undefined, after: DiffLine | undefined];

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
    if (line.kind === "same") {
      flush();
      pairs.push([line, line]);
    } else if (line.kind === "removed") {
      if (added.length > 0) flush();
      removed.push(line);
    } else added.push(line);
  }
  flush();
  return pairs;
}
