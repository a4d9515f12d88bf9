import { pattern } from "../../kit/word-pattern.ts";
import { runRuleOf } from "../rules/run-rules.ts";
import { ALNUM, DASH, EQUALS, flagsAt, longRuns, PLUS_SLASH, runEnd } from "../charset.ts";
import { decodeBlob, MAX_BLOB, isInBlob } from "./blob.ts";
import { isRandom } from "../judge/is-random.ts";
import { ownedFrom } from "../judge/judge-owner.ts";

/** The first 16 characters of a run of token characters. The shortest key has as many. */
const RUN = /[\w.+/=~-]{16}/g;
const OTHER = /[^\w.+/=~-]/g;

/**
 * The most characters of a key. Behind a service's name a key may have `MAX_OWNED` characters: some services issue keys
 * of a thousand characters.
 */
const MAX_KEY = 200;
const MAX_OWNED = 1200;
/** The most characters of a name that an `=` joins to its value. */
const MAX_NAME = 64;

/** The most characters between a token and the word that its rule needs nearby. */
const NEAR = 120;

/** A long run of token characters that no word announces and that may hold a secret. */
export interface Run {
  readonly start: number;
  readonly end: number;
  /** The text that the run encodes, if it is encoded text. */
  readonly inner?: string;
  /** The kind of secret, if the whole run is a token, or a key that a service's name reveals. */
  readonly kind?: string;
  /** The rule's name; `kind` if it is absent. */
  readonly rule?: string;
}

/** The long runs of a text that are tokens, or whose decoded text must be searched. */
export function* runsIn(text: string): Generator<Run> {
  let joined = 0;
  for (const { 0: run, index } of longRuns(text, RUN, OTHER)) {
    const end = index + run.length;
    // The first letter may belong to an escape in the text: `\n`, `\t`. Then the run begins behind it.
    const from = text[index - 1] === "\\" && "nrt".includes(run[0]!) ? index + 1 : index;
    const hasDigit = A_DIGIT.test(run);
    const start = run.includes("=") ? afterName(text, from, end) : from;
    if (start >= joined && end - start >= 24 && mayBeBlob(run, hasDigit)) {
      joined = linesEnd(text, start, end);
      const inner = decodeBlob(text.slice(start, joined).replaceAll("\n", ""));
      if (inner !== undefined) yield { start, end: joined, inner };
    }
    if (!hasDigit || run.length > MAX_OWNED) continue;
    const token = /[+/]/.test(run) ? undefined : tokenIn(text, start, end);
    if (token !== undefined) {
      if (isMeant(text, start, token.end)) yield { start, ...token };
      continue;
    }
    if (run.length > MAX_KEY + MAX_NAME && (/[+/=~]/.test(run) || !A_CAPITAL.test(run))) continue;
    const close = trimmedEnd(text, start, end);
    const owned = ownedFrom(text, start, close);
    if (owned !== -1) yield { start: owned, end: close, kind: "api-key", rule: "service-key" };
  }
}

/** A digit in a run. It is a pattern, since V8 would compile a loop over characters in most texts, which takes 2 ms. */
const A_DIGIT = /\d/;
const A_CAPITAL = /[A-Z]/;

/** Whether a run may be encoded text; most are paths, names and versions. */
function mayBeBlob(run: string, hasDigit: boolean): boolean {
  return (hasDigit || A_CAPITAL.test(run)) && !/[.~]/.test(run);
}

/** The start of the value in a run like `TOKEN=aGVsbG8`; without a name, `start`. */
function afterName(text: string, start: number, end: number): number {
  const limit = Math.min(end - 1, start + MAX_NAME);
  for (let at = start; at < limit; at++) {
    const flags = flagsAt(text, at);
    if (flags & EQUALS) return (flagsAt(text, at + 1) & EQUALS) === 0 ? at + 1 : start;
    if (flags & (PLUS_SLASH | DASH) && !(flags & DASH)) return start;
  }
  return start;
}

/** The end of a blob that is broken into lines of one length, as `base64` prints it; the last line may be shorter. */
function linesEnd(text: string, start: number, end: number): number {
  const width = end - start;
  if (width < 60 || width % 4 !== 0 || (start > 0 && text[start - 1] !== "\n")) return end;
  let last = end;
  // A blob ends at `=`, and does not extend to a line of words.
  while (text[last] === "\n" && text[last - 1] !== "=" && last - start < MAX_BLOB) {
    const next = runEnd(text, last + 1, ALNUM | PLUS_SLASH | EQUALS, last + 1 + width);
    if (next === last + 1 || !/^(?:\r?\n|["'`\\]|$)/.test(text.slice(next, next + 2))) break;
    const short = next - last - 1 < width;
    last = next;
    if (short) break;
  }
  return last;
}

/** The end of a token, without a full stop at the end of a sentence and without the `=` that pads base64. */
function trimmedEnd(text: string, start: number, endOfRun: number): number {
  let end = endOfRun;
  while (end > start && ".=".includes(text[end - 1] as string)) end -= 1;
  return end;
}

/** The kind and the end of a run that is a token from end to end; `undefined` for any other run. */
function tokenIn(text: string, start: number, runEnd: number): Pick<Run, "kind" | "rule" | "end"> | undefined {
  const end = trimmedEnd(text, start, runEnd);
  const run = text.slice(start, end);
  const rule = run.length <= MAX_KEY ? runRuleOf(run) : undefined;
  if (rule === undefined) return undefined;
  if (run.startsWith("0x") && PUBLIC_NUMBER.test(`${text.slice(Math.max(0, start - 24), start)}${run}`))
    return undefined;
  const [kind, , near, name = kind] = rule;
  const isNear = near === undefined || near.test(text.slice(Math.max(0, start - NEAR), end + NEAR));
  return isNear ? { kind, rule: name, end } : undefined;
}

/** Whether a token is random or a test key, and is no part of a blob. */
function isMeant(text: string, start: number, end: number): boolean {
  const run = text.slice(start, end);
  return (isRandom(run) || ROW.test(run)) && !isInBlob(text, start, end);
}

/**
 * Numbers that are no secret, with the text before them: the order of a curve, the letters of its equation, digests.
 */
const PUBLIC_NUMBER = pattern("i")`
    0xf{16}|(?:checksum|hash|digest|root|topic)[$\w]{0,4}\\*["']? ?[:=] ?\\*["'\x60]?0x|\b(?:[ghx]?[xy]|
    [abghnp]|beta) ?[:=] ?BigInt\(["'\x60]0x
  `;

/**
 * One character eight times, as in test keys. `0` and `x` do not match, since rows of these are fillers and no keys.
 */
const ROW = /([A-WYZa-wyz1-9])\1{7}/;
