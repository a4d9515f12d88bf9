import { hash } from "node:crypto";

import { endOf, START, type Piece } from "./pieces.ts";

/** The least length of a chunk; from there to the greatest it ends at a newline that its surroundings choose. */
const LEAST = 512;
const MOST = 8 << 10;
/** One newline in so many ends a chunk. */
const CHANCE = 8;
/** Words that give a meaning to text far behind them: texts with one are searched whole. */
const FAR = ["secretlint-disable", "kind: Secret", '"kind": "Secret"'];

/**
 * Remembers the text of versions that went by, so that of a file which changed a little only the change is searched:
 * in a history that is a tenth of the work.
 *
 * A text is cut into chunks at places that its content chooses, so versions of one file mostly have the same chunks.
 * One is passed over when it was searched before between the same two neighbours. A secret that stays in a file is so
 * found in the first version that holds it, and not again in each of the next thousand.
 */
export class SeenChunks {
  readonly #seen = new Set<string>();

  /** The stretches of a text that are new, each with a chunk around it for context. */
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

  /** A chunk is known by its text and that of its neighbours, and by its offset between them. */
  #isNew(text: string, ends: readonly number[], at: number): boolean {
    const [from, start] = [ends[at - 2] ?? 0, ends[at - 1] ?? 0];
    const key = `${hash("sha256", text.slice(from, ends[at + 1]), "binary")}${start - from}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}

/** The end of each chunk, ascending; the last is the text's end. */
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

/** Whether a chunk ends here, by the characters around the newline alone, whatever the rest of the text. */
function isChosen(text: string, end: number): boolean {
  let sum = 0;
  for (let at = end - 9; at < end + 8; at += 1) sum = (Math.imul(sum, 31) + (text.charCodeAt(at) || 0)) | 0;
  return (sum ^ (sum >>> 15)) % CHANCE === 0;
}
