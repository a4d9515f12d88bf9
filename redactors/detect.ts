import { listTargets } from "./anchors.ts";
import type { Target } from "./anchors.ts";
import type { Automaton } from "./automaton.ts";
import { RULES } from "./catalogue/rules.ts";
import { ALNUM, FLAGS, flagsAt } from "./charset.ts";
import type { Detector, Finding } from "./finding.ts";
import { isRandom } from "./is-random.ts";
import { loadAutomaton } from "./load-automaton.ts";
import { mergeFindings } from "./merge-findings.ts";
import { isPlaceholderToken } from "./placeholder.ts";
import { READERS } from "./readers/readers.ts";
import { note, startScan } from "./scan.ts";
import type { Reader, Scan } from "./scan.ts";
import { matchShape, parseShape } from "./shape.ts";
import type { Part } from "./shape.ts";

/** snapveil's own detector: one pass of the automaton, a bounded reader at each hit. */
export const detector: Detector = { find: (text) => mergeFindings(search(text)) };

interface Engine {
  readonly automaton: Automaton;
  readonly targets: readonly Target[];
  readonly readers: readonly Reader[];
  /** Shapes of the rules, parsed when a rule's prefix is first met. */
  readonly shapes: (readonly Part[] | undefined)[];
}

let engine: Engine | undefined;

function search(text: string): Finding[] {
  engine ??= { automaton: loadAutomaton(), targets: listTargets(), readers: READERS.map(([read]) => read), shapes: [] };
  const { classes, width, next, firstHit, starts, hits } = engine.automaton;
  let scan: Scan | undefined;
  let state = 0;
  const length = text.length;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    state = next[state * width + (code < 128 ? (classes[code] as number) : 0)] as number;
    if (state < firstHit) continue;
    scan ??= startScan(text);
    const last = starts[state - firstHit + 1] as number;
    for (let h = starts[state - firstHit] as number; h < last; h++) take(engine, scan, hits[h] as number, i + 1);
  }
  return scan?.found ?? [];
}

/** A hit of target `id` whose anchor ends at `end`. */
function take(engine: Engine, scan: Scan, id: number, end: number): void {
  const { rule, reader, word, length } = engine.targets[id] as Target;
  const start = end - length;
  if (rule === -1) (engine.readers[reader] as Reader)(scan, start, end);
  else if (scan.text.startsWith(word, start)) takeToken(engine, scan, rule, start, start + word.length);
}

/** A prefix: its shape must follow, its edges be free, and somebody must have meant it. */
function takeToken(engine: Engine, scan: Scan, index: number, start: number, bodyStart: number): void {
  const { text } = scan;
  const [kind, , shape, edge] = RULES[index] as (typeof RULES)[number];
  if (edge !== undefined && flagsAt(text, start - 1) & ALNUM && !isEscape(text, start - 1)) return;
  const parts = (engine.shapes[index] ??= parseShape(shape));
  const end = matchShape(text, bodyStart, parts);
  if (end === -1) return;
  if (edge === "both" && goesOn(text, end, parts)) return;
  if (isPlaceholderToken(text, bodyStart, end)) return;
  if (!hasDigit(text, bodyStart, end) && !isRandom(text, bodyStart, end) && end - bodyStart > 8 && !isUniform(text, bodyStart, end)) return;
  note(scan, kind, start, end, "high");
}

function goesOn(text: string, end: number, parts: readonly Part[]): boolean {
  const last = parts[parts.length - 1] as Part;
  return (flagsAt(text, end) & last.mask) !== 0;
}

/** The letter before the token belongs to an escape of the text around: `\n`, `\t`, `\u001b[0m`. */
function isEscape(text: string, at: number): boolean {
  return (text[at - 1] === "\\" && "nrtbf".includes(text[at] as string)) || text[at - 2] === "%" || (text[at] === "m" && /(?:\x1b|\\u001b|\\x1b|\\e|\\033)\[[0-9;]{0,8}m$/i.test(text.slice(Math.max(0, at - 16), at + 1)));
}

function hasDigit(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code < 128 && ((FLAGS[code] as number) & 1) !== 0) return true;
  }
  return false;
}

/** One letter all through, as test keys have it: words are not made so. */
function isUniform(text: string, from: number, to: number): boolean {
  const kinds = new Set(text.slice(from, to).replace(/[-_.]/g, ""));
  return kinds.size <= 2;
}
