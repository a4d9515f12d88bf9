import { pattern } from "../../kit/word-pattern.ts";
import { judgeKey } from "../judge/judge-key.ts";
import { findInPair, inCell } from "../judge/judge-pair.ts";
import { isRandom } from "../judge/is-random.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";
import { isWordAndNumber } from "../judge/password-shapes.ts";
import type { Scan } from "../scan.ts";

/** A text in quotes; its quotes may be escaped. */
const LITERAL = String.raw`[@bB]?((?:\\{0,3}["'])+)([^\s"'\\]{8,128})\\{0,3}["']`;
/** From a name to the next text: the end of its call or index, another call, a block. */
const BEHIND = pattern("d")`
    ^(?:\]?\\{0,3}["'\x60])?(?:[\])]{1,3}|,|(?<=["'\x60]\]?)[ ]\{)(?:\[["'][\w-]{1,24}["']\])?
    [^\n;"'\x60]{0,48}?${LITERAL}(?![\w:]|\s{0,3}(?:=>|:))
  `;
/** From a text to the name: the next argument, which may have a label. */
const BEFORE = pattern("d")`(?:[(]|:@)${LITERAL}(?:,\s{0,8}|(?=\s))(?:\s?\w{1,32}:\s?)?@?["']$`;
/** A name without quotes that is a constant, an atom, a symbol. */
const BARE = /^.?(?:[([,][A-Z\d_]+|\{\w+|(?<![\w:]):\w+)$/;
const MOST = 160;

/**
 * The secret in a call or a tuple of which one text names it and another is made up: `setValue("…", forKey: "apiToken")`,
 * `getByLabel('Password').fill('…')`, `ENV.fetch('API_SECRET') { '…' }`, `("DB_PASSWORD", "…")`.
 */
export function findBesideLiteral(scan: Scan, nameStart: number, nameEnd: number): boolean {
  const { text } = scan;
  const name = text.slice(nameStart, nameEnd);
  const isQuoted = "\"'`\\])".includes(text[nameEnd] ?? "x");
  if (!isQuoted && !BARE.test(text.slice(Math.max(0, nameStart - 2), nameEnd))) return false;
  const key = judgeKey(name);
  if (key === undefined || key.strength === "hint" || !key.exact) return false;
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
