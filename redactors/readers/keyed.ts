import { oneOf, pattern } from "../../kit/word-pattern.ts";
import { ALNUM, COLON, EQUALS, NAME, QUOTE, runEnd, runStart } from "../charset.ts";
import { isTypeName } from "../judge/is-type-name.ts";
import { judgeKey } from "../judge/judge-key.ts";
import type { KeyClass } from "../judge/judge-name.ts";
import { judgeValue, UUID } from "../judge/judge-value.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";
import { isWeakPassword } from "../judge/placeholder.ts";
import { MAX_TRIES, note } from "../scan.ts";
import type { Scan } from "../scan.ts";
import { afterWrapper, fallbackOf, readBare, readQuoted, wordLines } from "./value.ts";
import type { Value } from "./value.ts";
import { comparedWith } from "./compared.ts";
import { isFiled, isInFile } from "./filed.ts";
import { isPublic } from "./is-public.ts";
import { isDeclared, isLineStart, isQuery } from "./line-start.ts";
import { allowsSpace, fullName, isFirst, nameEndOf, nameStartOf } from "./named.ts";
import { findOperator } from "./operator.ts";
import type { Operator } from "./operator-forms.ts";
import { inConnectionString, isAssigned, isBareSetting, isBundled, isSetting } from "./setting.ts";
import { isVendor, joinNames } from "../rules/vendors.ts";
import { toWords } from "../judge/to-words.ts";
import { readColumn } from "./column.ts";

/**
 * A telling word inside a name: `password`, `token`, `key`. Reads the whole name, the operator and the value,
 * in whatever language they stand: .env, JSON at any escape level, YAML, INI, TOML, XML, SQL, PHP, flags, prose.
 */
export function readKeyed(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  // Some anchors hold the operator too: `code=`.
  const wordEnd = runStart(text, end, EQUALS | COLON | QUOTE, start);
  if (wordEnd <= scan.nameEnd) return;
  const nameEnd = nameEndOf(text, wordEnd);
  scan.nameEnd = nameEnd;
  const operator = findOperator(text, nameEnd);
  if ((operator === undefined || operator.kind === "assign") && readReversed(scan, nameEnd)) return;
  const nameStart = nameStartOf(text, start);
  if (operator === undefined) return readColumn(scan, nameStart, nameEnd);
  if (operator.kind === "space" && !allowsSpace(text, nameStart, operator)) return readColumn(scan, nameStart, nameEnd);
  const name = fullName(text, nameStart, nameEnd);
  const key = judgeKey(name);
  if (key === undefined || (operator.kind === "space" && key.strength === "hint" && !isDeclared(text, nameStart)))
    return;
  if (operator.kind === "argument" && !isFirst(text, nameStart, operator)) return readColumn(scan, nameStart, nameEnd);
  // `FUNCTION_PASS("…")` is a macro.
  if (operator.kind === "call" && /^[A-Z_]*_PASS$/.test(name)) return;

  if (isOtherSyntax(text, name, nameStart, operator)) return;
  if (operator.block && readBlock(scan, key, operator)) return;
  const valueStart = afterWrapper(text, operator.valueStart);
  const quoted =
    readQuoted(scan, valueStart) ?? readBraced(text, valueStart, operator, nameStart) ?? readFallback(scan, operator);
  const value = quoted ?? withSecret(text, readBare(scan, valueStart, bareStyle(text, nameStart, name, operator)));
  if (value === undefined) return;
  if (
    quoted === undefined &&
    operator.kind === "assign" &&
    !operator.tight &&
    /^ (?:&&?|\|\||[?+*/%-] |[!=]==? |and |or |if |= )/.test(text.slice(value.end, value.end + 6))
  )
    return;
  if (quoted === undefined && (operator.needsQuote || isBareCode(text, value, operator))) return;
  if (quoted !== undefined && (isBetweenTexts(text, value, operator) || isName(text, value, operator))) return;
  if (quoted === undefined && isVariable(text, name, value, operator)) return;
  judge(scan, key, name, value, quoted !== undefined, operator, nameStart);
}

/** A value in several lines, which go one by one: what is around them stays as it is. */
function readBlock(scan: Scan, key: KeyClass, operator: Operator): boolean {
  const lines = wordLines(scan.text, operator.valueStart);
  const value = lines.map(([start, end]) => scan.text.slice(start, end)).join("");
  const confidence =
    value === ""
      ? undefined
      : judgeValue(key, value, { quoted: false, data: true, constant: false, bundled: () => false });
  if (confidence === undefined) return false;
  for (const [start, end] of lines) note(scan, key.kind, start, end, confidence, `keyed-${key.kind}`);
  return true;
}

/** Where the words are there, and say something else: a verb, a field of an ARN, two texts in a list, a checksum. */
function isOtherSyntax(text: string, name: string, nameStart: number, operator: Operator): boolean {
  const before = text.slice(Math.max(0, nameStart - 24), nameStart);
  // "Options to pass to `x`", `you can pass "x"`: after a user's name, as a flag or at a line's start it is none.
  if (
    /^pass$/i.test(name) &&
    operator.kind === "space" &&
    /[A-Za-z,)`] $/.test(before) &&
    !LOGIN.test(text.slice(Math.max(0, nameStart - 120), nameStart))
  )
    return true;
  // `arn:aws:secretsmanager:us-east-1:…:secret:name`.
  if (
    text[nameStart - 1] === ":" &&
    operator.kind === "assign" &&
    operator.tight &&
    text[operator.valueStart - 1] === ":"
  )
    return true;
  // `$PWD:/src`, `/etc/passwd:/etc/passwd:ro`, `|PW:4Palau|`: a part of a list or of a path.
  const listed =
    "$|".includes(text[nameStart - 1] ?? "x") || (text[nameStart - 1] === "/" && text[operator.valueStart] === "/");
  if (listed && operator.kind === "assign" && operator.tight && text[operator.valueStart - 1] === ":") return true;
  // One of two texts: `ok ? 'pass' : 'cancel'`.
  if (operator.nameQuoted && operator.kind === "assign" && /\?\s{0,4}["']$/.test(before)) return true;
  // What is got by a name is not that name.
  if (operator.kind === "call" && /(?:^|\.)(?:get|find|has|load|fetch|read|is)[A-Z]\w*$/.test(name)) return true;
  if (
    operator.kind === "space" &&
    !operator.says &&
    /["']/.test(text[operator.nameEnd] ?? "x") &&
    text[nameStart] !== "-"
  )
    return true;
  return before.endsWith("checksum/");
}

/** A user named before, on the same line. */
const LOGIN = /\b(?:user|login)\w*[ :=]+["']?[\w.@-]+["']?[^\n]*$/i;

/** A word without quotes that is called or indexed, and a type with another in it. */
function isBareCode(text: string, { start, end }: Value, { says }: Operator): boolean {
  if (/^[([]|^<[A-Za-z]|^ \(["'$]/.test(text.slice(end, end + 3))) return true;
  if ("[({".includes(text[end - 1] as string) && "\"'".includes(text[end] ?? "x")) return true;
  // "PASS: Throughput is 150 writes/s"; another field may follow a password.
  if (
    text[end] === " " &&
    text[start - 1] === " " &&
    LETTERS.test(text.slice(start, end)) &&
    /^ (?:[A-Za-z\x80-\uffff']+|%[a-z]|\d+)(?:[ ,.?!\r\n]|$)/.test(text.slice(end, end + 40))
  )
    return true;
  // "password is important!"
  return says && /^[^0-9\s]+$/.test(text.slice(start, end)) && PROSE.test(text.slice(start, end));
}

const LETTERS = /^[A-Za-z\x80-\uffff]+$/;
/** A word, perhaps with letters that HTML spells, and what ends a sentence. */
const PROSE = /^[A-Za-z\x80-\uffff&;]+[.!?:,]*$/;

/**
 * What stands between two texts that are joined, `"…&password=" + encode(p) + "…"`, or behind the first of a list in a
 * sentence.
 */
function isBetweenTexts(text: string, { start, end }: Value, { kind }: Operator): boolean {
  if (/^ ?[+.,)] ?[\w$(]/.test(text.slice(start, start + 4)) && /[(+]/.test(text.slice(start + 1, end))) return true;
  return kind === "argument" && /^\\*["'`] [a-z]/.test(text.slice(end, end + 8));
}

/** A name itself: `'password' => ['maxlength' => 20]`, `{'password1': 'x', 'password2': 'y'}`. */
function isName(text: string, { end }: Value, { kind }: Operator): boolean {
  return kind === "argument"
    ? /^["'] ?(?::|=>)/.test(text.slice(end, end + 4))
    : /^["'] {0,8}=>/.test(text.slice(end, end + 12));
}

/** Named as what it holds, where arguments and fields stand: `Password: b64Pwd,`, `login(api_token=myApiToken)`. */
function isVariable(text: string, name: string, { start, end }: Value, { kind, tight }: Operator): boolean {
  if (kind !== "assign" || !(text[end] === ")" || (text[end] === "," && !tight)) || !/[a-z]/.test(name)) return false;
  const value = text.slice(start, end);
  return /^[A-Za-z_]\w*(?:[a-z][A-Z]|_)\w*$/.test(value) && judgeKey(value.replace(/\d+$/, ""))?.exact === true;
}

/** Facebook's `access_token=APP|SECRET`: a bare value would end at the bar. */
function withSecret(text: string, value: Value | undefined): Value | undefined {
  if (value === undefined || text[value.end] !== "|" || !/^\d{12,18}$/.test(text.slice(value.start, value.end)))
    return value;
  const end = runEnd(text, value.end + 1, NAME, value.end + 48);
  return end - value.end > 20 ? { start: value.start, end } : value;
}

function judge(
  scan: Scan,
  key: KeyClass,
  name: string,
  whole: Value,
  quoted: boolean,
  operator: Operator,
  nameStart: number,
): void {
  const { text } = scan;
  if (whole.end !== scan.valueEnd) scan.valueTries = 0;
  scan.valueEnd = whole.end;
  if (++scan.valueTries > MAX_TRIES) return;
  const start = afterScheme(text, whole);
  if (!quoted && isTypeName(text, start, whole.end)) return;
  const value = text.slice(start, whole.end);
  if (!quoted && isMember(value)) return;
  if (key.strength === "password" && key.exact && isFiled(value) && isInFile(text, name, nameStart, value))
    return note(scan, key.kind, start, whole.end, "low", "filed-password");
  // `exports.JWTAccess = JWTAccess` says the name again; what a badge shows is public.
  if (isRecordKey(text, name, value, nameStart) || isPublic(text, key, name, nameStart, value)) return;
  // Vim's variables have their scope before them.
  if (!quoted && /^[abglstvw]:[A-Za-z_]+$/.test(value)) return;
  if (value.length <= name.length + 4 && name.toLowerCase().endsWith(value.replace(/[\\"'`]/g, "").toLowerCase()))
    return;
  if (/^[A-Za-z]+$/.test(value) && value.toLowerCase().includes(name.toLowerCase()) && !mayBeTyped(key, value)) return;
  // What code does, and texts about it: `envGetSecret: "stable"`, `addPassword = "#add-password"`.
  if (operator.kind === "assign" && key.exact && VERB.test(name.slice(name.lastIndexOf(".") + 1)))
    return judge(scan, { ...key, exact: false }, name, whole, quoted, operator, nameStart);
  // A label of an interface: `"Admin Password": "…-adgangskode"`.
  if (
    quoted &&
    "\"'".includes(text[operator.nameEnd] ?? " ") &&
    text[nameStart - 1] === " " &&
    /^[A-Za-z-]+$/.test(value)
  )
    return;
  // The name once more, as constants are written: `DecodeJwt: "DECODE_JWT"`.
  if (value.replace(/_/g, "").toLowerCase() === name.replace(/_/g, "").toLowerCase()) return;
  // A test's counter behind the name itself.
  if (value.toLowerCase().startsWith(`${name.toLowerCase()}-`) && /-\d+$/.test(value)) return;
  if (isQuery(text, nameStart) && /\.svg\?[\w=&-]{0,24}$/.test(text.slice(Math.max(0, nameStart - 32), nameStart)))
    return;
  const data =
    operator.kind === "element" ||
    operator.kind === "space" ||
    operator.kind === "attribute" ||
    isLineStart(text, nameStart) ||
    isQuery(text, nameStart) ||
    isForm(text, whole) ||
    text[nameStart] === "-" ||
    inConnectionString(text, nameStart, operator) ||
    name.startsWith("ansible_") ||
    !/[a-z]/.test(name) ||
    start > whole.start;
  const strong =
    key.strength === "hint" && isQuery(text, nameStart) && QUERY_KEYS.test(name)
      ? ({ ...key, strength: "secret" } as const)
      : key;
  const confidence = judgeValue(strong, value, {
    quoted,
    data,
    constant: !/[a-z]/.test(name),
    bundled: () => (!operator.says && isBundled(text, nameStart, whole.end)) || /cleartext/i.test(name),
    owned: () => isOwned(text, nameStart),
    setting: isSetting(text, name, nameStart, quoted, operator),
    assigned: quoted
      ? isAssigned(text, name, nameStart, value, operator)
      : isBareSetting(text, whole, nameStart, operator),
  });
  if (confidence !== undefined) note(scan, key.kind, start, whole.end, confidence, `keyed-${key.kind}`);
}

/** A part of something that is named as what it holds: `password: this.password`, `uri.password`. */
function isMember(value: string): boolean {
  return (
    value.includes(".") && /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) && judgeKey(value)?.exact === true
  );
}

/** `key: <UUID>`, and nothing says whose: no section of settings, no service. */
function isRecordKey(text: string, name: string, value: string, nameStart: number): boolean {
  return (
    /^key$/i.test(name) &&
    UUID.test(value) &&
    !isQuery(text, nameStart) &&
    !/\]\s{1,4}$/.test(text.slice(Math.max(0, nameStart - 6), nameStart)) &&
    !isOwned(text, nameStart)
  );
}

/** The first field of a form: another one follows. */
function isForm(text: string, { end }: Value): boolean {
  return text[end] === "&" && /^&[\w.%[\]-]{1,40}=/.test(text.slice(end, end + 44));
}

/** A verb first, then a great letter: a function, or an entry about what it does. */
const VERB = pattern()`
    ^(?:[a-z]+Get|get|set|add|save|show|hide|toggle|reset|forgot|change|update|create|generate|validate|has|
    is|use|with|on|handle|render|fetch|load|read|parse|find)[A-Z]|^update_
  `;

/**
 * Says what it is and may be one all the same: `rootpassword`. The name of a variable has a great letter where its
 * words meet.
 */
function mayBeTyped(key: KeyClass, value: string): boolean {
  return isWeakPassword(value) || (key.strength === "password" && /^[a-z]+$/.test(value));
}

/** In a query these are credentials. */
const QUERY_KEYS = oneOf(
  `
  app_?id sig signature x-amz-signature x-goog-signature code auth key session sid sessionid hmac otp salt nonce
`,
  "i",
);

/** `"…" == password`: the value stands before the name. */
function readReversed(scan: Scan, nameEnd: number): boolean {
  const { text } = scan;
  const compared = comparedWith(text, nameEnd);
  const key = compared === undefined ? undefined : judgeKey(compared.name);
  if (compared === undefined || key === undefined || key.strength === "hint") return false;
  const { start, value } = compared;
  const confidence = judgeValue(key, value, {
    quoted: true,
    data: false,
    constant: false,
    bundled: () => false,
    assigned: true,
  });
  if (confidence !== undefined) note(scan, key.kind, start, start + value.length, confidence, `keyed-${key.kind}`);
  return confidence !== undefined;
}

/** ODBC's `Pwd={…}`, in which a brace is doubled; `{pwd}` is a template's. */
function readBraced(
  text: string,
  at: number,
  { assigns, tight, nameEnd }: Operator,
  nameStart: number,
): Value | undefined {
  if (text[at] !== "{" || !assigns || !tight || !/^(?:pwd|password)$/i.test(text.slice(nameStart, nameEnd)))
    return undefined;
  // In a text that code formats, each brace is doubled.
  const open = text[at + 1] === "{" ? 2 : 1;
  const rest = text.slice(at, at + 140);
  const value = (open === 2 ? /^\{\{([^{}\n]{4,128})\}\}(?!\})/ : /^\{((?:[^{}\n]|\}\}){4,128})\}(?!\})/).exec(
    rest,
  )?.[1];
  if (
    value === undefined ||
    (/^[\w.]+$/.test(value) && !isMadeUpWord(value)) ||
    !/(?:driver|dsn|server|uid|user id|data source|provider)\s?=[^;\n]{1,120};/i.test(
      text.slice(Math.max(0, nameStart - 240), nameStart),
    )
  )
    return undefined;
  return { start: at + open, end: at + open + value.length };
}

function readFallback(scan: Scan, { assigns, kind, valueStart }: Operator): Value | undefined {
  if (!assigns && kind !== "assign") return undefined;
  const quote = fallbackOf(scan.text, valueStart);
  return quote === -1 ? undefined : readQuoted(scan, quote);
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
  if (operator.tight && (isLineStart(text, nameStart) || (operator.assigns && !/[a-z]/.test(name)))) return "line";
  // Alone on its line, as in YAML: to the line's end. Code that stands so is told by its brackets.
  if (
    isLineStart(text, nameStart) &&
    /^[^\s"'`,;]{8,128}[ \t]*(?:\r?\n|$)/.test(text.slice(operator.valueStart, operator.valueStart + 140))
  )
    return "line";
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

/** What says how the credential is meant, before it. */
const SCHEME = oneOf(
  `
  bearer basic token apikey api-key api-token digest negotiate key jwt bot flyv1 sso-key genie[kK]ey splunk ntlm
  hmac oauth aws4-hmac-sha256
`,
  "i",
);

/** `Bearer x`, `token x`, `Basic x`: the word before the credential is no secret. */
function afterScheme(text: string, value: Value): number {
  const word = runEnd(text, value.start, ALNUM | 64, value.start + 24);
  if (text[word] !== " " || word >= value.end - 4) return value.start;
  return SCHEME.test(text.slice(value.start, word)) ? word + 1 : value.start;
}
