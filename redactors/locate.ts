import { isLatin } from "./is-latin.ts";
import { HITS, PHRASES, RUNS, SLICE, TEXT } from "./scan-memory.ts";
import type { Tables } from "./tables.ts";

/** What one pass over a text sees. */
export interface Located {
  /** Where words end, and the automaton's states there, flat: end, state, end, state, … */
  readonly hits: readonly number[];
  /** Stretches of token characters that may be a key or encoded, and all their classes, flat: start, end, classes, … */
  readonly runs: readonly number[];
  /** Stretches of small letters and blanks, long enough to be a wallet's seed, flat: start, end, … */
  readonly phrases: readonly number[];
}

type Scan = (from: number, end: number, text: number, rows: number, hits: number, runs: number, phrases: number) => void;

/** The scanner over the tables in its memory. */
interface Scanner {
  readonly tables: Searched;
  /** They are all the same; the first is the present one. */
  readonly scans: Scan[];
  /** Bytes that the present one has scanned. */
  scanned: number;
  readonly words: Int32Array;
  readonly slice: Uint8Array;
}

/** The automaton, the memory in which it lies, and the scanner. */
export type Searched = Pick<Tables, "automaton" | "memory" | "code">;

/** A text's characters as bytes, one each. Node 20 to 26 have it, though undocumented, and `write`, which comes down to it, takes longer to compile than a text to search. */
const { latin1Write } = Buffer.prototype as { latin1Write?(this: Uint8Array, text: string, offset: number, length: number): number };

let scanner: Scanner | undefined;

/** The last pass: a text that the first look found worth a search is searched next. */
let last: { readonly text: string; readonly memory: Searched["memory"]; readonly located: Located } | undefined;

/** Runs the automaton over a text and notes long runs on the way. */
export function locate(text: string, tables: Searched): Located {
  if (last?.memory !== tables.memory || last.text !== text) last = { text, memory: tables.memory, located: pass([text], tables) };
  return last.located;
}

/** The same for several texts as if they were one, with a character behind each that belongs to no word and no run. */
export function locateAll(texts: readonly string[], tables: Searched): Located {
  return texts.length === 1 ? locate(texts[0] as string, tables) : pass(texts, tables);
}

/** The texts go into the scanner's memory one behind the other: to join them first would copy them once more. */
function pass(texts: readonly string[], tables: Searched): Located {
  const isLong = texts.reduce((sum, { length }) => sum + length, 0) > LONG;
  if (scanner?.tables.memory !== tables.memory) scanner = start(tables);
  const { scans, words, slice } = scanner;
  const located = { hits: [], runs: [], phrases: [] };
  words.fill(0, 0, 5);
  if (isLong) scans.splice(0, scans.length - 1);
  let from = 0;
  let length = 0;
  let most = leftIn(scanner);
  for (const text of texts) {
    const bytes = isLatin(text) ? text : text.replace(NOT_LATIN, "\x80");
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.slice(at, at + most - length);
      write(slice, part, length);
      at += part.length;
      length += part.length;
      if (length === most) next();
    }
    slice[length++] = 0;
    if (length === most) next();
  }
  if (length > 0) next();
  return located;

  function next(): void {
    scanSlice(scanner as Scanner, from, length, located);
    from += length;
    length = 0;
    most = leftIn(scanner as Scanner);
  }
}

function write(slice: Uint8Array, text: string, at: number): void {
  if (latin1Write) latin1Write.call(slice, text, at, text.length);
  else Buffer.from(slice.buffer, slice.byteOffset, slice.length).write(text, at, "latin1");
}

/** Bytes that one of the scans may see: from Node 22 on V8 compiles a second time what saw some 70,000. */
const SHARE = 8 * SLICE;

/** Characters above which a second compilation pays. */
const LONG = 192 * 1024;

/** What lies beyond one byte is in no word and no run. */
const NOT_LATIN = /[^\0-\xff]/g;

/**
 * How long the next slice may be. To compile a scan a second time takes longer than searching most texts: so when one has had
 * its share the next takes over, while there is one. Long texts begin with the last, and where V8 could be told to wait there
 * is only one: Node 20 would compile it again after 10,000 bytes.
 */
function leftIn({ scans, scanned }: Scanner): number {
  return scans.length === 1 || scanned === SHARE ? SLICE : Math.min(SLICE, SHARE - scanned);
}

function scanSlice(scanner: Scanner, from: number, length: number, located: { hits: number[]; runs: number[]; phrases: number[] }): void {
  const { tables, scans, words } = scanner;
  if (scanner.scanned === SHARE && scans.length > 1) {
    scans.shift();
    scanner.scanned = 0;
  }
  scanner.scanned += length;
  const scan = scans[0] as Scan;
  scan(from, from + length, TEXT - from, tables.automaton.rows.byteOffset, HITS, RUNS, PHRASES);
  take(words, HITS, words[5] as number, located.hits);
  take(words, RUNS, words[6] as number, located.runs);
  take(words, PHRASES, words[7] as number, located.phrases);
}

/** The words from address `from` to address `to`. */
function take(words: Int32Array, from: number, to: number, list: number[]): void {
  for (let at = from >> 2; at < to >> 2; at++) list.push(words[at] as number);
}

function start(tables: Searched): Scanner {
  const { memory, code } = tables;
  const module = new WebAssembly.Module(code);
  const scans = Object.values(new WebAssembly.Instance(module, { tables: { memory } }).exports as Record<string, Scan>);
  return { tables, scans, scanned: 0, words: new Int32Array(memory.buffer), slice: new Uint8Array(memory.buffer, TEXT, SLICE) };
}
