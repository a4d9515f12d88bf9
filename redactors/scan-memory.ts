/**
 * The scanner's memory begins with the file of tables as it is, so that the file is read into it and nothing is copied.
 * Addresses in bytes; scan.wat has some of them too. Below HEAD the scanner keeps what a slice hands to the next, and how far
 * the lists of a slice go.
 */
export const HEAD = 32;
/** What each byte is, 32 bits each. */
export const BITS = 64;
/** Two bits for the hash of each service's name. */
export const SERVICES = 1088;
/** The automaton's pairs, and behind them its cells and the other tables. */
export const PAIRS = 5184;
export const CELLS = 25_664;
/** The most that the tables can take. */
export const TABLES = 131_072;

/** Bytes of text that are looked at in one go, so that the memory stays small whatever the text. */
export const SLICE = 8192;
export const TEXT = TABLES;
/** The lists of one slice, as long as it can make them. */
export const HITS = TEXT + SLICE;
export const RUNS = HITS + SLICE * 8;
export const PHRASES = RUNS + Math.ceil(SLICE / 17 + 1) * 12;
const END = PHRASES + Math.ceil(SLICE / 48 + 1) * 8;
const PAGE = 65_536;

/** WebAssembly's memory. What is not touched costs nothing. */
export interface ScanMemory {
  readonly buffer: ArrayBuffer;
}

export function scanMemory(): ScanMemory {
  return new WebAssembly.Memory({ initial: Math.ceil(END / PAGE) });
}
