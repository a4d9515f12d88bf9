import { type Automaton, SERVICE_BYTES } from "./automaton.ts";
import type { Rule } from "./rule.ts";
import type { Tables } from "./tables.ts";

const MAGIC = 0x5356;
const VERSION = 3;
/** Magic, version, width, first hit, number of states, number of starts, number of hits, number of rules, bytes of text (two). */
const HEADER = 10;
const CLASSES = 256;
const BEFORE_NEXT = HEADER + (CLASSES + SERVICE_BYTES) / 2;

/**
 * The tables as bytes: the automaton as 16-bit words in the machine's order, little-endian wherever Node runs, then
 * a line of text for each rule and each reader.
 */
export function encodeTables(automaton: Automaton, rules: readonly Rule[], readers: readonly string[]): Buffer {
  const { classes, width, next, firstHit, starts, hits, services } = automaton;
  const text = Buffer.from([...rules.map((rule) => rule.join("\t")), ...readers].join("\n"));
  const words = new Uint16Array(BEFORE_NEXT + next.length + starts.length + hits.length);
  words.set([MAGIC, VERSION, width, firstHit, next.length / width, starts.length, hits.length, rules.length, text.length & 0xffff, text.length >>> 16]);
  new Uint8Array(words.buffer, HEADER * 2, CLASSES).set(classes);
  new Uint8Array(words.buffer, HEADER * 2 + CLASSES, SERVICE_BYTES).set(services);
  let at = BEFORE_NEXT;
  for (const part of [next, starts, hits]) {
    words.set(part, at);
    at += part.length;
  }
  return Buffer.concat([new Uint8Array(words.buffer), text]);
}

/** Reads what `encodeTables` wrote; `undefined` where it is cut off or of another version. */
export function decodeTables(file: Buffer): Tables | undefined {
  const bytes = file.byteOffset % 2 === 0 ? file : Buffer.from(new Uint8Array(file).buffer);
  const words = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
  const [magic, version, width = 0, firstHit = 0, states = 0, startCount = 0, hitCount = 0, ruleCount = 0, low = 0, high = 0] = words;
  if (magic !== MAGIC || version !== VERSION) return undefined;
  const afterNext = BEFORE_NEXT + states * width;
  const afterStarts = afterNext + startCount;
  const afterHits = afterStarts + hitCount;
  if (bytes.length !== afterHits * 2 + ((high << 16) | low)) return undefined;
  const automaton: Automaton = {
    classes: new Uint8Array(bytes.buffer, bytes.byteOffset + HEADER * 2, CLASSES),
    width,
    next: words.subarray(BEFORE_NEXT, afterNext),
    firstHit,
    starts: words.subarray(afterNext, afterStarts),
    hits: words.subarray(afterStarts, afterHits),
    services: new Uint8Array(bytes.buffer, bytes.byteOffset + HEADER * 2 + CLASSES, SERVICE_BYTES),
  };
  let lines: string[] | undefined;
  // Taken apart when the first word is hit: most texts hold none.
  const line = (index: number): string => (lines ??= bytes.toString("utf8", afterHits * 2).split("\n"))[index] as string;
  return { automaton, targets: new Map(), rule: (index) => line(index).split("\t") as unknown as Rule, reader: (index) => line(ruleCount + index) };
}
