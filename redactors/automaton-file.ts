import type { Anchor, Automaton } from "./automaton.ts";

const MAGIC = 0x5356;
const VERSION = 1;
/** Magic, version, width, first hit, number of states, number of starts, number of hits, checksum (two). */
const HEADER = 9;
const CLASSES = 256;

/** The automaton as bytes: 16-bit words in the machine's order, little-endian wherever Node runs. */
export function encodeAutomaton(automaton: Automaton, anchors: readonly Anchor[]): Uint8Array {
  const { classes, width, next, firstHit, starts, hits } = automaton;
  const sum = checksum(anchors);
  const header = [MAGIC, VERSION, width, firstHit, next.length / width, starts.length, hits.length, sum & 0xffff, sum >>> 16];
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

/** Reads what `encodeAutomaton` wrote; `undefined` where it was written for other anchors or is cut off. */
export function decodeAutomaton(bytes: Uint8Array, anchors: readonly Anchor[]): Automaton | undefined {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  const words = new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 1);
  const [magic, version, width = 0, firstHit = 0, states = 0, startCount = 0, hitCount = 0, low = 0, high = 0] = words;
  if (magic !== MAGIC || version !== VERSION || ((high << 16) | low) >>> 0 !== checksum(anchors)) return undefined;
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

/** FNV-1a over the words, so that a table from another build is never used. */
function checksum(anchors: readonly Anchor[]): number {
  let sum = 0x811c9dc5;
  for (const { word } of anchors) {
    for (let i = 0; i < word.length; i++) sum = Math.imul(sum ^ word.charCodeAt(i), 0x01000193);
    sum = Math.imul(sum ^ 0xff, 0x01000193);
  }
  return sum >>> 0;
}
