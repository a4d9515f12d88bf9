/** Any value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. An absent key and `undefined` mean the same. */
export interface JsonObject {
  [key: string]: Json;
}

/** True for a JSON object: not null, not a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is a string, otherwise `undefined`: null, a number or a list count as missing. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" && !isLosslessNumber(value) ? value : undefined;
}

/** The value if it is a finite number, otherwise `undefined`. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && isLosslessNumber(value) ? Number(losslessDigits(value)) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** The value of a JSON text; `undefined` if it is not JSON. Numbers are JavaScript's: see `parseLossless`. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Texts of a value that say why they are gone; the rest are empty, or the answer would grow with their number. */
const MOST_TOLD = 1000;

/**
 * A value of the same shape with every text replaced: an agent may drop an answer of another shape, and the secret
 * would stay.
 */
export function blankTexts(value: Json, text: string): Json {
  let told = 0;
  const blank = (one: Json, depth: number): Json => {
    if (typeof one === "string") return one === "" || (told += 1) > MOST_TOLD ? "" : text;
    if (depth > 100) return text; // deeper than any tool's answer; the recursion itself must not fail
    if (Array.isArray(one)) return one.map((item) => blank(item, depth + 1));
    if (!isObject(one)) return one;
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, blank(item, depth + 1)]));
  };
  return blank(value, 0);
}

/**
 * A value as JSON text. Characters that JSON leaves as they are but a terminal may obey (C1 controls, marks that turn
 * the direction of text) are written as escapes with the same meaning.
 */
export function harmlessJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Text that holds a number, or something like one. */
const NUMBER = /[[:,]\s*-?\d/;
/** Characters of a text whose values are gone through in less time than V8 takes to compile that pattern. */
const SHORT = 16 * 1024;
/**
 * Text that may hold a number which JavaScript would not give back as it was: many digits, an exponent, `1.0`, `-0`,
 * `0.0000001`.
 */
const RISKY = /[[:,]\s*(?:-0[\s,}\]]|-?(?:\d{16}|0\.0{6}|\d+(?:\.\d+)?[eE]|\d+\.\d*0[\s,}\]]|\d[\d.]{15}))/;
/** A number, if there are no strings. */
const NUMBERS = /-?\d[\d.eE+-]*/g;
/**
 * The mark of a number. No payload can hold it, by chance or by design: nobody else knows the random part. Made when it
 * is first needed.
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

/** Whether a value holds a number. Keeps its own stack: a short text can be a deep value. */
function holdsNumber(root: Json): boolean {
  const open: Json[] = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === "number") return true;
    if (typeof one === "object" && one !== null) open.push(...(Object.values(one) as Json[]));
  }
  return false;
}

/**
 * The text with its risky numbers marked. No pattern goes over the strings: on a string of some megabytes, as a
 * document can be, it would run out of stack.
 */
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

/** Restores the numbers in JSON text that becomes a string of an answer, which `restore` would not look into. */
export function restoreNumbers(json: string): string {
  return tag === undefined ? json : json.replace(new RegExp(`"${tag}([^"]*)"`, "g"), "$1");
}

/** Whether a string of the parsed value stands for a number: it is no text, and no secret is looked for in it. */
export function isLosslessNumber(value: string): boolean {
  return tag !== undefined && value.startsWith(tag);
}

/** The digits of a string that stands for a number, as they were written. */
function losslessDigits(value: string): string {
  return value.slice(tag?.length ?? 0);
}

function survives(token: string): boolean {
  return String(Number(token)) === token;
}

/**
 * Index of the quote that closes the JSON string which begins at `start`, or the text's length if there is none.
 * Linear: strings can have megabytes.
 */
export function closingQuote(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === "\\") before -= 1;
    if ((quote - before) % 2 === 0) return quote;
  }
  return text.length;
}
