import { pattern } from "../../kit/word-pattern.ts";
import { NAME, runEnd, runStart } from "../charset.ts";
import { judgeKey } from "../judge/judge-key.ts";
import { isMadeUpWord, isTypedAlone } from "../judge/made-up-word.ts";
import { wordList } from "../../kit/words.ts";
import type { Operator } from "./operator.ts";

const MAX_NAME = 80;

export function nameEndOf(text: string, at: number): number {
  // `contraseña` is the only anchor's word that has a letter beyond ASCII.
  return runEnd(text, /^[ñÑ]a$/i.test(text.slice(at, at + 2)) ? at + 2 : at, NAME, at + MAX_NAME);
}

/** The start of the name that holds the telling word (as `password`) at `at`. */
export function nameStartOf(text: string, at: number): number {
  const start = runStart(text, at, NAME, Math.max(0, at - MAX_NAME));
  // `%5B` is an opening bracket in a query: `user%5Bpassword%5D=…`. Its `5B` is no part of the name.
  return text[start - 1] === "%" && /^5B/i.test(text.slice(start, start + 2)) && start + 2 <= at ? start + 2 : start;
}

/**
 * Whether a name in quotes is the first argument of a call, or a flag in a list. In other lists an item is not the name
 * of the next item.
 */
export function isFirst(text: string, nameStart: number, operator: Operator): boolean {
  if (!operator.nameQuoted || !"\"'`".includes(text[nameStart - 1] ?? " ")) return false;
  return (
    text[nameStart] === "-" || !/[,[]\s{0,4}[@b]?\\?["'`]$/.test(text.slice(Math.max(0, nameStart - 8), nameStart))
  );
}

/**
 * Whether a blank can be the operator between a name and its value, as behind a flag, in .netrc or in SQL. In prose it
 * mostly cannot. The surest signs are tested first: the operator, the name, the value, and last the lines before a
 * plain word for a password.
 */
export function allowsSpace(text: string, nameStart: number, operator: Operator): boolean {
  if (operator.says || operator.quoteFollows || isDeclared(text, nameStart)) return true;
  const name = text.slice(nameStart, operator.nameEnd);
  const before = text.slice(Math.max(0, nameStart - 160), nameStart);
  const ownLine = /(?:^|\n)[ \t]*(?:[*•-][ \t]+|[\w.-]{1,40}:)?$/.test(before);
  if (ownLine && BARE_SETTING.test(name)) return true;
  const behind = text.slice(operator.valueStart, operator.valueStart + 140);
  if (isWord(name) && isTypedAlone(behind.slice(0, 40))) return true;
  if (mayHandOver(name, before, behind, ownLine) && isMadeUpWord(/^\S{0,64}/.exec(behind)![0].replace(/[.,;)]+$/, "")))
    return true;
  return PLAIN.has(name.toLowerCase()) && isInSettings(before, behind, ownLine);
}

/**
 * Whether a made-up word behind the name and a blank is the name's value: the name is alone on the line, or behind a
 * command that stores a value, or in a sentence.
 */
function mayHandOver(name: string, before: string, behind: string, ownLine: boolean): boolean {
  if (ownLine && ALONE.test(behind)) return true;
  if (STORES.test(before.slice(before.lastIndexOf("\n") + 1)) && !FINGERPRINT.test(behind)) return true;
  if (/^(?:token|secret)$/.test(name) && /\b(?:my|our|your|the|this|new) $/i.test(before)) return true;
  return PLAIN.has(name.toLowerCase()) && WITH.test(before);
}

/**
 * Whether any word behind the name and a blank is the value: the name stands in a file of settings without operators.
 */
function isInSettings(before: string, behind: string, ownLine: boolean): boolean {
  // A line of Debian's installer: `d-i passwd/root-password password …`.
  if (/(?:^|\n)d-i [^\n]{1,80}$|\/\S{0,40}password\s{1,8}$/.test(before)) return true;
  if (isInNetrc(before)) return true;
  return ownLine && /^\S{4,64}[ \t]*(?:\r?\n|$)/.test(behind.slice(0, 80)) && SETTING.test(before);
}

/** Whether `before` ends, before a name, as an entry of `.netrc` does: behind a machine or a login and its value. */
export function isInNetrc(before: string): boolean {
  return /\b(?:login|machine|account)\s+(?!without\s)\S+\s+$/.test(before);
}

/** A value that fills the rest of its line, as in two columns and in settings of servers: `rcon_password …`. */
const ALONE = /^\S{1,128}(?<!;)[ \t]*(?:\r?\n|$)/;

/**
 * The words before `password` in `log in as bob with password …`, `nmcli dev wifi connect home password …`, `user bob
 * password …`.
 */
const WITH = /\b(?:with|and|use|using|its?|dev wifi connect \S{1,40}|user \S{1,64}) $/i;

/** A command that stores a value under a name, also below a path: `acme secrets set …`, `tmux setenv …`. */
const STORES = pattern("i")`
    (?:^|[\s:_-])(?:set|put|add|modify|store|write|create|config|setenv|set-env)(?:[ \t]+[^\s;|&<>]{1,60}){0,4}?
    [ \t]+["']?(?:[\w.-]{0,40}[/:])*$
  `;

/** The fingerprint of a public key, which logs of changes write behind `add key`. */
const FINGERPRINT = /^(?:[0-9A-F]{16}|[0-9A-F]{40})(?![0-9A-Za-z])/;

/** Whether a name is a word for a password that prose uses, in any language. */
function isWord(name: string): boolean {
  return PLAIN.has(name.toLowerCase()) || (/^[A-Za-z][a-z]+$/.test(name) && judgeKey(name)?.strength === "password");
}

/** Names of secrets in the settings of servers that need no operator. */
export const BARE_SETTING = /^(?:requirepass|masterauth|rootpw|bindpw)$/i;
const PLAIN = wordList(
  "password passphrase passwd pass pwd pw insecure-password insecure-passphrase insecure-passwd insecure-pass",
);

/** A line of a settings file without operators, as in .msmtprc. */
const SETTING = pattern("i")`
    (?:^|\n)[ \t]*(?:(?:user|username|login|host|hostname|account|server|from)[ \t]+\S+|line (?:vty|con|aux)
    [ \d]*)[ \t]*\r?\n
  `;
/**
 * The whole name. A bare `key` is prefixed with the word before it (`API key:`) or the name of the block around it:
 * `crypt: {key: …}`, `<crypt><key>`.
 */
export function fullName(text: string, start: number, end: number): string {
  const name = text.slice(start, end);
  if (end - start > 4 || !/^keys?$/i.test(name)) return name;
  const before = text.slice(Math.max(0, start - 64), start);
  const owner = OWNER_WORD.exec(before) ?? OWNER_BLOCK.exec(before);
  return owner === null ? name : `${owner[1]} ${name}`;
}

const OWNER_WORD = /([A-Za-z][A-Za-z0-9]{1,20}) $/;
const OWNER_BLOCK = pattern()`
    ([A-Za-z][\w.-]{2,30})["'\]]{0,2}(?:>\s{0,24}|\s{0,3}(?:=>|[:=])?\s{0,3}[{[(]\s{0,24}|
    :[ \t]*\r?\n[ \t]{1,24})["'<]{0,2}$
  `;

/**
 * Whether a name stands first on its line, except for indent, quotes, signs of comments and lists, `export`, `set`,
 * `-e`, `ENV`, `ARG`.
 */
export function isLineStart(text: string, at: number): boolean {
  let i = at;
  const floor = Math.max(0, at - 40);
  while (i > floor) {
    const c = text[i - 1] as string;
    if (c === "\n" || c === "\0") return true;
    if (c === "n" && text[i - 2] === "\\") return true;
    if (" \t\"'-+#$/*:".includes(c)) i -= 1;
    else break;
  }
  if (i === 0) return true;
  return i < at && DECLARING.test(text.slice(Math.max(0, i - 16), at));
}

const DECLARING = /(?:^|[\s"'+])(?:export|set|setx|-e|--env|ENV|ARG|declare -x)\s+["']?$/;

/**
 * Whether a name is a flag, or stands behind a word that gives it a value: `ENV`, `ARG`, `setx`, `setenv`, `#define`.
 */
export function isDeclared(text: string, nameStart: number): boolean {
  return text[nameStart] === "-" || VALUED.test(text.slice(Math.max(0, nameStart - 24), nameStart));
}

const VALUED = /(?:^|\n)[ \t]{0,8}(?:ENV|ARG|setx|setenv|#define|\/set|set -[gUx]{1,3})[ \t]{1,4}$/;

/** Whether the name at `at` is in a query string: `?token=` or `&token=`. */
export function isQuery(text: string, at: number): boolean {
  const before = text[at - 1];
  return before === "?" || before === "&" || (before === ";" && text.startsWith("&amp;", at - 5));
}
