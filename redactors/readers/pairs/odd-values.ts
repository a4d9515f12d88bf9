/** @file Values that end at other signs than their neighbours: in braces, in rows of words, in a row of Go, in sed. */

import { NAME, runEnd } from "../../charset.ts";
import { isSpacedPhrase } from "../../judge/made-up-word.ts";
import { rowAt } from "../announced.ts";
import type { JoinedName } from "./joined-name.ts";
import { isInGoRow } from "./records.ts";
import type { Value } from "./value.ts";

/** An app password of Google, four groups of letters up to the end of the line or the element, or a row of words. */
export function parseGroups(text: string, start: number): Value | undefined {
  const row = rowAt(text, start);
  const value =
    /^[a-z]{4}(?: [a-z]{4}){3}(?=[ \t]*(?:\r?\n|<\/|$))/.exec(text.slice(start, start + 24))?.[0] ??
    (isSpacedPhrase(row) ? row : undefined);
  return value === undefined ? undefined : { start, end: start + value.length };
}

/**
 * The value in ODBC's `Pwd={…}`, in which each brace of the value is doubled; `undefined` for `{pwd}`, which is a
 * template.
 */
export function parseBraced({ at: name, text, nameStart, operator }: JoinedName, at: number): Value | undefined {
  const { isStatement, tight, nameEnd } = operator;
  if (text[at] !== "{" || !isStatement || !tight || !/^(?:pwd|password)$/i.test(text.slice(nameStart, nameEnd)))
    return undefined;
  // In a format string of code the braces around the value are doubled, too: `Pwd={{…}}`.
  const open = text[at + 1] === "{" ? 2 : 1;
  const rest = text.slice(at, at + 140);
  const value = (open === 2 ? /^\{\{([^{}\n]{4,128})\}\}(?!\})/ : /^\{((?:[^{}\n]|\}\}){4,128})\}(?!\})/).exec(
    rest,
  )?.[1];
  const isOdbc = /(?:driver|dsn|server|uid|user id|data source|provider)\s?=[^;\n]{1,120};/i.test(name.before(240));
  return value === undefined || !isOdbc ? undefined : { start: at + open, end: at + open + value.length };
}

/** A value in a row of Go's `{Host:db Password:…}`. Only a blank or the brace at the end of the row ends it. */
const IN_GO_ROW = /^[^\s"'`{}]{4,128}(?= [A-Z]\w{0,32}:|\}[\s})\],;]|\}$)/;

/** The value of a row that Go printed, with the signs that end a value in code; `undefined` if there is none. */
export function parseInGoRow({ text, nameStart, operator }: JoinedName): Value | undefined {
  const { kind, tight, valueStart } = operator;
  if (kind !== "assign" || !tight || text[valueStart - 1] !== ":" || !isInGoRow(text, nameStart)) return undefined;
  const length = IN_GO_ROW.exec(text.slice(valueStart, valueStart + 140))?.[0].length;
  return length === undefined ? undefined : { start: valueStart, end: valueStart + length };
}

/**
 * The value in sed's `s/PASSWORD: a/PASSWORD: b/`, which ends before the separator (here `/`); `undefined` if the value
 * is empty. Outside of a substitution, the value as it is.
 */
export function inSubstitution({ at: name, text }: JoinedName, value: Value): Value | undefined {
  const sign = /(?:^|[\s'"])s([/|#,])[^\n]*$/.exec(name.before(160))?.[1];
  const at = sign === undefined ? -1 : text.slice(value.start, value.end).indexOf(sign);
  if (at === -1) return value;
  return at === 0 ? undefined : { start: value.start, end: value.start + at };
}

/**
 * Extends the value in Facebook's `access_token=APP|SECRET` beyond the `|`, which ends a value without quotes. Any
 * other value is unchanged.
 */
export function withSecret(text: string, value: Value): Value {
  if (text[value.end] !== "|" || !/^\d{12,18}$/.test(text.slice(value.start, value.end))) return value;
  const end = runEnd(text, value.end + 1, NAME, value.end + 48);
  return end - value.end > 20 ? { start: value.start, end } : value;
}
