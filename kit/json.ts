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

/** The value if it is a string, otherwise `undefined`, also for null, a number or a list. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" && !isLosslessNumber(value) ? value : undefined;
}

/** The value if it is a finite number, otherwise `undefined`. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && isLosslessNumber(value) ? Number(losslessDigits(value)) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/**
 * The value of a JSON text; `undefined` if the text is no JSON. Numbers lose digits that JavaScript cannot hold;
 * `parseLossless` keeps these.
 */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/**
 * The most texts of a value that `blankTexts` replaces by `text`. Further texts become empty, so that the answer stays
 * short.
 */
const MOST_TOLD = 1000;

/**
 * A copy of `value`, with the same lists and keys, in which `text` replaces every text. If a hook's answer had another
 * shape, an agent might ignore it and use the value with the secret.
 */
export function blankTexts(value: Json, text: string): Json {
  let told = 0;
  const blank = (one: Json, depth: number): Json => {
    if (typeof one === "string") return one === "" || (told += 1) > MOST_TOLD ? "" : text;
    if (depth > 100) return text; // limits the recursion; no tool's answer is as deep
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

/** Matches a number in JSON text, and also digits in a string behind a sign that stands before numbers in JSON. */
const NUMBER = /[[:,]\s*-?\d/;
/** In a text with fewer characters, looking at all parsed values takes less time than V8 needs to compile `NUMBER`. */
const SHORT = 16 * 1024;
/**
 * Matches JSON text with a number that JavaScript might write differently: many digits, an exponent, `1.0`, `-0`,
 * `0.0000001`.
 */
const RISKY = /[[:,]\s*(?:-0[\s,}\]]|-?(?:\d{16}|0\.0{6}|\d+(?:\.\d+)?[eE]|\d+\.\d*0[\s,}\]]|\d[\d.]{15}))/;
/** Matches each number in JSON text between strings. */
const NUMBERS = /-?\d[\d.eE+-]*/g;
/**
 * The beginning of each string that replaces a number. It is made at the first use. Its random part is unknown outside
 * this process, so no payload can hold it.
 */
let tag: string | undefined;

/** A parsed JSON text, and the function that writes its numbers into JSON text as they were written before. */
export interface LosslessJson {
  readonly value: Json;
  /** Restores, in JSON text, every number that `JSON.stringify` alone would have changed. */
  restore(json: string): string;
}

/**
 * Parses JSON without losing a digit: each number that JavaScript would change becomes a marked string, which `restore`
 * turns into the number. So the unknown fields of a payload, 64-bit identifiers among them, stay the same when the
 * payload is changed.
 * @throws SyntaxError as JSON.parse does
 */
export function parseLossless(text: string): LosslessJson {
  const value = JSON.parse(text) as Json; // throws if invalid; `tagNumbers` needs valid JSON
  // Test for any number before `RISKY`: many events hold no number, and V8 takes long to compile `RISKY`.
  if (!(text.length < SHORT ? holdsNumber(value) : NUMBER.test(text)) || !RISKY.test(text))
    return { value, restore: (json) => json };
  const mark = (tag ??= `\uF8FF${Math.random().toString(36).slice(2)}:`);
  return { value: JSON.parse(tagNumbers(text, mark)) as Json, restore: restoreNumbers };
}

/** Whether a value holds a number. Does not recurse, since even a short text can be nested deeply. */
function holdsNumber(root: Json): boolean {
  const open: Json[] = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === "number") return true;
    if (typeof one === "object" && one !== null) open.push(...(Object.values(one) as Json[]));
  }
  return false;
}

/**
 * Replaces the numbers that JavaScript would change by marked strings. The pattern is applied between strings only: on
 * a string of some megabytes it would overflow the stack.
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

/**
 * Restores the numbers in JSON text that will be a string in an answer. `restore` does not do this, since it does not
 * search inside strings.
 */
export function restoreNumbers(json: string): string {
  return tag === undefined ? json : json.replace(new RegExp(`"${tag}([^"]*)"`, "g"), "$1");
}

/**
 * Whether a string in a parsed value is a marked number of `parseLossless`, which is not searched for secrets as a
 * text.
 */
export function isLosslessNumber(value: string): boolean {
  return tag !== undefined && value.startsWith(tag);
}

/** The digits of a number as they were in the payload, from the marked string that replaces the number. */
function losslessDigits(value: string): string {
  return value.slice(tag?.length ?? 0);
}

function survives(token: string): boolean {
  return String(Number(token)) === token;
}

/**
 * Index of the quote that closes the JSON string which begins at `start`, or the text's length if there is none. Takes
 * linear time, since strings can have megabytes.
 */
export function closingQuote(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === "\\") before -= 1;
    if ((quote - before) % 2 === 0) return quote;
  }
  return text.length;
}
