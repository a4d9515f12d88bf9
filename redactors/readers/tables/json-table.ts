import { pattern } from "../../../kit/word-pattern.ts";
import { surePromiseOf } from "../../judge/promise-of.ts";
import { inCell, pairAt, type Pair } from "../../judge/pair.ts";
import type { Scan } from "../../scan.ts";
import { lastTable } from "./columns.ts";
import { parseQuoted } from "../pairs/quoted-value.ts";

/** The fields that list the names of columns, in lower case, as anchors with the quote behind each. */
export const TABLE_WORDS =
  'columns" columns\\" column_names" columnnames" column_names\\" columnnames\\" fields" fields\\" headers" headers\\" ' +
  'header" header\\" cols" cols\\"';

/** The most columns and rows of a table that are read, and the most characters of its rows. */
const [MAX_COLUMNS, MAX_ROWS, MAX_LENGTH] = [128, 64, 65_536] as const;
const OPEN = /\s{0,4}:\s{0,4}\[\s{0,40}/y;
const NEXT = /\s{0,40},\s{0,40}/y;
/** The beginning of a column that is an object, up to the value of the field with the column's name. */
const NAMED = /\{[^{}]{0,200}?\\{0,7}"(?:name|column|field|column_?name)\\{0,7}"\s{0,4}:\s{0,4}(?=\\{0,7}")/iy;
const OBJECT_END = /[^{}]{0,300}\}/y;
/** The text between the names and the rows, up to the first value: the end of the list, other fields, two brackets. */
const TO_ROWS = pattern("iy")`
    (?:[^[\]]{0,300}\[[^[\]]{0,3000}\]){0,5}?[^[\]]{0,300}?\\{0,7}"(?:rows|data|values|records|results?|tuples|data_?array)\\{0,7}"
    \s{0,4}:\s{0,4}\[\s{0,40}\[\s{0,40}
  `;
const ROW_END = /\s{0,40}\]\s{0,40},\s{0,40}\[\s{0,40}/y;
const LITERAL = /-?[\d.]+(?:[eE][+-]?\d+)?|true|false|null|NaN/y;

/**
 * The pairs of JSON that lists the names of its columns once and the rows apart:
 * `{"columns": ["user", "password"], "rows": [["bob", "…"]]}`. A name may be an object with a field `name`.
 */
export function* pairsInJsonTable(scan: Scan, start: number, end: number): Iterable<Pair> {
  const { text } = scan;
  const last = lastTable(scan);
  if (start < last.end) return;
  const from = behind(OPEN, text, end);
  const list = from === -1 ? undefined : namesAt(scan, from);
  if (list === undefined) return;
  const promises = list.names.map(surePromiseOf);
  if (promises.every((promised) => promised === undefined)) return;
  const bundled = (): boolean => list.names.some((name) => /user|login|name|mail|host/i.test(name));
  let at = behind(TO_ROWS, text, list.end + 1);
  for (let row = 0; at !== -1 && row < MAX_ROWS && at - list.end < MAX_LENGTH; row++) {
    for (let column = 0; column < promises.length; column++) {
      const value = valueAt(scan, at);
      if (value === undefined) return;
      const promised = promises[column];
      if (promised !== undefined && value.isText) {
        const pair = { name: list.names[column]!, value: text.slice(value.start, value.end), promised };
        yield pairAt(value.start, { ...pair, place: inCell(true, bundled), syntax: "column" });
      }
      last.end = at = value.next;
      const next = behind(NEXT, text, at);
      if (next === -1) break;
      at = next;
    }
    at = behind(ROW_END, text, at);
  }
}

/**
 * The names of columns in a list whose first item begins at `from`, and the list's end; `undefined` for another list.
 */
function namesAt(scan: Scan, from: number): { readonly names: readonly string[]; readonly end: number } | undefined {
  const { text } = scan;
  const names: string[] = [];
  for (let at = from; names.length < MAX_COLUMNS; ) {
    const inObject = behind(NAMED, text, at);
    const name = valueAt(scan, inObject === -1 ? at : inObject);
    if (name === undefined || !name.isText || name.end - name.start > 80) return undefined;
    names.push(text.slice(name.start, name.end));
    const end = inObject === -1 ? name.next : behind(OBJECT_END, text, name.next);
    if (end === -1) return undefined;
    at = behind(NEXT, text, end);
    if (at === -1) return { names, end };
  }
  return undefined;
}

interface Item {
  readonly start: number;
  readonly end: number;
  /** The index behind the value and its quote. */
  readonly next: number;
  readonly isText: boolean;
}

/** The text, number or word at `at`; `undefined` for a list or an object. */
function valueAt(scan: Scan, at: number): Item | undefined {
  const { text } = scan;
  const quoted = /^\\{0,7}"/.test(text.slice(at, at + 8)) ? parseQuoted(scan, at) : undefined;
  if (quoted === undefined) {
    const next = behind(LITERAL, text, at);
    return next === -1 ? undefined : { start: at, end: next, next, isText: false };
  }
  let next = quoted.end;
  while (text[next] === "\\") next += 1;
  return text[next] === '"' ? { ...quoted, next: next + 1, isText: true } : undefined;
}

/** The index behind the match of a sticky pattern at `at`; -1 if it does not match there. */
function behind(sticky: RegExp, text: string, at: number): number {
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : -1;
}
