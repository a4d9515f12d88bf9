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
  readonly slice: LatinRoom;
}

/** The automaton, the memory in which it lies, and the scanner. */
export type Searched = Pick<Tables, "automaton" | "memory" | "code">;

/** Bytes for a text's characters, one each. The buffers of Node 20 to 26 have this method, though undocumented, and their `write`, which chooses it, takes longer to compile than a text to search. */
type LatinRoom = Buffer & { latin1Write?(text: string, offset: number, length: number): number };

let scanner: Scanner | undefined;

/** Several texts as one, with a character between each and the next that belongs to no word and no run. */
export function joinTexts(texts: readonly string[]): string {
  // One long text is not put together anew: that would copy it.
  return texts.length === 1 ? (texts[0] as string) : texts.join("\0");
}

/** The last pass: a text that the first look found worth a search is searched next. */
let last: { readonly text: string; readonly memory: Searched["memory"]; readonly located: Located } | undefined;

/** Runs the automaton over a text and notes long runs on the way. */
export function locate(text: string, tables: Searched): Located {
  if (last?.memory !== tables.memory || last.text !== text) last = { text, memory: tables.memory, located: pass(text, tables) };
  return last.located;
}

function pass(text: string, tables: Searched): Located {
  if (scanner?.tables.memory !== tables.memory) scanner = start(tables);
  const located = { hits: [], runs: [], phrases: [] };
  scanner.words.fill(0, 0, 5);
  if (text.length > LONG) scanner.scans.splice(0, scanner.scans.length - 1);
  const bytes = isLatin(text) ? text : text.replace(NOT_LATIN, "\x80");
  for (let from = 0; from <= bytes.length; from += SLICE) {
    const part = bytes.slice(from, from + SLICE);
    let length = scanner.slice.latin1Write?.(part, 0, SLICE) ?? scanner.slice.write(part, "latin1");
    if (length < SLICE) scanner.slice[length++] = 0;
    scanSlice(scanner, from, length, located);
  }
  return located;
}

/** Characters above which a second compilation pays. */
const LONG = 192 * 1024;

/** What lies beyond one byte is in no word and no run. */
const NOT_LATIN = /[^\0-\xff]/g;

/**
 * V8 compiles a second time what ran over some 10,000 bytes, and that takes longer than searching most texts. So after a slice
 * the next scan takes over, while there is one; long texts begin with the last.
 */
function scanSlice(scanner: Scanner, from: number, length: number, located: { hits: number[]; runs: number[]; phrases: number[] }): void {
  const { tables, scans, words } = scanner;
  if (scanner.scanned + length > SLICE && scans.length > 1) {
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
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { tables: { memory } });
  return { tables, scans: Object.values(exports as Record<string, Scan>), scanned: 0, words: new Int32Array(memory.buffer), slice: Buffer.from(memory.buffer, TEXT, SLICE) as LatinRoom };
}
