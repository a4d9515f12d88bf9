import { hash } from "node:crypto";

import { endOf, START, type Piece } from "./pieces.ts";

/**
 * The least and the greatest length of a chunk, in UTF-16 units. A chunk ends at a line break that is chosen by a hash
 * of the characters around it.
 */
const LEAST = 512;
const MOST = 8 << 10;
/** On average, one of `CHANCE` line breaks ends a chunk. */
const CHANCE = 8;
/** Words that change the meaning of distant text: a text that contains such a word is searched as a whole. */
const FAR = ["secretlint-disable", "kind: Secret", '"kind": "Secret"'];

/**
 * Remembers chunks of searched texts, so that only the changed part of each later version of a file is searched. This
 * saves nine tenths of the work on a history.
 *
 * The content of a text decides where it is split, so versions of a file have mostly the same chunks. A chunk is
 * skipped if it was searched before between the same two neighbours. So a secret is found in the first version of a
 * file that contains it, and not again in each later version.
 */
export class SeenChunks {
  readonly #seen = new Set<string>();

  /** The parts of a text that were not searched before, each with a chunk before and after it as context. */
  unseen(text: string): Piece[] {
    if (text.length < 2 * LEAST || FAR.some((word) => text.includes(word)))
      return [{ ...START, text, lead: 0, trail: 0 }];
    const ends = chunkEnds(text);
    const isNew = ends.map((_, at) => this.#isNew(text, ends, at));
    const pieces: Piece[] = [];
    let position = START;
    let passed = 0;
    for (let at = 0; at < ends.length; at += 1) {
      if (!isNew[at]) continue;
      let last = at;
      while (isNew[last + 1]) last += 1;
      const [from, start] = [ends[at - 2] ?? 0, ends[at - 1] ?? 0];
      const [end, to] = [ends[last] as number, ends[last + 1] ?? (ends[last] as number)];
      position = endOf(position, text.slice(passed, from));
      passed = from;
      pieces.push({ ...position, text: text.slice(from, to), lead: start - from, trail: to - end });
      at = last;
    }
    return pieces;
  }

  /** Whether a chunk is new: the key is the text of the chunk and its neighbours, and its offset in that text. */
  #isNew(text: string, ends: readonly number[], at: number): boolean {
    const [from, start] = [ends[at - 2] ?? 0, ends[at - 1] ?? 0];
    const key = `${hash("sha256", text.slice(from, ends[at + 1]), "binary")}${start - from}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}

/** The end of each chunk, ascending; the last one is the end of the text. */
function chunkEnds(text: string): number[] {
  const ends: number[] = [];
  for (let start = 0; start < text.length; start = ends.at(-1) as number) {
    let end = start + LEAST;
    do end = text.indexOf("\n", end) + 1;
    while (end > 0 && end - start < MOST && !isChosen(text, end));
    ends.push(Math.min(end === 0 ? text.length : end, start + MOST, text.length));
  }
  return ends;
}

/** Whether a chunk ends at a position. Depends only on the characters around it, so equal texts are split equally. */
function isChosen(text: string, end: number): boolean {
  let sum = 0;
  for (let at = end - 9; at < end + 8; at += 1) sum = (Math.imul(sum, 31) + (text.charCodeAt(at) || 0)) | 0;
  return (sum ^ (sum >>> 15)) % CHANCE === 0;
}
