import type { Automaton } from "./automaton.ts";

const MAGIC = 0x5356;
const VERSION = 1;
/** Magic, version, width, first hit, number of states, number of starts, number of hits, fingerprint of the tables (two). */
const HEADER = 9;
const CLASSES = 256;

/** The automaton as bytes: 16-bit words in the machine's order, little-endian wherever Node runs. */
export function encodeAutomaton(automaton: Automaton, fingerprint: number): Uint8Array {
  const { classes, width, next, firstHit, starts, hits } = automaton;
  const header = [MAGIC, VERSION, width, firstHit, next.length / width, starts.length, hits.length, fingerprint & 0xffff, fingerprint >>> 16];
  const words = new Uint16Array(HEADER + CLASSES / 2 + next.length + starts.length + hits.length);
  words.set(header);
  new Uint8Array(words.buffer, HEADER * 2, CLASSES).set(classes);
  let at = HEADER + CLASSES / 2;
  for (const part of [next, starts, hits]) {
    words.set(part, at);
    at += part.length;
  }
  return new Uint8Array(words.buffer);
}

/**
 * Reads what `encodeAutomaton` wrote; `undefined` where it is cut off or was written for other tables. Without a
 * `fingerprint` the tables are not compared.
 */
export function decodeAutomaton(bytes: Uint8Array, fingerprint?: number): Automaton | undefined {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  const words = new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 1);
  const [magic, version, width = 0, firstHit = 0, states = 0, startCount = 0, hitCount = 0, low = 0, high = 0] = words;
  if (magic !== MAGIC || version !== VERSION) return undefined;
  if (fingerprint !== undefined && ((high << 16) | low) >>> 0 !== fingerprint) return undefined;
  const from = HEADER + CLASSES / 2;
  const afterNext = from + states * width;
  const afterStarts = afterNext + startCount;
  if (words.length !== afterStarts + hitCount) return undefined;
  return {
    classes: new Uint8Array(aligned.buffer, aligned.byteOffset + HEADER * 2, CLASSES),
    width,
    next: words.subarray(from, afterNext),
    firstHit,
    starts: words.subarray(afterNext, afterStarts),
    hits: words.subarray(afterStarts),
  };
}
