import { BLANK, COLON, EQUALS, NAME, QUOTE, runEnd, runStart } from "../charset.ts";
import { judgeKey } from "../judge/judge-key.ts";
import type { KeyClass } from "../judge/key-class.ts";
import { inCell, judgePair } from "../judge/judge-pair.ts";
import { addFinding, perScan, type Scan } from "../scan.ts";
import { afterWrapper, parseFallback, parseQuoted } from "./quoted-value.ts";
import { scrambledWordAt } from "./scrambled-word-at.ts";
import { parseBare, wordLines, type Value } from "./value.ts";
import { findInColumn } from "./columns.ts";
import { isDeclared, isLineStart, isQuery, allowsSpace, fullName, isFirst, nameEndOf, nameStartOf } from "./named.ts";
import type { Operator } from "./operator.ts";
import { parseOperator } from "./parse-operator.ts";
import { findInRow } from "./rows.ts";
import { findBesideLiteral, findSaidBefore, findValueBefore } from "./beside-name.ts";
import { findPipedTo } from "./command.ts";
import { isRowOfNouns } from "../judge/made-up-word.ts";
import { rowAt } from "./announced.ts";
import { findBehindName, isInGoRow } from "./find-behind-name.ts";
import { isOtherSyntax, isBareCode, isName, isVariable } from "./keyed-syntax.ts";

/** The end of the name that was read last. */
const lastName = perScan(() => ({ end: 0 }));

/**
 * Finds the secret behind a telling word in a name: `password`, `token`, `key`. Reads the whole name, the operator and
 * the value in any format: .env, JSON at any escape level, YAML, INI, TOML, XML, SQL, PHP, flags, prose. It first finds
 * the name's end, then looks for a value that is not behind an operator, then tests whether name and operator are a
 * pair, and last reads the pair's value.
 */
export function findKeyed(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  // Some anchors also hold the operator, which is no part of the name: `code=`, `pw `.
  const wordEnd = runStart(text, end, EQUALS | COLON | QUOTE | BLANK, start);
  const last = lastName(scan);
  if (wordEnd <= last.end) return;
  const nameEnd = nameEndOf(text, wordEnd);
  last.end = nameEnd;
  const operator = parseOperator(text, nameEnd);
  const nameStart = nameStartOf(text, start);
  if (findAround(scan, nameStart, nameEnd, operator)) return;
  const pair = pairOf(text, nameStart, nameEnd, operator);
  if (pair === "column") findInColumn(scan, nameStart, nameEnd);
  else if (pair !== "no pair") findInValue(scan, pair);
}

/**
 * Finds a value that stands before the name, in the same row of a table, in a literal beside the name, or in a
 * sentence. It runs before the operator is read, since in these cases the operator belongs to another name.
 * @returns whether a value was found, so that no operator is read
 */
function findAround(scan: Scan, nameStart: number, nameEnd: number, operator: Operator | undefined): boolean {
  if (findValueBefore(scan, nameStart, nameEnd) || findInRow(scan, nameStart, nameEnd)) return true;
  findPipedTo(scan, nameStart);
  if (operator?.kind !== "assign" && findBesideLiteral(scan, nameStart, nameEnd)) return true;
  return findSaidBefore(scan, nameStart, nameEnd);
}

/** A name that promises a secret, with the operator behind the name. */
interface NamedPair {
  readonly name: string;
  readonly key: KeyClass;
  readonly nameStart: number;
  readonly operator: Operator;
}

/** The pair of a name and its operator. If the name may be the heading of a table's column, the result is `column`. */
function pairOf(
  text: string,
  nameStart: number,
  nameEnd: number,
  operator: Operator | undefined,
): NamedPair | "column" | "no pair" {
  if (operator === undefined) return "column";
  const { kind } = operator;
  if (kind === "space" && !allowsSpace(text, nameStart, operator)) return "column";
  const name = fullName(text, nameStart, nameEnd);
  const key = judgeKey(name);
  if (key === undefined) return "no pair";
  // Behind a weak name (a `hint`) a blank is an operator only in a declaration.
  if (kind === "space" && key.strength === "hint" && !isDeclared(text, nameStart)) return "no pair";
  if (kind === "argument" && !isFirst(text, nameStart, operator)) return "column";
  return isOtherSyntax(text, name, nameStart, operator) ? "no pair" : { name, key, nameStart, operator };
}

/** Finds the secret in the value of a pair: in a block of lines, in quotes, as a scrambled word, or as a bare word. */
function findInValue(scan: Scan, pair: NamedPair): void {
  const { text } = scan;
  const { name, key, nameStart, operator } = pair;
  if (operator.block && findInBlock(scan, name, key, operator)) return;
  const valueStart = afterWrapper(text, operator.valueStart);
  const quoted = quotedValue(scan, pair, valueStart);
  if (quoted !== undefined) {
    findChanged(scan, pair, quoted);
    if (!isName(text, quoted, operator)) findBehindName(scan, key, name, quoted, true, operator, nameStart);
    return;
  }
  const scrambled = scrambledWordAt(text, nameStart, operator);
  if (scrambled !== undefined) return findBehindName(scan, key, name, scrambled, false, operator, nameStart);
  const bare = bareValue(scan, pair, valueStart);
  if (bare === undefined) return;
  findChanged(scan, pair, bare);
  if (operator.needsQuote || isBareCode(text, bare, operator) || isVariable(text, name, bare, operator)) return;
  findBehindName(scan, key, name, bare, false, operator, nameStart);
}

/**
 * A value that has a mark at its end: quotes, braces, the last of four groups of letters, or the quotes of a default.
 */
function quotedValue(scan: Scan, { key, nameStart, operator }: NamedPair, valueStart: number): Value | undefined {
  const { text } = scan;
  return (
    parseQuoted(scan, valueStart) ??
    parseBraced(text, valueStart, operator, nameStart) ??
    parseGroups(text, valueStart, key) ??
    parseFallback(scan, operator.valueStart)
  );
}

function bareValue(scan: Scan, { name, nameStart, operator }: NamedPair, valueStart: number): Value | undefined {
  const { text } = scan;
  const bare =
    parseInRow(text, nameStart, operator) ?? parseBare(scan, valueStart, bareStyle(text, nameStart, name, operator));
  return inSubstitution(text, nameStart, withSecret(text, bare));
}

/** Finds the new value in a plan of Terraform: `"old" -> "new"`. */
function findChanged(scan: Scan, { name, key, nameStart, operator }: NamedPair, { end }: Value): void {
  const arrow = /^\\?"? -> (?=\\?")/.exec(scan.text.slice(end, end + 8));
  const changed = arrow === null ? undefined : parseQuoted(scan, end + arrow[0].length);
  if (changed !== undefined) findBehindName(scan, key, name, changed, true, operator, nameStart);
}

/**
 * Finds the secret in a value of several lines. Each line is a finding, so that the indents stay. Returns `true` if it
 * found a secret.
 */
function findInBlock(scan: Scan, name: string, key: KeyClass, operator: Operator): boolean {
  const lines = wordLines(scan.text, operator.valueStart);
  const value = lines.map(([start, end]) => scan.text.slice(start, end)).join("");
  const judged = value === "" ? undefined : judgePair({ name, value, key, place: inCell(false, () => false) });
  if (judged === undefined) return false;
  const { kind, confidence } = judged;
  for (const [start, end] of lines) addFinding(scan, kind, start, end, confidence, `keyed-${kind}`);
  return true;
}

/**
 * The value in sed's `s/PASSWORD: a/PASSWORD: b/`, which ends before the separator (here `/`); `undefined` if the value
 * is empty. Outside of a substitution, the value as it is.
 */
function inSubstitution(text: string, nameStart: number, value: Value | undefined): Value | undefined {
  const sign = /(?:^|[\s'"])s([/|#,])[^\n]*$/.exec(text.slice(Math.max(0, nameStart - 160), nameStart))?.[1];
  const at = sign === undefined || value === undefined ? -1 : text.slice(value.start, value.end).indexOf(sign);
  if (at === -1 || value === undefined) return value;
  return at === 0 ? undefined : { start: value.start, end: value.start + at };
}

/**
 * Extends the value in Facebook's `access_token=APP|SECRET` beyond the `|`, which ends a value without quotes. Any
 * other value is unchanged.
 */
function withSecret(text: string, value: Value | undefined): Value | undefined {
  if (value === undefined || text[value.end] !== "|" || !/^\d{12,18}$/.test(text.slice(value.start, value.end)))
    return value;
  const end = runEnd(text, value.end + 1, NAME, value.end + 48);
  return end - value.end > 20 ? { start: value.start, end } : value;
}

/** An app password of Google, four groups of letters up to the end of the line or the element, or a row of words. */
function parseGroups(text: string, start: number, { strength }: KeyClass): Value | undefined {
  const row = rowAt(text, start);
  const value =
    /^[a-z]{4}(?: [a-z]{4}){3}(?=[ \t]*(?:\r?\n|<\/|$))/.exec(text.slice(start, start + 24))?.[0] ??
    (isRowOfNouns(row) ? row : undefined);
  return strength === "password" && value !== undefined ? { start, end: start + value.length } : undefined;
}

/**
 * The value in ODBC's `Pwd={…}`, in which each brace of the value is doubled; `undefined` for `{pwd}`, which is a
 * template.
 */
function parseBraced(
  text: string,
  at: number,
  { assigns, tight, nameEnd }: Operator,
  nameStart: number,
): Value | undefined {
  if (text[at] !== "{" || !assigns || !tight || !/^(?:pwd|password)$/i.test(text.slice(nameStart, nameEnd)))
    return undefined;
  // In a format string of code the braces around the value are doubled, too: `Pwd={{…}}`.
  const open = text[at + 1] === "{" ? 2 : 1;
  const rest = text.slice(at, at + 140);
  const value = (open === 2 ? /^\{\{([^{}\n]{4,128})\}\}(?!\})/ : /^\{((?:[^{}\n]|\}\}){4,128})\}(?!\})/).exec(
    rest,
  )?.[1];
  if (
    value === undefined ||
    !/(?:driver|dsn|server|uid|user id|data source|provider)\s?=[^;\n]{1,120};/i.test(
      text.slice(Math.max(0, nameStart - 240), nameStart),
    )
  )
    return undefined;
  return { start: at + open, end: at + open + value.length };
}

/** A value in a row of Go's `{Host:db Password:…}`. Only a blank or the brace at the end of the row ends it. */
const IN_GO_ROW = /^[^\s"'`{}]{4,128}(?= [A-Z]\w{0,32}:|\}[\s})\],;]|\}$)/;

/** The value of a row that Go printed, with the signs that end a value in code; `undefined` if there is none. */
function parseInRow(text: string, nameStart: number, { kind, tight, valueStart }: Operator): Value | undefined {
  if (kind !== "assign" || !tight || text[valueStart - 1] !== ":" || !isInGoRow(text, nameStart)) return undefined;
  const length = IN_GO_ROW.exec(text.slice(valueStart, valueStart + 140))?.[0].length;
  return length === undefined ? undefined : { start: valueStart, end: valueStart + length };
}

/** Where a bare value ends: at the end of its line, or at a character that ends a value in a query or in code. */
function bareStyle(text: string, nameStart: number, name: string, operator: Operator): "line" | "query" | "code" {
  // The id of a session can be a part of a path: `/bar;jsessionid=…?x=1`.
  if (isQuery(text, nameStart) || /^jsessionid$/i.test(name)) return "query";
  if (operator.kind === "element") return "code";
  if (operator.kind === "space") return "line";
  if (operator.tight && (isLineStart(text, nameStart) || (operator.assigns && !/[a-z]/.test(name)))) return "line";
  // A value alone on its line, as in YAML, extends to the line's end. If the line has quotes or commas, it is code.
  if (
    isLineStart(text, nameStart) &&
    /^[^\s"'`,;]{8,128}[ \t]*(?:\r?\n|$)/.test(text.slice(operator.valueStart, operator.valueStart + 140))
  )
    return "line";
  return "code";
}
