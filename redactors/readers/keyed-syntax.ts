import { judgeKey } from "../judge/judge-key.ts";
import type { Value } from "./value.ts";
import type { Operator } from "./operator.ts";

/** The words of a pair with another meaning: a verb, a field of an ARN, two texts in a list, a checksum. */
export function isOtherSyntax(text: string, name: string, nameStart: number, operator: Operator): boolean {
  const before = text.slice(Math.max(0, nameStart - 24), nameStart);
  // "Options to pass to `x`", `you can pass "x"`: after a user's name, as a flag or at a line's start it is none.
  if (
    /^pass$/i.test(name) &&
    operator.kind === "space" &&
    /[A-Za-z,)`] $/.test(before) &&
    !LOGIN.test(text.slice(Math.max(0, nameStart - 120), nameStart))
  )
    return true;
  if (isReport(text, name, nameStart, operator) || OPENS_NOTHING.test(name)) return true;
  // A place that Markdown refers to: `[mysql.password]: ../mysql.md`.
  if (text.startsWith("]:", operator.nameEnd) && /(?:^|\n) {0,3}\[[^\]\n]*$/.test(before)) return true;
  // `arn:aws:secretsmanager:us-east-1:…:secret:name`.
  if (
    text[nameStart - 1] === ":" &&
    operator.kind === "assign" &&
    operator.tight &&
    text[operator.valueStart - 1] === ":"
  )
    return true;
  // A list of ciphers: `NORMAL:-KX-ALL:+DHE-PSK:-VERS-ALL`.
  if (/:[+!-]$/.test(before) && operator.tight) return true;
  // A type of C before a variable: `certificate_credentials_t cred2;`.
  if (name.endsWith("_t") && operator.kind === "space") return true;
  // `$PWD:/src`, `/etc/passwd:/etc/passwd:ro`, `|PW:4Palau|`: a part of a list or of a path.
  const listed =
    "$|".includes(text[nameStart - 1] ?? "x") || (text[nameStart - 1] === "/" && text[operator.valueStart] === "/");
  if (listed && operator.kind === "assign" && operator.tight && text[operator.valueStart - 1] === ":") return true;
  // One of two texts: `ok ? 'pass' : 'cancel'`.
  if (operator.nameQuoted && operator.kind === "assign" && /\?\s{0,4}["']$/.test(before)) return true;
  // The argument of a getter is a name.
  if (operator.kind === "call" && /(?:^|\.)(?:get|find|has|load|fetch|read|is)[A-Z]\w*$/.test(name)) return true;
  if (
    operator.kind === "space" &&
    !operator.says &&
    /["']/.test(text[operator.nameEnd] ?? "x") &&
    text[nameStart] !== "-"
  )
    return true;
  // `$labels['newpassword'] = 'Nova senha'`: a text of an interface in some language.
  if (operator.nameQuoted && TEXTS.test(before)) return true;
  // A class in a style sheet: `&.pass:before {`.
  if (
    /[&\s,}]\.$/.test(before) &&
    operator.tight &&
    STYLE.test(text.slice(operator.valueStart, operator.valueStart + 80))
  )
    return true;
  return before.endsWith("checksum/");
}

const TEXTS = /(?:labels?|messages?|msgs?|texts?|strings?|lang(?:uage)?s?|translations?|l10n|i18n)\[ ?["']$/i;
const STYLE = /^[a-z-]+(?:\([^()\n]*\))?[^;=\n]{0,40}[{,]/;

/** A test's report: `--- PASS: TestParse/case_1`. Behind a user's name it is a password all the same. */
function isReport(text: string, name: string, nameStart: number, { kind, tight }: Operator): boolean {
  return (
    name === "PASS" &&
    kind === "assign" &&
    !tight &&
    !/(?:user|login|name|host)\w{0,12}["']?\s{0,3}[:=]/i.test(text.slice(Math.max(0, nameStart - 200), nameStart))
  );
}

/** nginx' way to hand a request on, programs that keep passwords, npm's name for one run of itself. */
const OPENS_NOTHING =
  /^(?:(?:fastcgi|proxy|uwsgi|scgi|grpc|memcached|mirror)_pass|(?:kee|last|en|1)pass(?:xc|dx)?|npm-session)$/i;

/** A user named before, on the same line. */
const LOGIN = /\b(?:user|login)\w*[ :=]+(?!to )["']?[\w.@-]+["']?[^\n]*$/i;

/** A word without quotes that is called or indexed, and a type with another in it. */
export function isBareCode(text: string, { start, end }: Value, { says }: Operator): boolean {
  if (/^[([]|^<(?!br\b)[A-Za-z]|^ \(["'$]/.test(text.slice(end, end + 3))) return true;
  // A call as GNU writes it: `pwd = getpwuid (uid);`.
  if (
    text.startsWith(" (", end) &&
    /^[a-z_]\w*$/.test(text.slice(start, end)) &&
    GNU_CALL.test(text.slice(end, end + 120))
  )
    return true;
  if ("[({".includes(text[end - 1] as string) && "\"'".includes(text[end] ?? "x")) return true;
  // "PASS: Throughput is 150 writes/s"; another field may follow a password.
  if (
    text[end] === " " &&
    " \t>".includes(text[start - 1] as string) &&
    LETTERS.test(text.slice(start, end)) &&
    /^ (?:[A-Za-z\x80-\uffff']+|%[a-z]|\d+)(?:[ ,.:?!\r\n`"'<]|$)/.test(text.slice(end, end + 40))
  )
    return true;
  // A sentence, as tables of translations have one: `emptyPassword=Credenciales err\u00f3neas`.
  const more = text[start - 1] === "=" && LETTERS.test(text.slice(start, end)) ? text.slice(end, end + 160) : "";
  if (
    /^(?: [A-Za-z\x80-\uffff\\][\w\x80-\uffff\\]*){1,9}[.!?]?(?:\r?\n|$)/.test(more) &&
    /\\u|[\x80-\uffff]/.test(more)
  )
    return true;
  // "password is important!"
  return says && /^[^0-9\s]+$/.test(text.slice(start, end)) && PROSE.test(text.slice(start, end));
}

const GNU_CALL = /^ \([^;\n]*(?:\)\s{0,4}[;)]|,\s{0,2}\r?\n)/;
const LETTERS = /^[A-Za-z\x80-\uffff]+$/;
/** A word, perhaps with letters that HTML spells, and the sign that ends a sentence. */
const PROSE = /^(?:[A-Za-z\x80-\uffff]|&[a-z]{2,8};?)+[.!?:,]*$/;

/**
 * Between two texts that are joined, `"…&password=" + encode(p) + "…"`, or behind the first of a list in a sentence.
 */
export function isBetweenTexts(text: string, { start, end }: Value, { kind }: Operator): boolean {
  const value = text.slice(start, Math.min(end, start + 256));
  if (/^ ?[+.,)] ?[\w$(]/.test(value) && /[(+]/.test(value.slice(1)) && !/^[A-Za-z0-9+/]{24,}={0,2}$/.test(value))
    return true;
  if (/^["'] ?[.+&] ?[\w$.>()[\]'"-]+ ?[.+&] ?["']$/.test(value)) return true;
  return kind === "argument" && /^\\*["'`] [a-z]/.test(text.slice(end, end + 8));
}

const NAME = /^[a-z]+\d?(?:_[a-z]+)+$/;

/**
 * A name itself: `'password' => ['maxlength' => 20]`, `{'password1': 'x', 'password2': 'y'}`, `sensitive('pass_word',
 * 'credit_card_number')`.
 */
export function isName(text: string, name: string, { start, end }: Value, { kind }: Operator): boolean {
  return kind === "argument"
    ? /^["'] ?(?::|=>)/.test(text.slice(end, end + 4)) || (NAME.test(name) && NAME.test(text.slice(start, end)))
    : /^["'] {0,8}=>/.test(text.slice(end, end + 12));
}

/**
 * A variable with a telling name, in the place of an argument or a field: `Password: b64Pwd,`,
 * `login(api_token=myApiToken)`.
 */
export function isVariable(
  text: string,
  name: string,
  { start, end }: Value,
  { kind, tight, nameQuoted, assigns }: Operator,
): boolean {
  const word = text.slice(start, end);
  // `'X-XSRF-TOKEN' : xsrfCookie`, `.password = testPassword`.
  if (kind === "assign" && nameQuoted && /^[a-z]+(?:[A-Z][a-z]+)+$/.test(word)) return true;
  if (assigns && !tight && /^[a-z]+(?:[A-Z]+[a-z]+)+$/.test(word) && judgeKey(word)?.exact === true) return true;
  if (
    kind !== "assign" ||
    !(ENDS_CALL.test(text.slice(end, end + 40)) || (text[end] === "," && !tight)) ||
    !/[a-z]/.test(name)
  )
    return false;
  const value = text.slice(start, end);
  return /^[A-Za-z_]\w*(?:[a-z][A-Z]|_)\w*$/.test(value) && judgeKey(value.replace(/\d+$/, ""))?.exact === true;
}

const ENDS_CALL = /^\s{0,38}[})]/;
