import { type Automaton, MOST_CLASSES, PAIRS_A_ROW } from "./automaton.ts";
import type { Rule } from "./rule.ts";
import { BITS, CELLS, HEAD, PAIRS, type ScanMemory, SERVICES, TABLES } from "./scan-memory.ts";
import { SERVICE_BYTES } from "./service-bits.ts";
import type { Tables } from "./tables.ts";

const MAGIC = 0x5356;
const VERSION = 8;
/** In 16-bit words: magic, version, number of cells, number of starts, number of hits, number of rules, bytes of text, bytes of code. */
const HEAD_WORDS = 8;

/**
 * The tables as bytes, laid out as the scanner has them in its memory: words of 32 and 16 bits in the machine's order,
 * little-endian wherever Node runs, then a line of text for each rule and each reader, and the scanner's own code.
 * @throws Error where that is more than the memory has room for
 */
export function encodeTables(automaton: Automaton, rules: readonly Rule[], readers: readonly string[], code: Uint8Array): Buffer {
  const { bits, pairs, cells, rows, starts, hits, services } = automaton;
  const text = Buffer.from([...rules.map((rule) => rule.join("\t")), ...readers].join("\n"));
  const lists = Buffer.concat([cells, rows, starts, hits].map(bytesOf));
  const front = Buffer.alloc(CELLS);
  bytesOf(Uint16Array.of(MAGIC, VERSION, cells.length, starts.length, hits.length, rules.length, text.length, code.length)).copy(front, HEAD);
  bytesOf(bits).copy(front, BITS);
  front.set(services, SERVICES);
  bytesOf(pairs).copy(front, PAIRS);
  const file = Buffer.concat([front, lists, text, code]);
  if (file.length > TABLES || text.length > 0xffff) throw new Error(`The detector's tables take ${file.length} bytes.`);
  return file;
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array | Int32Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** Reads what `encodeTables` wrote, `size` bytes in the scanner's memory; `undefined` where they are cut off or of another version. */
export function decodeTables(memory: ScanMemory, size: number): Tables | undefined {
  const { buffer } = memory;
  const [magic, version, cellCount = 0, startCount = 0, hitCount = 0, ruleCount = 0, textLength = 0, codeLength = 0] = new Uint16Array(buffer, HEAD, HEAD_WORDS);
  if (magic !== MAGIC || version !== VERSION) return undefined;
  const afterCells = CELLS + cellCount * 4;
  const afterRows = afterCells + (startCount - 1) * 2;
  const afterStarts = afterRows + startCount * 2;
  const afterHits = afterStarts + hitCount * 2;
  const afterText = afterHits + textLength;
  if (size !== afterText + codeLength) return undefined;
  const automaton: Automaton = {
    bits: new Int32Array(buffer, BITS, 256),
    pairs: new Uint16Array(buffer, PAIRS, MOST_CLASSES * PAIRS_A_ROW),
    cells: new Uint32Array(buffer, CELLS, cellCount),
    rows: new Uint16Array(buffer, afterCells, startCount - 1),
    starts: new Uint16Array(buffer, afterRows, startCount),
    hits: new Uint16Array(buffer, afterStarts, hitCount),
    services: new Uint8Array(buffer, SERVICES, SERVICE_BYTES),
  };
  let lines: string[] | undefined;
  // Taken apart when the first word is hit: most texts hold none.
  const line = (index: number): string => (lines ??= Buffer.from(buffer, afterHits, textLength).toString().split("\n"))[index] as string;
  return { automaton, memory, code: new Uint8Array(buffer, afterText, codeLength), targets: new Map(), rule: (index) => line(index).split("\t") as unknown as Rule, reader: (index) => line(ruleCount + index) };
}
