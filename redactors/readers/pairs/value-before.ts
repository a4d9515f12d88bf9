import { surePromiseOf } from "../../judge/promise-of.ts";
import { inCell, pairAt, type Pair } from "../../judge/pair.ts";
import type { NameInText } from "./name-in-text.ts";

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

/** The pair of a name and a value before it in the same object: `{"value": "…", "name": "DB_PASSWORD"}`. */
export function pairsWithValueBefore(at: NameInText): readonly Pair[] {
  if (!"\"'/ :=".includes(at.text[at.start - 1] ?? "x") || !NAMED.test(at.before(90))) return [];
  const before = at.before(MOST_FIELDS);
  const match = QUOTED.exec(before) ?? LINES.exec(before);
  if (match === null) return [];
  const name = at.word;
  const promised = surePromiseOf(name);
  if (promised === undefined) return [];
  const value = match[3] as string;
  const start = at.start - before.length + match.index + match[0].indexOf(value, match[0].indexOf(match[2] as string));
  return [pairAt(start, { name, value, promised, place: inCell(true, () => true), syntax: "keyed" })];
}
