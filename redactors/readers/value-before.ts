import { judgeKey } from "../judge/judge-key.ts";
import { inCell, notePair } from "../judge/judge-pair.ts";
import type { Scan } from "../scan.ts";

/** What stands before a name that is itself the value of a field: `"name": "`, `name="`, `name: `. */
const NAMED = /(?:name|key|id)\\{0,8}["']?\s{0,3}[:=]\s{0,3}\\{0,8}["']?$/i;
const MOST = 320;

/** Fields that hold the value, and those that the name stands in. */
const VALUE = "(?:value|ParameterValue|content|secretValue)";
const NAME = "(?:name|key|id|ParameterKey)";
/** Of JSON, also in a string of JSON, of XML and of HTML. */
const QUOTED = new RegExp(
  String.raw`(?:^|[\s,{<])(\\{0,8}["']?)${VALUE}\1\s{0,3}[:=]\s{0,3}(\\{0,8}["'])([^"'\\\n]{4,200})\2,?` +
    String.raw`\s{1,40}(?:[\w-]{1,24}=["'][\w-]{0,40}["']\s{1,8}){0,3}\\{0,8}["']?${NAME}\\{0,8}["']?\s{0,3}[:=]\s{0,3}\\{0,8}["']$`,
  "i",
);
const COMPACT = new RegExp(
  String.raw`[{,](\\{0,8}["'])${VALUE}\1:(\\{0,8}["'])([^"'\\\n]{4,200})\2,\1${NAME}\1:\2$`,
  "i",
);
/** Of YAML. */
const LINES = new RegExp(
  String.raw`(?:^|\n)[ \t]{0,40}(?:- )?${VALUE}:[ \t]{1,8}()(["']?)([^\s"'][^\n"']{3,200}?)\2[ \t]*\r?\n[ \t]{0,40}${NAME}:[ \t]{1,8}["']?$`,
  "i",
);

/** A value that its name stands behind, in the same object: `{"value": "…", "name": "DB_PASSWORD"}`. */
export function readValueBefore(scan: Scan, nameStart: number, nameEnd: number): boolean {
  const { text } = scan;
  if (!NAMED.test(text.slice(Math.max(0, nameStart - 40), nameStart))) return false;
  const before = text.slice(Math.max(0, nameStart - MOST), nameStart);
  const match = QUOTED.exec(before) ?? COMPACT.exec(before) ?? LINES.exec(before);
  const key = match && judgeKey(text.slice(nameStart, nameEnd));
  if (!match || key === undefined || key?.strength === "hint") return false;
  const value = match[3]!;
  const start = nameStart - before.length + match.index + match[0].lastIndexOf(value);
  const name = text.slice(nameStart, nameEnd);
  return notePair(scan, { name, value, key: key!, place: inCell(true, () => true) }, start);
}
