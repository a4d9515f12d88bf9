import type { Automaton } from "./automaton.ts";
import { FLAGS } from "./charset.ts";
import SCAN from "./scan.wat";

/** What one pass over a text sees. */
export interface Located {
  /** Where words end, and the automaton's states there, flat: end, state, end, state, … */
  readonly hits: readonly number[];
  /** Stretches of token characters that may be a key or encoded, and all their classes, flat: start, end, classes, … */
  readonly runs: readonly number[];
  /** Stretches of small letters and blanks, long enough to be a wallet's seed, flat: start, end, … */
  readonly phrases: readonly number[];
}

/** Bytes of text that are looked at in one go, so that the memory stays small whatever the text. */
const SLICE = 32_768;
/** Addresses in the scanner's memory: class bits, services, the slice, the lists as long as it can make them, the automaton. */
const BITS = 64;
const SERVICES = 2048;
const TEXT = 8192;
const HITS = TEXT + SLICE;
const RUNS = HITS + SLICE * 8;
const PHRASES = RUNS + Math.ceil(SLICE / 17 + 1) * 12;
const CLASSES = PHRASES + Math.ceil(SLICE / 48 + 1) * 8;
const NEXT = CLASSES + 256;
const PAGE = 65_536;

interface Memory {
  readonly buffer: ArrayBuffer;
  /** By so many pages of 64 KiB. */
  grow(pages: number): number;
}

type Scan = (from: number, end: number, text: number, classes: number, next: number, width: number, firstHit: number, hits: number, runs: number, phrases: number) => void;

/** The scanner, and an automaton in its memory. */
interface Scanner {
  readonly automaton: Automaton;
  readonly scan: Scan;
  readonly words: Int32Array;
  readonly slice: Buffer;
}

let scanner: Scanner | undefined;

/** Runs the automaton over a text and notes long runs on the way. */
export function locate(text: string, automaton: Automaton): Located {
  return locateAll([text], automaton);
}

/**
 * The same over several texts in one pass, as if they were one with a byte between each and the next that belongs to no
 * word and no run.
 */
export function locateAll(texts: readonly string[], automaton: Automaton): Located {
  if (scanner?.automaton !== automaton) scanner = start(automaton);
  const { slice, words } = scanner;
  const located = { hits: [], runs: [], phrases: [] };
  words.fill(0, 0, 4);
  let position = 0;
  let filled = 0;
  const flush = (): void => {
    scanSlice(scanner as Scanner, position, filled, located);
    position += filled;
    filled = 0;
  };
  for (const text of texts) {
    const bytes = NOT_LATIN.test(text) ? text.replace(NOT_LATIN_ALL, "\x80") : text;
    for (let from = 0; from < bytes.length; ) {
      const length = Math.min(SLICE - filled, bytes.length - from);
      slice.write(length === bytes.length ? bytes : bytes.slice(from, from + length), filled, length, "latin1");
      from += length;
      filled += length;
      if (filled === SLICE) flush();
    }
    slice[filled++] = 0; // never past the end: a full slice was flushed
    if (filled === SLICE) flush();
  }
  flush();
  return located;
}

/** What lies beyond one byte is in no word and no run. */
const NOT_LATIN = /[^\0-\xff]/;
const NOT_LATIN_ALL = /[^\0-\xff]/g;

function scanSlice({ automaton, scan, words }: Scanner, from: number, length: number, located: { hits: number[]; runs: number[]; phrases: number[] }): void {
  if (length === 0) return;
  scan(from, from + length, TEXT - from, CLASSES, NEXT, automaton.width, automaton.firstHit, HITS, RUNS, PHRASES);
  take(words, HITS, words[4] as number, located.hits);
  take(words, RUNS, words[5] as number, located.runs);
  take(words, PHRASES, words[6] as number, located.phrases);
}

/** The words from address `from` to address `to`. */
function take(words: Int32Array, from: number, to: number, list: number[]): void {
  for (let at = from >> 2; at < to >> 2; at++) list.push(words[at] as number);
}

function start(automaton: Automaton): Scanner {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(SCAN, "base64")));
  const { memory, scan } = exports as { memory: Memory; scan: Scan };
  memory.grow(Math.ceil((NEXT + automaton.next.byteLength) / PAGE) - 1);
  const words = new Int32Array(memory.buffer);
  words.set(toBits(), BITS >> 2);
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(automaton.services, SERVICES);
  bytes.set(automaton.classes, CLASSES);
  bytes.set(new Uint8Array(automaton.next.buffer, automaton.next.byteOffset, automaton.next.byteLength), NEXT);
  return { automaton, scan, words, slice: Buffer.from(memory.buffer, TEXT, SLICE) };
}

/** The class bits of each byte as scan.wat has them. */
function toBits(): Int32Array {
  const bits = new Int32Array(256);
  for (let code = 0; code < 128; code++) bits[code] = FLAGS[code] as number;
  const set = (characters: string, bit: number): void => {
    for (let i = 0; i < characters.length; i++) bits[characters.charCodeAt(i)] = (bits[characters.charCodeAt(i)] as number) | bit;
  };
  set(" \t\r\n\f\v\u00a0(\"'`\\._-", 0x10000);
  set(":=>,|", 0x20000);
  bits.forEach((_, code) => {
    if (!"0123456789abcdef-".includes(String.fromCharCode(code))) bits[code] = (bits[code] as number) | 0x40000;
  });
  return bits;
}
