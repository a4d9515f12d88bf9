import { closingQuote } from "./closing-quote.ts";
import type { Json } from "./json-value.ts";

/** Text that holds a number, or something like one. */
const NUMBER = /[[:,]\s*-?\d/;
/** Characters of a text whose values are gone through in less time than V8 takes to compile that pattern. */
const SHORT = 16 * 1024;
/**
 * Text that may hold a number which JavaScript would not give back as it was: many digits, an exponent, `1.0`, `-0`,
 * `0.0000001`.
 */
const RISKY = /[[:,]\s*(?:-0[\s,}\]]|-?(?:\d{16}|0\.0{6}|\d+(?:\.\d+)?[eE]|\d+\.\d*0[\s,}\]]|\d[\d.]{15}))/;
/** A number, where there are no strings. */
const NUMBERS = /-?\d[\d.eE+-]*/g;
/**
 * Cannot come from a payload, by chance or by design: whoever writes one cannot know the number. Made when one is
 * needed.
 */
let tag: string | undefined;

/** A parsed text together with the way to write values taken from it back. */
export interface LosslessJson {
  readonly value: Json;
  /** Restores, in JSON text, every number that `JSON.stringify` alone would have changed. */
  restore(json: string): string;
}

/**
 * `JSON.parse` that loses no digit: a number which would not survive travels as a marked string until `restore`.
 * A payload's unknown fields come back untouched through a rewrite, 64-bit identifiers among them.
 * @throws SyntaxError as JSON.parse does
 */
export function parseLossless(text: string): LosslessJson {
  const value = JSON.parse(text) as Json; // the tokens below are only right in valid JSON
  // Many events hold no number, and the second pattern takes long to compile.
  if (!(text.length < SHORT ? holdsNumber(value) : NUMBER.test(text)) || !RISKY.test(text))
    return { value, restore: (json) => json };
  const mark = (tag ??= `\uF8FF${Math.random().toString(36).slice(2)}:`);
  return { value: JSON.parse(tagNumbers(text, mark)) as Json, restore: restoreNumbers };
}

/** Keeps its own stack: a short text can be a deep value. */
function holdsNumber(root: Json): boolean {
  const open: Json[] = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === "number") return true;
    if (typeof one === "object" && one !== null) open.push(...(Object.values(one) as Json[]));
  }
  return false;
}

/** No expression goes over the strings: on one of some megabytes, as a document can be, it would run out of stack. */
function tagNumbers(text: string, mark: string): string {
  const marked = (token: string) => (survives(token) ? token : `"${mark}${token}"`);
  let tagged = "";
  for (let from = 0; from < text.length; ) {
    const quote = text.indexOf('"', from);
    const end = quote < 0 ? text.length : closingQuote(text, quote) + 1;
    const start = quote < 0 ? text.length : quote;
    tagged += text.slice(from, start).replace(NUMBERS, marked) + text.slice(start, end);
    from = end;
  }
  return tagged;
}

/**
 * Restores the numbers in JSON text that is itself to become a string of an answer, where `restore` would not find
 * them.
 */
export function restoreNumbers(json: string): string {
  return tag === undefined ? json : json.replace(new RegExp(`"${tag}([^"]*)"`, "g"), "$1");
}

/** Whether a string of the parsed value stands for a number: it is no text, and no secret is looked for in it. */
export function isLosslessNumber(value: string): boolean {
  return tag !== undefined && value.startsWith(tag);
}

/** The digits of such a string, as they were written. */
export function losslessDigits(value: string): string {
  return value.slice(tag?.length ?? 0);
}

function survives(token: string): boolean {
  return String(Number(token)) === token;
}
