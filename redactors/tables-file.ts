import { type Automaton, MOST_CLASSES, PAIRS_A_ROW } from "./automaton.ts";
import type { Rule } from "./rule.ts";
import { BITS, CELLS, HEAD, PAIRS, type ScanMemory, SERVICES, TABLES } from "./scan-memory.ts";
import { SERVICE_BYTES } from "./service-bits.ts";
import type { Tables } from "./tables.ts";

const MAGIC = 0x5356;
const VERSION = 10;
/** In 16-bit words: magic, version, number of cells, number of starts, number of hits, number of rules, number of lines, bytes of text, bytes of code, the code's sum, its lower half first. */
const HEAD_WORDS = 11;

/** `␣` in the lines, which else are of Latin letters alone. */
const BLANK = "\xa0";

/**
 * The tables as bytes, laid out as the scanner has them in its memory: words of 32 and 16 bits in the machine's order,
 * little-endian wherever Node runs, the last of them where each line ends; then a line of text for each rule and each reader,
 * and the scanner's own code.
 * @throws Error where that is more than the memory has room for
 */
export function encodeTables(automaton: Automaton, rules: readonly Rule[], readers: readonly string[], code: Uint8Array): Buffer {
  const { bits, pairs, cells, rows, starts, hits, services } = automaton;
  const lines = [...rules.map((rule) => rule.join("\t")), ...readers];
  const ends = Uint16Array.from(lines, (_, at) => lines.slice(0, at + 1).join("").length);
  const text = Buffer.from(lines.join("").replaceAll("␣", BLANK), "latin1");
  const lists = Buffer.concat([cells, rows, starts, hits, ends].map(bytesOf));
  const front = Buffer.alloc(CELLS);
  const sum = sumOf(code);
  bytesOf(Uint16Array.of(MAGIC, VERSION, cells.length, starts.length, hits.length, rules.length, lines.length, text.length, code.length, sum, sum >>> 16)).copy(front, HEAD);
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

/** Of all of it: Node 20 runs the code unchecked, see locate.ts, and a page that a power cut lost would end the process. */
function sumOf(code: Uint8Array): number {
  let sum = code.length;
  for (const word of new Int32Array(new Uint8Array(code).buffer, 0, code.length >> 2)) sum = (Math.imul(sum, 31) + word) | 0;
  for (const byte of code.subarray(code.length & ~3)) sum = (Math.imul(sum, 31) + byte) | 0;
  return sum;
}

/** Reads what `encodeTables` wrote, `size` bytes in the scanner's memory; `undefined` where they are cut off, of another version, or their code is damaged. */
export function decodeTables(memory: ScanMemory, size: number): Tables | undefined {
  const { buffer } = memory;
  const [magic, version, cellCount = 0, startCount = 0, hitCount = 0, ruleCount = 0, lineCount = 0, textLength = 0, codeLength = 0, lowSum = 0, highSum = 0] = new Uint16Array(buffer, HEAD, HEAD_WORDS);
  if (magic !== MAGIC || version !== VERSION) return undefined;
  const afterCells = CELLS + cellCount * 4;
  const afterRows = afterCells + (startCount - 1) * 2;
  const afterStarts = afterRows + startCount * 2;
  const afterHits = afterStarts + hitCount * 2;
  const afterEnds = afterHits + lineCount * 2;
  const afterText = afterEnds + textLength;
  if (size !== afterText + codeLength) return undefined;
  const code = new Uint8Array(buffer, afterText, codeLength);
  if (sumOf(code) !== (lowSum | (highSum << 16))) return undefined;
  const automaton: Automaton = {
    bits: new Int32Array(buffer, BITS, 256),
    pairs: new Uint16Array(buffer, PAIRS, MOST_CLASSES * PAIRS_A_ROW),
    cells: new Uint32Array(buffer, CELLS, cellCount),
    rows: new Uint16Array(buffer, afterCells, startCount - 1),
    starts: new Uint16Array(buffer, afterRows, startCount),
    hits: new Uint16Array(buffer, afterStarts, hitCount),
    services: new Uint8Array(buffer, SERVICES, SERVICE_BYTES),
  };
  const ends = new Uint16Array(buffer, afterHits, lineCount);
  const text = new Uint8Array(buffer, afterEnds, textLength);
  // Read one at a time: most texts ask for none, or for a few.
  const lines: string[] = [];
  const line = (index: number): string => (lines[index] ??= toText(text, index === 0 ? 0 : (ends[index - 1] as number), ends[index] as number).replaceAll(BLANK, "␣"));
  return { automaton, memory, code, targets: new Map(), rule: (index) => line(index).split("\t") as unknown as Rule, reader: (index) => line(ruleCount + index) };
}

/** What `toString` comes down to: Node would compile what lies around it for this alone. Not documented. */
const { latin1Slice } = Buffer.prototype as { latin1Slice?(this: Uint8Array, start: number, end: number): string };

function toText(bytes: Uint8Array, start: number, end: number): string {
  return latin1Slice?.call(bytes, start, end) ?? Buffer.from(bytes.subarray(start, end)).toString("latin1");
}
