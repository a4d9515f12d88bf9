import { FIRST_HIT } from "./automaton.ts";
import { ALNUM, DASH, flagsAt, PLUS_SLASH, runEnd, runStart, UNDERSCORE } from "./charset.ts";
import type { Detector, Finding } from "./finding.ts";
import { followUp } from "./follow-up.ts";
import { isInBlob } from "./is-in-blob.ts";
import { isRandom } from "./is-random.ts";
import { loadTables } from "./load-tables.ts";
import { locate } from "./locate.ts";
import { mergeFindings } from "./merge-findings.ts";
import { isPlaceholderToken } from "./placeholder.ts";
import { readCrypt } from "./read-crypt.ts";
import { readForeignNames } from "./read-foreign-names.ts";
import { readKeyArrays } from "./read-key-arrays.ts";
import { readPhrases } from "./read-phrases.ts";
import { readRuns } from "./read-runs.ts";
import { READERS } from "./readers/readers.ts";
import { safeSpan } from "./safe-span.ts";
import { MAX_TRIES, note, startScan } from "./scan.ts";
import type { Reader, Scan } from "./scan.ts";
import { matchShape, parseShape } from "./shape.ts";
import type { Part } from "./shape.ts";
import { type Tables, targetOf } from "./tables.ts";
import { decodePercent, stripEscapes, toOriginal, unescapeJson } from "./view.ts";

/** snapveil's own detector: one pass of the automaton, a bounded reader at each hit. */
export const detector: Detector = { find: (text) => find(text, 0) };

/** Blobs in blobs are opened twice. */
const MAX_DEPTH = 2;

function find(text: string, depth: number): readonly Finding[] {
  engine ??= start();
  const { hits, runs, phrases } = locate(text, engine.tables);
  const own = engine;
  // Put together whole: of a row of arguments the engine takes some hundred thousand, and a text can hold more findings.
  const found = [
    readHits(own, text, hits),
    phrases.length > 0 ? readPhrases(text, phrases) : [],
    readKeyArrays(text),
    readCrypt(text),
    readForeignNames(text),
    depth < MAX_DEPTH && runs.length > 0 ? readRuns(text, runs, (inner) => find(inner, depth + 1)) : [],
    ...[...stripEscapes(text), ...decodePercent(text), ...unescapeJson(text)].map((view) => toOriginal(view, readHits(own, view.text, locate(view.text, own.tables).hits))),
  ].flat();
  return mergeFindings(found.length === 0 ? found : keepText(text, [...found, ...followUp(text, found)]));
}

/** The findings without what belongs to the text around them; those that were nothing else go. */
function keepText(text: string, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, span: safeSpan(text, ...finding.span) })).filter(({ span }) => span[1] > span[0]);
}

interface Engine {
  readonly tables: Tables;
  readonly readers: readonly Reader[];
  /** Shapes of the rules, parsed when a rule's prefix is first met. */
  readonly shapes: (readonly Part[] | undefined)[];
}

let engine: Engine | undefined;

/** Takes the hits in the order of the text. */
function readHits(engine: Engine, text: string, located: readonly number[]): Finding[] {
  if (located.length === 0) return [];
  const { automaton } = engine.tables;
  const scan = startScan(text);
  for (let i = 0; i < located.length; i += 2) {
    const hit = (located[i + 1] as number) - FIRST_HIT;
    const last = automaton.starts[hit + 1] as number;
    for (let h = automaton.starts[hit] as number; h < last; h++) take(engine, scan, automaton.hits[h] as number, located[i] as number);
  }
  return scan.found;
}

function start(): Engine {
  return { tables: loadTables(), readers: READERS.map(([read]) => read), shapes: [] };
}

/** A hit of target `id` whose anchor ends at `end`. */
function take(engine: Engine, scan: Scan, id: number, end: number): void {
  const { rule, reader, word, rest } = targetOf(engine.tables, id);
  const start = end + rest - word.length;
  if (rule === -1) {
    if (scan.text.charCodeAt(start) < 128 && scan.text.charCodeAt(end - 1) < 128) (engine.readers[reader] as Reader)(scan, start, end);
  } else if (scan.text.startsWith(word, start)) takeToken(engine, scan, rule, start, start + word.length);
}

/** A prefix: its shape must follow, its edges be free or touch another secret, and somebody must have meant it. */
function takeToken(engine: Engine, scan: Scan, index: number, start: number, bodyStart: number): void {
  const { text } = scan;
  if (start > scan.tokenStart && start < scan.tokenEnd && ++scan.tokenTries > MAX_TRIES * 4) return;
  const [kind, , shape, edge] = engine.tables.rule(index);
  if (edge !== undefined && edge !== "after" && !isFree(text, start) && scan.found.at(-1)?.span[1] !== start) return;
  const parts = (engine.shapes[index] ??= parseShape(shape));
  const end = matchShape(text, bodyStart, parts);
  if (end === -1) return;
  // Inside another token the count goes on, else a row of prefixes would be read once for each of them.
  if (start >= scan.tokenEnd || start === scan.tokenStart) {
    if (start !== scan.tokenStart) scan.tokenTries = 0;
    scan.tokenStart = start;
    scan.tokenEnd = Math.max(scan.tokenEnd, end);
  }
  if (edge === "both" && goesOn(text, end, parts)) return;
  if (bodyStart - start <= SHORT_PREFIX && runEnd(text, start, ALNUM, bodyStart) === bodyStart && isInBlob(text, start, end)) return;
  const isMasked = kind === "slack-webhook" && MASKED_WEBHOOK.test(text.slice(bodyStart, end));
  if (!isMasked && (isPlaceholderToken(text, bodyStart, end) || !isIssued(text, bodyStart, end, parts))) return;
  note(scan, kind, edge === "after" ? bodyStart : start, end, "high");
}

/** People hide one part of such an address, and which is the secret they cannot tell; what Slack's manual prints is none. */
const MASKED_WEBHOOK = /^T(?!0{8})[A-Z0-9]{4,11}\/B[A-Z0-9]{4,11}\/[A-Za-z0-9]{8}/;

/** Nothing that could belong to the same word or the same blob of base64 stands before `start`. */
function isFree(text: string, start: number): boolean {
  const before = flagsAt(text, start - 1);
  if (before & ALNUM) return isEscape(text, start - 1);
  if (before & (DASH | UNDERSCORE) && isInDigest(text, start)) return false;
  if ((before & PLUS_SLASH) === 0) return true;
  const blob = text.slice(runStart(text, start, ALNUM | PLUS_SLASH, Math.max(0, start - 48)), start);
  return blob.length < 32 || !/[A-Z]/.test(blob) || !/[a-z]/.test(blob);
}

/** Within `sha256=…` or `sha256-…` in base64url, as Python's lists of files have it. */
function isInDigest(text: string, at: number): boolean {
  const from = runStart(text, at, ALNUM | DASH | UNDERSCORE, Math.max(0, at - 96));
  return /(?:^|\W)sha\d{1,3}[=-][\w-]*$/.test(text.slice(Math.max(0, from - 8), at));
}

/** Longer prefixes do not come about by chance. */
const SHORT_PREFIX = 6;

function goesOn(text: string, end: number, parts: readonly Part[]): boolean {
  const last = parts[parts.length - 1] as Part;
  return (flagsAt(text, end) & last.mask) !== 0;
}

/** The letter before the token belongs to an escape of the text around: `\n`, `\t`, `\u001b[0m`. */
function isEscape(text: string, at: number): boolean {
  return (text[at - 1] === "\\" && "nrtbf".includes(text[at] as string)) || text[at - 2] === "%" || (text[at] === "m" && /(?:\x1b|\\u001b|\\x1b|\\e|\\033)\[[0-9;]{0,8}m$/i.test(text.slice(Math.max(0, at - 16), at + 1)));
}

/**
 * Whether a machine may have issued this body. A name in code may start with a token's prefix:
 * it is made of words, and of no digits or of several parts.
 */
function isIssued(text: string, from: number, to: number, parts: readonly Part[]): boolean {
  if (to - from <= 8 || isRandom(text, from, to)) return true;
  const body = text.slice(from, Math.min(to, from + 128));
  // Keys of tests are often rows of one letter, or of the alphabet.
  if (/([A-WYZa-wyz0-9])\1{7}|abcdef|ABCDEF|AbCdEf|aBcDeF/.test(body)) return true;
  const joints = parts.length === 1 ? body.match(/[-_.](?=[A-Za-z])/g)?.length ?? 0 : 0;
  return /[0-9]/.test(body) && joints < 2;
}
