import { ALNUM, COLON, EQUALS, NAME, QUOTE, runEnd, runStart } from "../charset.ts";
import { judgeKey } from "../judge-key.ts";
import type { KeyClass } from "../judge-key.ts";
import { judgeValue } from "../judge-value.ts";
import { MAX_TRIES, note } from "../scan.ts";
import type { Scan } from "../scan.ts";
import { readBare, readQuoted } from "./value.ts";
import type { Value } from "./value.ts";
import { findOperator } from "./operator.ts";
import type { Operator } from "./operator.ts";
import { readColumn } from "./column.ts";

const MAX_NAME = 80;

/**
 * A telling word inside a name: `password`, `token`, `key`. Reads the whole name, the operator and the value,
 * in whatever language they stand: .env, JSON at any escape level, YAML, INI, TOML, XML, SQL, PHP, flags, prose.
 */
export function readKeyed(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  // Some anchors hold the operator too: `code=`.
  const wordEnd = runStart(text, end, EQUALS | COLON | QUOTE, start) ;
  if (wordEnd <= scan.nameEnd) return;
  const nameEnd = runEnd(text, wordEnd, NAME, wordEnd + MAX_NAME);
  scan.nameEnd = nameEnd;
  const operator = findOperator(text, nameEnd);
  if (operator === undefined) return readColumn(scan, runStart(text, start, NAME, start - MAX_NAME), nameEnd);
  const nameStart = runStart(text, start, NAME, Math.max(0, start - MAX_NAME));
  if (operator.kind === "space" && !allowsSpace(text, nameStart, operator)) return;
  const name = text.slice(nameStart, nameEnd);
  const key = judgeName(name);
  if (key === undefined || (operator.kind === "space" && key.strength === "hint")) return;
  if (operator.kind === "argument" && !(operator.nameQuoted && "\"'`".includes(text[nameStart - 1] ?? " "))) return readColumn(scan, nameStart, nameEnd);

  const quoted = readQuoted(scan, operator.valueStart);
  const value = quoted ?? readBare(scan, operator.valueStart, bareStyle(text, nameStart, name, operator));
  if (value === undefined) return;
  // A bare word that is called or indexed is code.
  if (quoted === undefined && (operator.needsQuote || "([".includes(text[value.end] ?? " "))) return;
  judge(scan, key, name, value, quoted !== undefined, operator, nameStart);
}

function judge(scan: Scan, key: KeyClass, name: string, whole: Value, quoted: boolean, operator: Operator, nameStart: number): void {
  const { text } = scan;
  if (whole.end !== scan.valueEnd) scan.valueTries = 0;
  scan.valueEnd = whole.end;
  if (++scan.valueTries > MAX_TRIES) return;
  const start = afterScheme(text, whole);
  const value = text.slice(start, whole.end);
  const data =
    operator.kind === "element" || operator.kind === "space" || operator.kind === "attribute" || isLineStart(text, nameStart) || isQuery(text, nameStart) || !/[a-z]/.test(name) || start > whole.start;
  const strong = key.strength === "hint" && isQuery(text, nameStart) && QUERY_KEYS.test(name) ? ({ ...key, strength: "secret" } as const) : key;
  const confidence = judgeValue(strong, value, { quoted, data, constant: !/[a-z]/.test(name), bundled: () => isBundled(text, nameStart, whole.end) || /cleartext/i.test(name) });
  if (confidence !== undefined) note(scan, key.kind, start, whole.end, confidence, `keyed-${key.kind}`);
}

/** In a query these are credentials. */
const QUERY_KEYS = /^(?:sig|signature|x-amz-signature|x-goog-signature|code|auth|key|session|sid|sessionid|hmac|otp|salt|nonce)$/i;

/** Where an operator is only a blank, the name must be a flag, a .netrc word or SQL: prose has blanks everywhere. */
function allowsSpace(text: string, nameStart: number, operator: Operator): boolean {
  if (text[nameStart] === "-" || operator.says || operator.quoteFollows) return true;
  if (!/^(?:password|passphrase|passwd)$/i.test(text.slice(nameStart, operator.nameEnd))) return false;
  if (TYPED.test(text.slice(operator.valueStart, operator.valueStart + 40))) return true;
  return /\b(?:login|machine)\s+\S+\s+$/.test(text.slice(Math.max(0, nameStart - 120), nameStart));
}

/** Letters, digits and signs in one short word: nothing else in prose looks so. */
const TYPED = /^(?=[^\s"'`]{0,24}[0-9])(?=[^\s"'`]{0,24}[!@#$%^&*?~+])[A-Za-z][^\s"'`()[\]{}<>=;,]{7,32}(?:\s|$)/;

const judged = new Map<string, KeyClass | undefined>();
const MAX_JUDGED = 2000;

/** The same names come again and again. */
function judgeName(name: string): KeyClass | undefined {
  if (judged.has(name)) return judged.get(name);
  if (judged.size >= MAX_JUDGED) judged.clear();
  const key = judgeKey(name);
  judged.set(name, key);
  return key;
}

/** Which characters end a bare value. */
function bareStyle(text: string, nameStart: number, name: string, operator: Operator): "line" | "query" | "code" {
  if (isQuery(text, nameStart)) return "query";
  if (operator.kind === "element") return "code";
  if (operator.kind === "space") return "line";
  if (operator.tight && (isLineStart(text, nameStart) || !/[a-z]/.test(name))) return "line";
  return "code";
}

/** `Bearer x`, `token x`, `Basic x`: the word before the credential is no secret. */
function afterScheme(text: string, value: Value): number {
  const word = runEnd(text, value.start, ALNUM | 64, value.start + 24);
  if (text[word] !== " " || word >= value.end - 4) return value.start;
  return /^(?:bearer|basic|token|apikey|api-key|api-token|digest|negotiate|key|jwt|bot|flyv1|sso-key|genie[kK]ey|splunk|ntlm|hmac|oauth|aws4-hmac-sha256)$/i.test(text.slice(value.start, word)) ? word + 1 : value.start;
}

/** First on its line, but for indent, quotes, comment and list signs, `export`, `set`, `-e`, `ENV`, `ARG`. */
function isLineStart(text: string, at: number): boolean {
  let i = at;
  const floor = Math.max(0, at - 40);
  while (i > floor) {
    const c = text[i - 1] as string;
    if (c === "\n" || c === "\0") return true;
    if (c === "n" && text[i - 2] === "\\") return true;
    if (" \t\"'-#$/*:".includes(c)) i -= 1;
    else break;
  }
  if (i === 0) return true;
  return i < at && /(?:^|[\s"'])(?:export|set|setx|-e|--env|ENV|ARG|declare -x)\s+["']?$/.test(text.slice(Math.max(0, i - 16), at));
}

/** Inside a query string: `?token=` or `&token=`. */
function isQuery(text: string, at: number): boolean {
  const before = text[at - 1];
  return before === "?" || before === "&" || (before === ";" && text.startsWith("&amp;", at - 5));
}

/** A user, host or account named near by: then even a plain word is a password. */
function isBundled(text: string, from: number, to: number): boolean {
  const around = text.slice(Math.max(0, from - 160), from) + " " + text.slice(to, to + 120);
  return /(?:^|[^a-z])(?:user(?:_?name|_?id)?|login|host(?:name)?|server|account|db_?name|database|dbname|uid|email)["']?\s{0,3}(?:[:=]|=>)\s{0,3}["']?[\w$.@/-]{2,}/i.test(around);
}
