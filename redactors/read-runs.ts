import { RUN_RULES } from "./catalogue/run-rules.ts";
import { COLON, DASH, DIGIT, DOT, EQUALS, flagsAt, LOWER, PLUS_SLASH, QUOTE, STOP, TILDE, UPPER } from "./charset.ts";
import { decodeBlob } from "./decode-blob.ts";
import type { Finding } from "./finding.ts";
import { isInBlob } from "./is-in-blob.ts";
import { isRandom } from "./is-random.ts";
import { judgeOwner, mayHaveOwner } from "./judge-owner.ts";
import { isPlaceholder } from "./placeholder.ts";

const MAX_KEY = 200;
/** How far away the word may stand that a shape needs. */
const NEAR = 120;

/**
 * Long stretches that no word announces: blobs that decode to text with a secret in it, and keys
 * that only the name of a service before them gives away.
 */
export function readRuns(text: string, runs: readonly number[], search: (text: string) => readonly Finding[]): Finding[] {
  const found: Finding[] = [];
  for (let i = 0; i < runs.length; i += 2) {
    const classes = classesOf(text, runs[i] as number, runs[i + 1] as number);
    const mayBlob = (classes & (DOT | TILDE)) === 0 && (classes & (LOWER | UPPER | DIGIT)) !== LOWER;
    const mayKey = (classes & DIGIT) !== 0 && (runs[i + 1] as number) - (runs[i] as number) <= MAX_KEY + 64;
    if (!mayBlob && !mayKey) continue;
    const start = afterName(text, runs[i] as number, runs[i + 1] as number, classes);
    const end = runs[i + 1] as number;
    if (mayBlob && end - start >= 24) readBlob(text, start, end, search, found);
    if (!mayKey) continue;
    if (end - start >= 24 && (classes & PLUS_SLASH) === 0 && readShape(text, start, end, found)) continue;
    if (hasOperator(text, start) || text[start - 1] === " ") readKey(text, start, end, found);
  }
  return found;
}

/** The classes of all its characters together. */
function classesOf(text: string, start: number, end: number): number {
  let classes = 0;
  for (let at = start; at < end; at++) classes |= flagsAt(text, at);
  return classes;
}

function readBlob(text: string, start: number, end: number, search: (text: string) => readonly Finding[], found: Finding[]): void {
  const inner = decodeBlob(text, start, end);
  if (inner === undefined) return;
  const first = search(inner).find((one) => one.confidence !== "low");
  if (first !== undefined) found.push({ ...first, rule: `encoded-${first.rule}`, span: [start, end] });
}

/** All shapes as one, made when the first run is long enough: nearly none matches. */
let anyShape: RegExp | undefined;

/** A run that is a token from end to end. */
function readShape(text: string, start: number, runEnd: number, found: Finding[]): boolean {
  let end = runEnd;
  while (end > start && ".=".includes(text[end - 1] as string)) end -= 1;
  if (end - start > MAX_KEY) return false;
  const run = text.slice(start, end);
  anyShape ??= new RegExp(RUN_RULES.map(([, shape]) => shape.source).join("|"));
  if (!anyShape.test(run)) return false;
  for (const [kind, shape, near] of RUN_RULES) {
    if (!shape.test(run)) continue;
    if (near !== undefined && !near.test(text.slice(Math.max(0, start - NEAR), end + NEAR))) return false;
    if (isRandom(run) && !isInBlob(text, start, end)) found.push({ rule: kind, kind, span: [start, end], confidence: "high" });
    return true;
  }
  return false;
}

function readKey(text: string, start: number, runEnd: number, found: Finding[]): void {
  let end = runEnd;
  while (end > start && ".~-".includes(text[end - 1] as string)) end -= 1;
  if (end - start < 16 || text[start] === "/" || text[start] === "." || !mayHaveOwner(text, start)) return;
  const run = text.slice(start, end);
  const random = isRandom(run);
  if (!random && !/^[0-9a-f-]{32,}$/i.test(run)) return;
  const owner = judgeOwner(text, start, run);
  if (owner === undefined || isPlaceholder(run)) return;
  if (owner.digest || random) found.push({ rule: "service-key", kind: "api-key", span: [start, end], confidence: "medium" });
}

/** `:`, `=`, `,`, `>` or `|` before the value, perhaps with a quote or a blank between. */
function hasOperator(text: string, start: number): boolean {
  if (text[start - 1] === "=") return true;
  if (text[start - 2] === "(" && (flagsAt(text, start - 1) & QUOTE) !== 0) return true;
  let at = start;
  while (at > start - 6 && at > 0 && " \"'`(\\".includes(text[at - 1] as string)) at -= 1;
  const before = flagsAt(text, at - 1);
  return (before & (COLON | EQUALS)) !== 0 || ((before & STOP) !== 0 && ",>|".includes(text[at - 1] as string));
}

/** `TOKEN=aGVsbG8` is one run: the value starts behind the name. */
function afterName(text: string, start: number, end: number, classes: number): number {
  if ((classes & EQUALS) === 0) return start;
  const limit = Math.min(end - 1, start + 64);
  for (let at = start; at < limit; at++) {
    const flags = flagsAt(text, at);
    if (flags & EQUALS) return (flagsAt(text, at + 1) & EQUALS) === 0 ? at + 1 : start;
    if (flags & (PLUS_SLASH | DASH) && !(flags & DASH)) return start;
  }
  return start;
}
