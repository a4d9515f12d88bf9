import { runRules } from "./catalogue/run-rules.ts";
import {
  COLON,
  DASH,
  DIGIT,
  DOT,
  EQUALS,
  flagsAt,
  HEX_LOWER,
  LOWER,
  PLUS_SLASH,
  QUOTE,
  runEnd,
  STOP,
  TILDE,
  UPPER,
} from "./charset.ts";
import { looksEncoded } from "./looks-encoded.ts";
import { mayBeNamed, mayHaveOwner } from "./may-have-owner.ts";

/** Longer runs are no keys, unless a service's name stands before them: some hand out a thousand characters. */
const MAX_KEY = 200;
const MAX_OWNED = 1200;

/** It may be encoded text. */
export const BLOB = 1;
/** It is a token from end to end. */
export const TOKEN = 2;
/** A name before it may give it away. */
export const OWNED = 4;

/**
 * Which readers a long run of token characters, `[start, end)`, is worth: bits. 0 for nearly every run: paths, hashes,
 * versions.`from` is where the run began before its name was cut off.
 */
export function runReaders(text: string, from: number, start: number, end: number, classes: number): number {
  let readers = 0;
  if (
    (classes & (DOT | TILDE)) === 0 &&
    (classes & (LOWER | UPPER | DIGIT)) !== LOWER &&
    end - start >= 24 &&
    looksEncoded(text, start, end)
  )
    readers |= BLOB;
  if ((classes & DIGIT) === 0 || end - from > MAX_OWNED) return readers;
  if (end - from > MAX_KEY + 64)
    return (classes & (PLUS_SLASH | EQUALS | TILDE | UPPER)) === UPPER &&
      hasOperator(text, start) &&
      mayHaveOwner(text, start)
      ? readers | OWNED
      : readers;
  if (end - start >= 24 && (classes & PLUS_SLASH) === 0 && hasShape(text, start, end)) readers |= TOKEN;
  if (
    ((hasOperator(text, start) || " \n".includes(text[start - 1] ?? "x")) && mayHaveOwner(text, start)) ||
    mayBeNamed(text, start, end, classes)
  )
    readers |= OWNED;
  return readers;
}

/** `TOKEN=aGVsbG8` is one run: the value starts behind the name. */
export function afterName(text: string, start: number, end: number, classes: number): number {
  if ((classes & EQUALS) === 0) return start;
  const limit = Math.min(end - 1, start + 64);
  for (let at = start; at < limit; at++) {
    const flags = flagsAt(text, at);
    if (flags & EQUALS) return (flagsAt(text, at + 1) & EQUALS) === 0 ? at + 1 : start;
    if (flags & (PLUS_SLASH | DASH) && !(flags & DASH)) return start;
  }
  return start;
}

/** All shapes as one, made when the first run needs it: nearly none matches. */
let anyShape: RegExp | undefined;

function hasShape(text: string, start: number, endOfRun: number): boolean {
  const end = trimmedEnd(text, start, endOfRun);
  if (end - start > MAX_KEY) return false;
  const run = text.slice(start, end);
  // Hashes and UUIDs are what runs mostly are; only an Okta token can look like one.
  if (
    runEnd(run, 0, HEX_LOWER | DASH, run.length) === run.length &&
    !run.startsWith("00") &&
    run[1] !== "-" &&
    run[2] !== "-"
  )
    return false;
  anyShape ??= new RegExp(
    runRules()
      .map(([, shape]) => shape.source)
      .join("|"),
  );
  return anyShape.test(run);
}

/** A full stop behind a token ends the sentence; `=` may fill up what is encoded. */
export function trimmedEnd(text: string, start: number, runEnd: number): number {
  let end = runEnd;
  while (end > start && ".=".includes(text[end - 1] as string)) end -= 1;
  return end;
}

/** `:`, `=`, `,`, `>`, `|` or a dash between blanks before the value, perhaps with a quote or a blank between. */
function hasOperator(text: string, start: number): boolean {
  if (text[start - 1] === "=") return true;
  if (text[start - 2] === "(" && (flagsAt(text, start - 1) & QUOTE) !== 0) return true;
  let at = start;
  while (at > start - 6 && at > 0 && " \"'`(\\".includes(text[at - 1] as string)) at -= 1;
  const before = flagsAt(text, at - 1);
  if ((before & DASH) !== 0) return at < start && " -".includes(text[at - 2] ?? "x");
  return (before & (COLON | EQUALS)) !== 0 || ((before & STOP) !== 0 && ",>|".includes(text[at - 1] as string));
}
