import { hash } from "node:crypto";

import type { Piece } from "./piece.ts";

/** Bytes of a chunk: from the first to the last of these, it ends at a newline that its surroundings choose. */
const LEAST = 512;
const MOST = 8 << 10;
/** One newline in so many is chosen. */
const CHANCE = 8;
/** Words that give a meaning to what can be far behind them: texts with one are searched whole. */
const FAR = ["secretlint-disable", "kind: Secret", '"kind": "Secret"'];

/**
 * Remembers the text of versions that went by, so that of a file which changed a little only the change is searched.
 *
 * A text is cut into chunks at places that its content chooses, so versions of one file mostly have the same chunks.
 * One is passed over when it was searched before between the same two neighbours. A secret that stays in a file is so
 * found in the first version that holds it, and not again in each of the next thousand.
 */
export class SeenChunks {
  readonly #ids = new Map<string, number>();
  readonly #seen = new Set<string>();

  /** The stretches of a text that are new, each with a chunk around it for context. */
  unseen(bytes: Buffer): Piece[] {
    if (bytes.length < 2 * LEAST || FAR.some((word) => bytes.includes(word)))
      return [{ bytes, lead: 0, trail: 0, line: 1, column: 1 }];
    const ends = chunkEnds(bytes);
    const ids = ends.map((end, at) => this.#idOf(bytes.subarray(ends[at - 1] ?? 0, end)));
    const isNew = ids.map((id, at) => this.#isNew(`${ids[at - 1] ?? -1} ${id} ${ids[at + 1] ?? -1}`));
    const pieces: Piece[] = [];
    let line = 1;
    let counted = 0;
    for (let at = 0; at < ends.length; at += 1) {
      if (!isNew[at]) continue;
      let last = at;
      while (isNew[last + 1]) last += 1;
      const [from, start] = [ends[at - 2] ?? 0, ends[at - 1] ?? 0];
      const [end, to] = [ends[last] as number, ends[last + 1] ?? (ends[last] as number)];
      line += newlinesBetween(bytes, counted, from);
      counted = from;
      pieces.push({
        bytes: bytes.subarray(from, to),
        lead: start - from,
        trail: to - end,
        line,
        column: columnOf(bytes, from),
      });
      at = last;
    }
    return pieces;
  }

  #idOf(chunk: Buffer): number {
    const digest = hash("sha256", chunk, "binary");
    let id = this.#ids.get(digest);
    if (id === undefined) this.#ids.set(digest, (id = this.#ids.size));
    return id;
  }

  #isNew(neighbours: string): boolean {
    if (this.#seen.has(neighbours)) return false;
    this.#seen.add(neighbours);
    return true;
  }
}

/** Where each chunk ends, ascending; the last is the text's end. */
function chunkEnds(bytes: Buffer): number[] {
  const ends: number[] = [];
  for (let start = 0; start < bytes.length; start = ends.at(-1) as number) {
    let end = start + LEAST;
    do end = bytes.indexOf(10, end) + 1;
    while (end > 0 && end - start < MOST && !isChosen(bytes, end));
    if (end === 0 || end - start >= MOST) end = Math.min(end === 0 ? bytes.length : end, start + MOST);
    ends.push(Math.min(end, bytes.length));
  }
  return ends;
}

/** Chosen by the bytes around a newline alone, whatever stands elsewhere. */
function isChosen(bytes: Buffer, end: number): boolean {
  let sum = 0;
  for (let at = end - 9; at < end + 8; at += 1) sum = (Math.imul(sum, 31) + (bytes[at] ?? 0)) | 0;
  return (sum ^ (sum >>> 15)) % CHANCE === 0;
}

function newlinesBetween(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(10, from); at !== -1 && at < to; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

/** From 1, in UTF-16 units. */
function columnOf(bytes: Buffer, at: number): number {
  return at === 0 ? 1 : bytes.toString("utf8", bytes.lastIndexOf(10, at - 1) + 1, at).length + 1;
}
