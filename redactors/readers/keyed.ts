import { ALNUM, COLON, EQUALS, NAME, QUOTE, runEnd, runStart } from "../charset.ts";
import { isTypeName } from "../is-type-name.ts";
import { judgeKey } from "../judge-key.ts";
import type { KeyClass } from "../judge-key.ts";
import { judgeValue } from "../judge-value.ts";
import { isWeakPassword } from "../placeholder.ts";
import { MAX_TRIES, note } from "../scan.ts";
import type { Scan } from "../scan.ts";
import { readBare, readQuoted } from "./value.ts";
import type { Value } from "./value.ts";
import { isBundled } from "./is-bundled.ts";
import { isDeclared, isLineStart } from "./line-start.ts";
import { findOperator } from "./operator.ts";
import type { Operator } from "./operator.ts";
import { inConnectionString, isAssigned, isBareSetting, isSetting } from "./setting.ts";
import { isVendor } from "../catalogue/vendors.ts";
import { joinNames } from "../join-names.ts";
import { toWords } from "../to-words.ts";
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
  // The one letter beyond ASCII in a word for it.
  const nameEnd = runEnd(text, /^[ñÑ]a$/i.test(text.slice(wordEnd, wordEnd + 2)) ? wordEnd + 2 : wordEnd, NAME, wordEnd + MAX_NAME);
  scan.nameEnd = nameEnd;
  const operator = findOperator(text, nameEnd);
  if ((operator === undefined || operator.kind === "assign") && readReversed(scan, nameEnd)) return;
  if (operator === undefined) return readColumn(scan, runStart(text, start, NAME, start - MAX_NAME), nameEnd);
  const nameStart = runStart(text, start, NAME, Math.max(0, start - MAX_NAME));
  if (operator.kind === "space" && !allowsSpace(text, nameStart, operator)) return readColumn(scan, nameStart, nameEnd);
  const name = fullName(text, nameStart, nameEnd);
  const key = judgeName(name);
  if (key === undefined || (operator.kind === "space" && key.strength === "hint" && !isDeclared(text, nameStart))) return;
  if (operator.kind === "argument" && !isFirst(text, nameStart, operator)) return readColumn(scan, nameStart, nameEnd);
  // `FUNCTION_PASS("…")` is a macro.
  if (operator.kind === "call" && /^[A-Z_]*_PASS$/.test(name)) return;

  const valueStart = operator.valueStart + (WRAPPED.exec(text.slice(operator.valueStart, operator.valueStart + 20))?.[0].length ?? 0);
  const quoted = readQuoted(scan, valueStart) ?? readFallback(scan, operator);
  const value = quoted ?? withSecret(text, readBare(scan, valueStart, bareStyle(text, nameStart, name, operator)));
  if (value === undefined) return;
  if (quoted === undefined && operator.kind === "assign" && !operator.tight && /^ (?:&&|\|\||[?+*/%-] |and |or |if |= )/.test(text.slice(value.end, value.end + 5))) return;
  // A bare word that is called or indexed is code, and so is a type with another in it.
  if (quoted === undefined && (operator.needsQuote || /^[([]|^<[A-Za-z]/.test(text.slice(value.end, value.end + 2)))) return;
  judge(scan, key, name, value, quoted !== undefined, operator, nameStart);
}

/** The first of a call's arguments, in quotes, or a flag in a list: in other lists words stand for themselves. */
function isFirst(text: string, nameStart: number, operator: Operator): boolean {
  if (!operator.nameQuoted || !"\"'`".includes(text[nameStart - 1] ?? " ")) return false;
  return text[nameStart] === "-" || !/[,[]\s{0,4}[@b]?\\?["'`]$/.test(text.slice(Math.max(0, nameStart - 8), nameStart));
}

/** What stands around a secret so that it is not printed, or is digested; and a list, of which the first is read. */
const WRAPPED = /^(?:(?:Sensitive|SecretStr|SecretString|Redacted|PASSWORD|ENCRYPT|CRYPT|MD5|SHA[12]?|(?:String|Secret(?:String)?|SecretBox)::(?:from|new)|Some|new String|std::string|(?:aws|pulumi)\.String|Buffer\.from|\[\]byte)\((?=["'])|\[\s{0,12}(?=["'])|"?@ByteArray\()/i;

/** Facebook's `access_token=APP|SECRET`: a bare value would end at the bar. */
function withSecret(text: string, value: Value | undefined): Value | undefined {
  if (value === undefined || text[value.end] !== "|" || !/^\d{12,18}$/.test(text.slice(value.start, value.end))) return value;
  const end = runEnd(text, value.end + 1, NAME, value.end + 48);
  return end - value.end > 20 ? { start: value.start, end } : value;
}

function judge(scan: Scan, key: KeyClass, name: string, whole: Value, quoted: boolean, operator: Operator, nameStart: number): void {
  const { text } = scan;
  if (whole.end !== scan.valueEnd) scan.valueTries = 0;
  scan.valueEnd = whole.end;
  if (++scan.valueTries > MAX_TRIES) return;
  const start = afterScheme(text, whole);
  if (!quoted && isTypeName(text, start, whole.end)) return;
  const value = text.slice(start, whole.end);
  // `exports.JWTAccess = JWTAccess` says the name again; what a badge shows is public.
  // Vim's variables have their scope before them.
  if (!quoted && /^[abglstvw]:[A-Za-z_]+$/.test(value)) return;
  if (value.length <= name.length + 4 && name.toLowerCase().endsWith(value.replace(/[\\"'`]/g, "").toLowerCase())) return;
  if (/^[A-Za-z]+$/.test(value) && value.toLowerCase().includes(name.toLowerCase()) && !mayBeTyped(key, value)) return;
  if (isQuery(text, nameStart) && /\.svg\?[\w=&-]{0,24}$/.test(text.slice(Math.max(0, nameStart - 32), nameStart))) return;
  const data =
    operator.kind === "element" || operator.kind === "space" || operator.kind === "attribute" || isLineStart(text, nameStart) || isQuery(text, nameStart) || inConnectionString(text, nameStart, operator) || name.startsWith("ansible_") || !/[a-z]/.test(name) || start > whole.start;
  const strong = key.strength === "hint" && isQuery(text, nameStart) && QUERY_KEYS.test(name) ? ({ ...key, strength: "secret" } as const) : key;
  const confidence = judgeValue(strong, value, {
    quoted,
    data,
    constant: !/[a-z]/.test(name),
    bundled: () => (!operator.says && isBundled(text, nameStart, whole.end)) || /cleartext/i.test(name),
    owned: () => isOwned(text, nameStart),
    setting: isSetting(text, name, nameStart, quoted, operator),
    assigned: quoted ? isAssigned(text, name, nameStart, value, operator) : isBareSetting(text, whole, nameStart, operator),
  });
  if (confidence !== undefined) note(scan, key.kind, start, whole.end, confidence, `keyed-${key.kind}`);
}

/** Says what it is and may be one all the same: `rootpassword`. The name of a variable has a great letter where its words meet. */
function mayBeTyped(key: KeyClass, value: string): boolean {
  return isWeakPassword(value) || (key.strength === "password" && /^[a-z]+$/.test(value));
}

/** In a query these are credentials. */
const QUERY_KEYS = /^(?:app_?id|sig|signature|x-amz-signature|x-goog-signature|code|auth|key|session|sid|sessionid|hmac|otp|salt|nonce)$/i;

/** Where an operator is only a blank, the name must be a flag, a .netrc word or SQL: prose has blanks everywhere. */
function allowsSpace(text: string, nameStart: number, operator: Operator): boolean {
  if (operator.says || operator.quoteFollows || isDeclared(text, nameStart)) return true;
  const name = text.slice(nameStart, operator.nameEnd);
  const ownLine = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, nameStart - 16), nameStart));
  if (ownLine && /^(?:requirepass|masterauth|rootpw|bindpw)$/i.test(name)) return true;
  if (ownLine && /[a-z][_-]|[A-Z]_/.test(name) && /^\S{16,128}[ \t]*(?:\r?\n|$)/.test(text.slice(operator.valueStart, operator.valueStart + 140))) return true;
  if (/^:?_(?:authToken|password|auth)$/.test(name)) return true;
  if (ownLine && PASSWORD_NAME.test(name) && LONE_VALUE.test(text.slice(operator.valueStart, operator.valueStart + 80))) return true;
  if (!/^(?:insecure-)?(?:password|passphrase|passwd|pass)$/i.test(name)) return false;
  if (/^d-i [^\n]{1,80}$/.test(text.slice(Math.max(0, nameStart - 90), nameStart).split("\n").at(-1) as string)) return true;
  if (TYPED.test(text.slice(operator.valueStart, operator.valueStart + 40))) return true;
  if (/\b(?:login|machine)\s+\S+\s+$/.test(text.slice(Math.max(0, nameStart - 120), nameStart))) return true;
  return ownLine && /^\S{4,64}[ \t]*(?:\r?\n|$)/.test(text.slice(operator.valueStart, operator.valueStart + 80)) && SETTING.test(text.slice(Math.max(0, nameStart - 160), nameStart));
}

/** A line of a settings file without operators, as in .msmtprc. */
const SETTING = /(?:^|\n)[ \t]*(?:(?:user|username|login|host|hostname|account|server|from)[ \t]+\S+|line (?:vty|con|aux)[ \d]*)[ \t]*\r?\n/i;
/** Of games' and mail servers: `rcon_password …` alone on its line, with a digit or a sign in it. */
const PASSWORD_NAME = /^[a-z]+_(?:password|passwd)$/i;
const LONE_VALUE = /^(?=[^\s]{0,30}[0-9!@#$%^&*])(?=[^\s]{0,30}[A-Za-z])[^\s"'`(){};=]{6,64}[ \t]*(?:\r?\n|$)/;

/** A bare `key` is named by the word before it (`API key:`) or by what it stands in: `crypt: {key: …}`, `<crypt><key>`. */
function fullName(text: string, start: number, end: number): string {
  const name = text.slice(start, end);
  if (end - start > 4 || !/^keys?$/i.test(name)) return name;
  const before = text.slice(Math.max(0, start - 64), start);
  const owner = OWNER_WORD.exec(before) ?? OWNER_BLOCK.exec(before);
  return owner === null ? name : `${owner[1]} ${name}`;
}

const OWNER_WORD = /([A-Za-z][A-Za-z0-9]{1,20}) $/;
const OWNER_BLOCK = /([A-Za-z][\w.-]{2,30})["'\]]{0,2}(?:>\s{0,24}|\s{0,3}(?:=>|[:=])?\s{0,3}[{[(]\s{0,24}|:[ \t]*\r?\n[ \t]{1,24})["'<]{0,2}$/;

/** `"…" == password`, `"…".equals(password)`, `"…" eq $password`: the value stands before the name. */
function readReversed(scan: Scan, nameEnd: number): boolean {
  const { text } = scan;
  const nameStart = runStart(text, /[ñÑ]a$/i.test(text.slice(nameEnd - 2, nameEnd)) ? nameEnd - 2 : nameEnd, NAME, Math.max(0, nameEnd - MAX_NAME));
  const sigil = text[nameStart - 1] === "$" ? nameStart - 1 : nameStart;
  const last = text[sigil - 1] === " " ? (text[sigil - 2] ?? "") : (text[sigil - 1] ?? "");
  if (!"=(qe".includes(last)) return false;
  const match = BEFORE_NAME.exec(text.slice(Math.max(0, sigil - 140), sigil));
  const key = match === null ? undefined : judgeName(text.slice(nameStart, nameEnd));
  const value = match?.[2];
  if (match === null || value === undefined || key === undefined || key.strength === "hint") return false;
  const start = sigil - match[0].length + 1;
  const confidence = judgeValue(key, value, { quoted: true, data: false, constant: false, bundled: () => false, assigned: true });
  if (confidence !== undefined) note(scan, key.kind, start, start + value.length, confidence, `keyed-${key.kind}`);
  return confidence !== undefined;
}

/** A text in quotes and what compares it with the name behind. */
const BEFORE_NAME = /(["'])((?:(?!\1)[^\\\n]){4,128})\1(?:\s{0,2}[!=]={1,2}\s{0,2}|\.equals(?:IgnoreCase)?\(| (?:eq|ne) )$/;

/** What an expression comes to where nothing else is set: `password = options.password || "…"`, `… or "…"`, `… ?? "…"`. */
function readFallback(scan: Scan, { assigns, kind, valueStart }: Operator): Value | undefined {
  if (!assigns && kind !== "assign") return undefined;
  const match = FALLBACK.exec(scan.text.slice(valueStart, valueStart + MAX_EXPRESSION));
  return match === null ? undefined : readQuoted(scan, valueStart + match[0].length);
}

const MAX_EXPRESSION = 100;
const FALLBACK = /^[\w$.]{1,60}(?:[([](?:["'][\w.-]{0,40}["'])?[)\]])? (?:or|\|\||\?\?) {1,2}(?=["'])/;

/** Letters, digits and signs in one short word: nothing else in prose looks so. */
const TYPED = /^(?=[^\s"'`]{0,24}[0-9])(?=[^\s"'`]{0,24}[!@#$%^&*?~+])[A-Za-z][^\s"'`()[\]{}<>=;,]{7,32}(?:\s|$)/;

const judged = new Map<string, KeyClass | undefined>();
const MAX_JUDGED = 2000;

/** The same names come again and again. */
function judgeName(written: string): KeyClass | undefined {
  const name = written.replace(/[ñÑ]/, "n");
  if (judged.has(name)) return judged.get(name);
  if (judged.size >= MAX_JUDGED) judged.clear();
  const key = judgeKey(name);
  judged.set(name, key);
  return key;
}

/** A service is named on the line or shortly before: `calling Algolia … key=`. */
function isOwned(text: string, from: number): boolean {
  return joinNames(toWords(text.slice(Math.max(0, from - 100), from))).some(isVendor);
}

/** Which characters end a bare value. */
function bareStyle(text: string, nameStart: number, name: string, operator: Operator): "line" | "query" | "code" {
  if (isQuery(text, nameStart)) return "query";
  if (operator.kind === "element") return "code";
  if (operator.kind === "space") return "line";
  if (operator.tight && (isLineStart(text, nameStart) || !/[a-z]/.test(name))) return "line";
  // Alone on its line, as in YAML: to the line's end. Code that stands so is told by its brackets.
  if (isLineStart(text, nameStart) && /^[^\s"'`,;]{8,128}[ \t]*(?:\r?\n|$)/.test(text.slice(operator.valueStart, operator.valueStart + 140))) return "line";
  if (isLineStart(text, nameStart) && hasManySigns(text, operator.valueStart)) return "line";
  return "code";
}

/** One word to the line's end, and a third of it signs that code has no use for: then a comma is one of them. */
function hasManySigns(text: string, start: number): boolean {
  let signs = 0;
  let at = start;
  for (; at < start + 64 && at < text.length && text[at] !== "\n" && text[at] !== "\r"; at++) {
    if (" \t\"'`()[]{}<>=|".includes(text[at] as string)) return false;
    if ("!@#$%^&*?~+".includes(text[at] as string) || text.charCodeAt(at) > 127) signs += 1;
  }
  return at - start >= 8 && signs * 3 >= at - start;
}

/** `Bearer x`, `token x`, `Basic x`: the word before the credential is no secret. */
function afterScheme(text: string, value: Value): number {
  const word = runEnd(text, value.start, ALNUM | 64, value.start + 24);
  if (text[word] !== " " || word >= value.end - 4) return value.start;
  return /^(?:bearer|basic|token|apikey|api-key|api-token|digest|negotiate|key|jwt|bot|flyv1|sso-key|genie[kK]ey|splunk|ntlm|hmac|oauth|aws4-hmac-sha256)$/i.test(text.slice(value.start, word)) ? word + 1 : value.start;
}

/** Inside a query string: `?token=` or `&token=`. */
function isQuery(text: string, at: number): boolean {
  const before = text[at - 1];
  return before === "?" || before === "&" || (before === ";" && text.startsWith("&amp;", at - 5));
}
