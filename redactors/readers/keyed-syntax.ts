import { judgeKey } from "../judge/judge-key.ts";
import { isJoinedNouns } from "../judge/made-up-word.ts";
import { isHumpless } from "../judge/password-shapes.ts";
import type { Operator } from "./operator.ts";
import type { Value } from "./value.ts";

/** A name before an operator, with the text around it. */
interface NameInText {
  readonly text: string;
  readonly name: string;
  readonly nameStart: number;
  /** The 24 characters before the name. */
  readonly before: string;
  readonly operator: Operator;
}

/** Whether a name and its operator have another meaning: a program, a field of an ARN, a part of a path, a checksum. */
export function isOtherSyntax(text: string, name: string, nameStart: number, operator: Operator): boolean {
  const before = text.slice(Math.max(0, nameStart - 24), nameStart);
  const named: NameInText = { text, name, nameStart, before, operator };
  return (
    isOfTest(named) ||
    OPENS_NOTHING.test(name) ||
    isVerb(named) ||
    isAlternative(named) ||
    isReference(named) ||
    isPart(named) ||
    isGetter(named) ||
    isTextOfInterface(named) ||
    before.endsWith("checksum/")
  );
}

/** Whether the name is a result in a test's report: `--- PASS: TestParse/case_1`. */
function isOfTest({ name, operator: { kind, tight } }: NameInText): boolean {
  return name === "PASS" && kind === "assign" && !tight;
}

/** Whether `pass` is a verb: "Options to pass to `x`", `you can pass "x"`. Behind a user's name it is a password. */
function isVerb({ text, name, nameStart, before, operator: { kind, nameEnd } }: NameInText): boolean {
  return (
    /^pass$/i.test(name) &&
    kind === "space" &&
    /[A-Za-z,)`] $/.test(before) &&
    !/^ (?:is|was)\b/.test(text.slice(nameEnd, nameEnd + 5)) &&
    !LOGIN.test(lineTo(text, nameStart))
  );
}

/** Whether the name is one of the two texts of a conditional expression: `ok ? 'pass' : 'cancel'`. */
function isAlternative({ before, operator: { kind, nameQuoted } }: NameInText): boolean {
  return nameQuoted && kind === "assign" && /\?\s{0,4}["']$/.test(before);
}

/** Whether the name is the label of a link in Markdown: `[mysql.password]: ../mysql.md`. */
function isReference({ text, before, operator: { nameEnd } }: NameInText): boolean {
  return text.startsWith("]:", nameEnd) && /(?:^|\n) {0,3}\[[^\]\n]*$/.test(before);
}

/**
 * Whether the name is part of a longer word with colons: `arn:aws:secretsmanager:us-east-1:…:secret:name`, `$PWD:/src`,
 * `/etc/passwd:/etc/passwd:ro`.
 */
function isPart({ text, nameStart, operator: { kind, tight, valueStart } }: NameInText): boolean {
  const sign = text[nameStart - 1];
  const isInside = ":$|".includes(sign ?? "x") || (sign === "/" && text[valueStart] === "/");
  return isInside && kind === "assign" && tight && text[valueStart - 1] === ":";
}

/** Whether the name is a getter, whose argument is another name: `getPassword("…")`. */
function isGetter({ name, operator: { kind } }: NameInText): boolean {
  return kind === "call" && /(?:^|\.)(?:get|find|has|load|fetch|read|is)[A-Z]\w*$/.test(name);
}

/** Whether the name is the key of a text in an interface: `$labels['newpassword'] = 'Nova senha'`. */
function isTextOfInterface({ before, operator: { nameQuoted } }: NameInText): boolean {
  return nameQuoted && TEXTS.test(before);
}

const TEXTS = /(?:labels?|messages?|msgs?|texts?|strings?|lang(?:uage)?s?|translations?|l10n|i18n)\[ ?["']$/i;

/**
 * Names that mean no secret: nginx' directives for forwarding a request, programs that store passwords, npm's id of one
 * run.
 */
const OPENS_NOTHING =
  /^(?:(?:fastcgi|proxy|uwsgi|scgi|grpc|memcached|mirror)_pass|(?:kee|last|en|1)pass(?:xc|dx)?|npm-session)$/i;

/** A user's name behind `user` or `login`, earlier on the same line. */
const LOGIN = /\b(?:user|login)\w*[ :=]+(?!to )["']?[\w.@-]+["']?[^\n]*$/i;

function lineTo(text: string, at: number): string {
  return text.slice(Math.max(0, at - 120), at);
}

/**
 * Whether a value without quotes is code or prose: a word that is called or indexed, a type with another type in it, a
 * sentence.
 */
export function isBareCode(text: string, { start, end }: Value, { says }: Operator): boolean {
  if (/^[([]|^<(?!br\b)[A-Za-z]|^ (?:\(["'$]|= |\([\w, ]*\);)/.test(text.slice(end, end + 40))) return true;
  // A text in a table of translations: `emptyPassword=Credenciales err\u00f3neas`.
  const word = text.slice(start, end);
  if (isHumpless(word) || (says && isJoinedNouns(word))) return false;
  if (text[start - 1] === "=" && LETTERS.test(word) && SENTENCE.test(text.slice(end, end + 160))) return true;
  // The value is part of a sentence: "PASS: Throughput is 150 writes/s". But a password may have another field behind
  // it, so only a word or a number behind the value shows a sentence.
  if (" \t>".includes(text[start - 1] as string) && LETTERS.test(word) && WORD_BEHIND.test(text.slice(end, end + 40)))
    return true;
  // The value is part of a sentence: "password is important!"
  return says && PROSE.test(word);
}

const LETTERS = /^[A-Za-z\x80-\uffff]+$/;
const WORD_BEHIND = /^ (?:[A-Za-z\x80-\uffff']+|%[a-z]|\d+)(?:[ ,.:?!\r\n`"'<]|$)/;
const SENTENCE = /^(?=[^\n]*(?:\\u|[\x80-\uffff]))(?: [A-Za-z\x80-\uffff\\][\w\x80-\uffff\\]*){1,9}[.!?]?(?:\r?\n|$)/;
/** A word, perhaps with entities of HTML, with the sign behind it that ends a sentence. */
const PROSE = /^(?:[A-Za-z\x80-\uffff]|&[a-z]{2,8};?)+[.!?:,>]*$/;

/**
 * Whether a value is something other than a secret: code between two joined texts, as in `"…&password=" + encode(p) +
 * "…"`, a text that continues as a sentence, or the name of another field, as in `'password' => ['maxlength' => 20]`.
 */
export function isName(text: string, { start, end }: Value, { kind }: Operator): boolean {
  const value = text.slice(start, Math.min(end, start + 256));
  if (/^ ?[+.,)] ?[\w$(]/.test(value) && /[(+]/.test(value.slice(1)) && !/^[A-Za-z0-9+/]{24,}={0,2}$/.test(value))
    return true;
  if (/^["'] ?[.+&] ?[\w$.>()[\]'"-]+ ?[.+&] ?["']$/.test(value)) return true;
  if (kind !== "argument") return /^["'] {0,8}=>/.test(text.slice(end, end + 12));
  return /^["'] ?(?::|=>)|^\\*["'`] [a-z]/.test(text.slice(end, end + 8));
}

/** Whether a value is a variable whose name means a secret: `Password: b64Pwd,`, `.password = testPassword`. */
export function isVariable(
  text: string,
  name: string,
  { start, end }: Value,
  { kind, tight, nameQuoted, assigns }: Operator,
): boolean {
  const word = text.slice(start, end);
  // The value is a variable in camelCase: `'X-XSRF-TOKEN' : xsrfCookie`.
  if (kind === "assign" && nameQuoted && /^[a-z]+(?:[A-Z][a-z]+)+$/.test(word)) return true;
  if (assigns && !tight && /^[a-z]+(?:[A-Z]+[a-z]+)+$/.test(word)) return judgeKey(word)?.exact === true;
  return (
    kind === "assign" &&
    /[a-z]/.test(name) &&
    (ENDS_CALL.test(text.slice(end, end + 40)) || (text[end] === "," && !tight)) &&
    /^[A-Za-z_]\w*(?:[a-z][A-Z]|_)\w*$/.test(word) &&
    judgeKey(word.replace(/\d+$/, ""))?.exact === true
  );
}

const ENDS_CALL = /^\s{0,38}[})]/;
