import { judgeKey } from "../judge/judge-key.ts";
import { inCell, findInPair } from "../judge/judge-pair.ts";
import type { Scan } from "../scan.ts";

/** Fields that hold a value, and those that hold its name: `value` and `name`, `OutputValue` and `OutputKey`. */
const VALUE = String.raw`(?:\w{0,24}value|content)`;
const NAME = String.raw`(?:\w{0,24}(?:name|key)|id)`;
const IS = String.raw`\s{0,3}[:=]\s{0,3}`;
const QUOTE = String.raw`\\{0,8}["']`;
/** The folders of a store that a name may stand in: `/prod/db/password`. */
const PATH = String.raw`(?:[\w./-]{0,60}/)?`;
/** Fields that may stand between the two: a type, a switch. */
const OTHERS =
  String.raw`(?:,?\s{0,40}(?:${QUOTE})?[\w-]{1,24}(?:${QUOTE})?${IS}` +
  String.raw`(?:${QUOTE}[\w .:/-]{0,60}${QUOTE}|true|false|null|\d{1,12})){0,3}`;

/** The text before a name that is itself the value of a field. */
const NAMED = new RegExp(`(?:name|key|id)(?:${QUOTE})?${IS}(?:${QUOTE})?${PATH}$`, "i");
/** Of JSON, also in a string of JSON, of XML and of HTML. */
const QUOTED = new RegExp(
  String.raw`(?:^|[\s,{<])((?:${QUOTE})?)${VALUE}\1${IS}(${QUOTE})([^"'\\\n]{4,200})\2${OTHERS},?\s{0,40}` +
    `(?:${QUOTE})?${NAME}(?:${QUOTE})?${IS}${QUOTE}${PATH}$`,
  "i",
);
/** Of YAML. */
const LINES = new RegExp(
  String.raw`(?:^|\n)[ \t]{0,40}(?:- )?${VALUE}:[ \t]{1,8}()(["']?)([^\s"'][^\n"']{3,200}?)\2[ \t]{0,8}\r?\n` +
    String.raw`[ \t]{0,40}${NAME}:[ \t]{1,8}["']?${PATH}$`,
  "i",
);
/** Characters before a name in which its value may stand. */
const MOST = 420;

/** A value that its name stands behind, in the same object: `{"value": "…", "name": "DB_PASSWORD"}`. */
export function findValueBefore(scan: Scan, nameStart: number, nameEnd: number): boolean {
  const { text } = scan;
  if (!"\"'/ :=".includes(text[nameStart - 1] ?? "x")) return false;
  if (!NAMED.test(text.slice(Math.max(0, nameStart - 90), nameStart))) return false;
  const before = text.slice(Math.max(0, nameStart - MOST), nameStart);
  const match = QUOTED.exec(before) ?? LINES.exec(before);
  if (match === null) return false;
  const name = text.slice(nameStart, nameEnd);
  const key = judgeKey(name);
  if (key === undefined || key.strength === "hint") return false;
  const value = match[3] as string;
  const start = nameStart - before.length + match.index + match[0].indexOf(value, match[0].indexOf(match[2] as string));
  return findInPair(scan, { name, value, key, place: inCell(true, () => true) }, start);
}
