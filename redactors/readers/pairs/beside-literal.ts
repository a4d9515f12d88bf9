import { pattern } from "../../../kit/word-pattern.ts";
import { isRandom } from "../../judge/is-random.ts";
import { surePromiseOf } from "../../judge/promise-of.ts";
import { isMadeUpWord } from "../../judge/made-up-word.ts";
import type { Promised } from "../../judge/promised.ts";
import { inCell, pairAt, type Pair } from "../../judge/pair.ts";
import { isWordAndNumber } from "../../judge/password-shapes.ts";
import { UUID } from "../../judge/value-traits.ts";
import type { NameInText } from "./name-in-text.ts";

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
 * The pair of a call or a tuple in which one text is the secret's name and another text is the secret:
 * `setValue("…", forKey: "apiToken")`, `getByLabel('Password').fill('…')`, `ENV.fetch('API_SECRET') { '…' }`,
 * `("DB_PASSWORD", "…")`.
 */
export function pairsBesideLiteral(at: NameInText): readonly Pair[] {
  if (isOfSomethingElse(at)) return [];
  const { text, word: name } = at;
  const isQuoted = "\"'`\\])".includes(text[at.end] ?? "x");
  if (!isQuoted && !BARE.test(text.slice(Math.max(0, at.start - 2), at.end))) return [];
  const promised = surePromiseOf(name);
  if (promised?.exact !== true) return [];
  const behind = text.slice(at.end, at.end + MOST);
  const match = BEHIND.exec(behind) ?? BEFORE.exec(at.before(MOST));
  const value = match?.[2];
  if (match === null || value === undefined || !isMadeUpWord(value) || isAbout(value, name, promised)) return [];
  const isLong = value.length >= 12 && (isRandom(value) || /[A-Z]/.test(value));
  if (!isLong && !(promised.strength === "password" && isWordAndNumber(value))) return [];
  const start = (match.input === behind ? at.end : Math.max(0, at.start - MOST)) + match.indices![2]![0];
  return [pairAt(start, { name, value, promised, place: inCell(true, () => false), syntax: "keyed" })];
}

/**
 * Whether a name belongs to something else, so that a text beside it is no value: an operator assigns to the name, or
 * the name is the end of an address: `{ git = "https://…/tree-sitter-passwd", rev = "…" }`.
 */
function isOfSomethingElse({ operator, text, start }: NameInText): boolean {
  return operator?.kind === "assign" || text[start - 1] === "/";
}

/** Whether a text beside a name is no value of it: it says the name, or it is the id of a row that says `password`. */
function isAbout(value: string, name: string, { strength }: Promised): boolean {
  return value.toLowerCase().includes(name.toLowerCase()) || (strength === "password" && UUID.test(value));
}
