import { ALNUM, BLANK, DIGIT, flagsAt, QUOTE, STOP } from "../charset.ts";
import { isRandom } from "../is-random.ts";
import type { KeyClass } from "../judge-name.ts";
import { afterWrapper, fallbackOf, quoteAt } from "./expression.ts";
import type { Operator } from "./operator.ts";

/** Longer values are left to their judges. */
const LONG = 256;

/**
 * Whether the judges of values can take what stands behind an operator for a secret under a name of this kind. Each `false`
 * here is one that `judgeValue` comes to as well, in whatever place the value stands, so what changes there belongs here too.
 */
export function mayBeValue(text: string, operator: Operator, name: string, key: KeyClass): boolean {
  const { valueStart: at, assigns, kind, needsQuote } = operator;
  const start = afterWrapper(text, at);
  const open = quoteAt(text, start);
  if ((flagsAt(text, open) & QUOTE) !== 0) return mayBeQuoted(text, open, name, key);
  if (text[open] === "&" && "q#a".includes(text[open + 1] ?? "x")) return true;
  if ((assigns || kind === "assign") && fallbackOf(text, at) !== -1) return true;
  return !needsQuote && (start !== at || mayBeBare(text, at, operator, name, key));
}

/** A value in the quotes that open at `open`. */
function mayBeQuoted(text: string, open: number, name: string, key: KeyClass): boolean {
  const quote = text[open] as string;
  // Another quote may close it, or its end has to be looked for.
  if (text[open - 1] === "\\" || text.startsWith(quote + quote, open + 1)) return true;
  const rest = text.slice(open + 1, open + 1 + LONG);
  const value = rest.slice(0, Math.max(0, rest.indexOf(quote)));
  if (!rest.includes(quote) || /[\\\n]/.test(value)) return true;
  if (saysNameAgain(value, name)) return false;
  if (!/\s/.test(value)) return mayBeWord(value, key, "quoted");
  if (value.length >= 32 || key.seed) return true;
  // Words of a sentence are none, but for a row of them that somebody types, and for what stands behind `Bearer`.
  const words = value.split(" ");
  if (words.length > 2) return key.strength !== "hint" && key.kind !== "token" && /^[\w' -]+$/.test(value);
  return words.length !== 2 || mayBeWord(words[1] as string, key, "quoted");
}

/** A value without quotes, which ends at the next blank at the latest, and at a sign where it stands in code. */
function mayBeBare(text: string, at: number, operator: Operator, name: string, key: KeyClass): boolean {
  let end = at;
  let stop = -1;
  for (; end < at + LONG && end < text.length; end++) {
    const code = text.charCodeAt(end);
    const flags = flagsAt(text, end);
    if (code === 0 || code === 92 || code === 60 || code === 27 || (flags & (BLANK | QUOTE)) !== 0) break;
    if (stop === -1 && (flags & STOP) !== 0) stop = end;
  }
  const line = text.slice(at, end);
  if (line.length < leastOf(key) || /^\$[A-Za-z_({]/.test(line)) return false;
  // In a query it ends at other signs. And of a run that long a piece may be read: where it is cut is for the reader to know.
  if (end === at + LONG || /[&#]/.test(line) || (at > MOST_RUN && !/\s/.test(text.slice(at - MOST_RUN, at)))) return true;
  const code = stop === -1 ? line : text.slice(at, stop);
  if (/^(?:\(|\[\w*\])/.test(line.slice(code.length)) && /\w$/.test(code) && signsIn(line) < 6) return false;
  const word = code.replace(/[.:*]+$/, "");
  const longer = line.replace(/[,;.):*]+$/, "");
  const alone = operator.kind === "element" || operator.kind === "attribute" || (operator.tight && operator.assigns);
  if (word !== longer) return mayBeWord(word, key, "alone") || mayBeWord(longer, key, "alone");
  return !saysNameAgain(word, name) && !isMember(word) && !CODE_WORDS.test(word) && mayBeWord(word, key, alone ? "alone" : "bare");
}

/** So near its run's end no value is cut off, see MAX_VALUE of value.ts. */
const MOST_RUN = 3500;

/** What stands for a type, or for a value that is none. */
const CODE_WORDS = /^(?:string|number|boolean|object|function|symbol|bigint|undefined|true|false|null|None|nil|self|this|any|str|int|bool|void)$/;

/** One word; `alone` where it can be all that is given to the name. */
function mayBeWord(word: string, key: KeyClass, place: "quoted" | "alone" | "bare"): boolean {
  if (word.length < leastOf(key)) return false;
  let digits = 0;
  let letters = 0;
  for (let at = 0; at < word.length; at++) {
    const flags = flagsAt(word, at);
    if (flags & DIGIT) digits += 1;
    else if (flags & ALNUM || "_-./:".includes(word[at] as string)) letters += 1;
  }
  // A UUID can be of letters alone.
  if (key.strength === "hint") return digits > 0 ? digits < word.length : word.length === 36 || (key.kind === "secret" && isPair(word));
  if (digits > 0 || key.strength === "password" || word.length >= (place === "quoted" ? 15 : 36) || word.length - letters > 2 || isRandom(word)) return true;
  return key.kind === "secret" && ((place !== "bare" && /^[a-z]+$/.test(word)) || isPair(word));
}

/** Characters of the shortest value that counts under such a name. */
function leastOf({ strength, kind }: KeyClass): number {
  if (strength === "hint") return kind === "secret" ? 12 : 15;
  return strength === "password" ? 5 : kind === "secret" ? 6 : 8;
}

/** Base64 of `user:password`. */
function isPair(word: string): boolean {
  return Buffer.from(word, "base64").includes(58);
}

/** `exports.JWTAccess = JWTAccess`. */
function saysNameAgain(value: string, name: string): boolean {
  return value.length <= name.length + 4 && !/[\\"'`\s]/.test(value) && name.toLowerCase().endsWith(value.toLowerCase());
}

/** `options.password`: of two parts the last may be random, and then they are a token's. */
function isMember(word: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(word) && (word.indexOf(".") !== word.lastIndexOf(".") || !isRandom(word.slice(word.indexOf(".") + 1)));
}

/** As many as a value needs that is no code though brackets stand in it. */
function signsIn(line: string): number {
  return line.replace(/[\w.,:/-]/g, "").length;
}
