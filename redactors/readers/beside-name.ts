import { pattern } from "../../kit/word-pattern.ts";
import { judgeSureKey } from "../judge/judge-key.ts";
import { inCell, findInPair } from "../judge/judge-pair.ts";
import { isRandom } from "../judge/is-random.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";
import { isWordAndNumber } from "../judge/password-shapes.ts";
import type { Scan } from "../scan.ts";
import { isAboutIt } from "./announced.ts";
import { fullName } from "./named.ts";

/**
 * Names of fields that hold a value, as `value` and `OutputValue`. `NAME_FIELD` matches the fields that hold the
 * value's name, as `name` and `OutputKey`.
 */
const VALUE_FIELD = String.raw`(?:\w{0,24}value|content)`;
const NAME_FIELD = String.raw`(?:\w{0,24}(?:name|key)|id)`;
const IS = String.raw`\s{0,3}[:=]\s{0,3}`;
const QUOTE = String.raw`\\{0,8}["']`;
/** The folders of a secret store before a name: `/prod/db/password`. */
const PATH = String.raw`(?:[\w./-]{0,60}/)?`;
/** Other fields that may stand between a name and its value, for instance a type or a switch. */
const OTHERS =
  String.raw`(?:,?\s{0,40}(?:${QUOTE})?[\w-]{1,24}(?:${QUOTE})?${IS}` +
  String.raw`(?:${QUOTE}[\w .:/-]{0,60}${QUOTE}|true|false|null|\d{1,12})){0,3}`;

/** The text before a name, if the name is the value of a field like `name` or `key`. */
const NAMED = new RegExp(`(?:name|key|id)(?:${QUOTE})?${IS}(?:${QUOTE})?${PATH}$`, "i");
/** A value before its name in JSON, in JSON within a string, in XML and in HTML. */
const QUOTED = new RegExp(
  String.raw`(?:^|[\s,{<])((?:${QUOTE})?)${VALUE_FIELD}\1${IS}(${QUOTE})([^"'\\\n]{4,200})\2${OTHERS},?\s{0,40}` +
    `(?:${QUOTE})?${NAME_FIELD}(?:${QUOTE})?${IS}${QUOTE}${PATH}$`,
  "i",
);
/** A value before its name in YAML. */
const LINES = new RegExp(
  String.raw`(?:^|\n)[ \t]{0,40}(?:- )?${VALUE_FIELD}:[ \t]{1,8}()(["']?)([^\s"'][^\n"']{3,200}?)\2[ \t]{0,8}\r?\n` +
    String.raw`[ \t]{0,40}${NAME_FIELD}:[ \t]{1,8}["']?${PATH}$`,
  "i",
);
/** The most characters from the start of a value to the name behind it. */
const MOST_FIELDS = 420;

/**
 * Finds a secret that stands before its name in the same object: `{"value": "…", "name": "DB_PASSWORD"}`. Returns
 * `true` if it found a secret.
 */
export function findValueBefore(scan: Scan, nameStart: number, nameEnd: number): boolean {
  const { text } = scan;
  if (!"\"'/ :=".includes(text[nameStart - 1] ?? "x")) return false;
  if (!NAMED.test(text.slice(Math.max(0, nameStart - 90), nameStart))) return false;
  const before = text.slice(Math.max(0, nameStart - MOST_FIELDS), nameStart);
  const match = QUOTED.exec(before) ?? LINES.exec(before);
  if (match === null) return false;
  const name = text.slice(nameStart, nameEnd);
  const key = judgeSureKey(name);
  if (key === undefined) return false;
  const value = match[3] as string;
  const start = nameStart - before.length + match.index + match[0].indexOf(value, match[0].indexOf(match[2] as string));
  return findInPair(scan, { name, value, key, place: inCell(true, () => true) }, start);
}

/** A text in quotes; its quotes may be escaped. */
const LITERAL = String.raw`[@bB]?((?:\\{0,3}["'])+)([^\s"'\\]{8,128})\\{0,3}["']`;
/**
 * The text from a name to the next quoted text: the end of the name's call or index, another call, a block. A text that
 * a `+` joins to the call, or that is an attribute of a tag, belongs to something else.
 */
const BEHIND = pattern("d")`
    ^(?:\]?\\{0,3}["'\x60])?(?:[\])]{1,3}|,|(?<=["'\x60]\]?)[ ]\{)(?:\[["'][\w-]{1,24}["']\])?
    (?!\s{0,3}\+)(?:(?!<[A-Za-z/])[^\n;"'\x60]){0,48}?${LITERAL}(?![\w:]|\s{0,3}(?:=>|:))
  `;
/** The text from a quoted text to the name, which is the next argument of the call and may have a label. */
const BEFORE = pattern("d")`(?:[(]|:@)${LITERAL}(?:,\s{0,8}|(?=\s))(?:\s?\w{1,32}:\s?)?@?["']$`;
/** A name without quotes: a constant, an atom, a symbol. */
const BARE = /^.?(?:[([,][A-Z\d_]+|\{\w+|(?<![\w:]):\w+)$/;
/** The most characters before or behind a name in which its value is looked for. */
const MOST = 160;

/**
 * Finds the secret in a call or a tuple in which one text is the secret's name and another text is the secret:
 * `setValue("…", forKey: "apiToken")`, `getByLabel('Password').fill('…')`, `ENV.fetch('API_SECRET') { '…' }`,
 * `("DB_PASSWORD", "…")`. Returns `true` if it found a secret.
 */
export function findBesideLiteral(scan: Scan, nameStart: number, nameEnd: number): boolean {
  const { text } = scan;
  const name = text.slice(nameStart, nameEnd);
  const isQuoted = "\"'`\\])".includes(text[nameEnd] ?? "x");
  if (!isQuoted && !BARE.test(text.slice(Math.max(0, nameStart - 2), nameEnd))) return false;
  const key = judgeSureKey(name);
  if (key?.exact !== true) return false;
  const behind = text.slice(nameEnd, nameEnd + MOST);
  const from = Math.max(0, nameStart - MOST);
  const match = BEHIND.exec(behind) ?? BEFORE.exec(text.slice(from, nameStart));
  const value = match?.[2];
  if (match === null || value === undefined || !isMadeUpWord(value)) return false;
  const isLong = value.length >= 12 && (isRandom(value) || /[A-Z]/.test(value));
  if (!isLong && !(key.strength === "password" && isWordAndNumber(value))) return false;
  const start = (match.input === behind ? nameEnd : from) + match.indices![2]![0];
  return findInPair(scan, { name, value, key, place: inCell(true, () => false) }, start);
}

/** The words between a value and the name behind it. */
const WAY = /(?: (?:is|was|as|als|como|comme) | [(])(?:[a-zA-Z]{1,12} ){0,3}$/;
const SAID = /(?:^|[\s"'`*:])([^\s"'`*<>(){}]{8,80})["'`*]{0,3},?$/d;
/** The text behind a name that ends a phrase: perhaps quotes, then a stop or a blank, and no sign of code. */
const ENDED = /^["'`*)]{0,3}(?:[.,;!?)]|\s|$)(?!\s{0,3}[=:({[])/;

/**
 * Finds the secret in `X is the password`, `X (the root pw)`, `with X as password`. Returns `true` if it found a
 * secret.
 */
export function findSaidBefore(scan: Scan, nameStart: number, nameEnd: number): boolean {
  const { text } = scan;
  if (text[nameStart - 1] !== " " && text[nameStart - 1] !== "(") return false;
  const from = Math.max(0, nameStart - MOST);
  const before = text.slice(from, nameStart);
  const way = /\d/.test(before) ? WAY.exec(before) : null;
  if (way === null || !ENDED.test(text.slice(nameEnd, nameEnd + 8))) return false;
  const match = SAID.exec(before.slice(0, way.index));
  const value = match?.[1];
  if (match === null || value === undefined || !isMadeUpWord(value)) return false;
  if (isAboutIt(text.slice(nameEnd, nameEnd + 24))) return false;
  const name = fullName(text, nameStart, nameEnd);
  const key = judgeSureKey(name);
  if (key?.exact !== true) return false;
  return findInPair(scan, { name, value, key, place: inCell(false, () => false) }, from + match.indices![1]![0]);
}
