import { pattern } from "../../kit/word-pattern.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/** A user, what parts the two, and the word that is the password. */
const PAIR = pattern()`
    ^s?["'*\x60]{0,3}(?: (?:account|user|for [^\n:=]{1,40}))?(?: (?:are|is|with|as|using)|\s{0,2}(?:[:=]|->|
    (?<= )-(?= )))\s{0,3}["'*\x60]{0,2}([\w.@+-]{2,64}?)["'*\x60]{0,2}(?:\s{0,2}[/|,]\s{0,2}|\s?:\s?|\s->\s|
    \x60? and \x60)["'*\x60]{0,2}([^\s"'\x60<>(){}]{8,80}?)["'*\x60]{0,2}[.,;)]?(?:\s|$)
  `;
const IN_BACKTICKS = /^([^\s`]{8,80})`/;

/** `login: bob / …`, `credentials: bob:…`, `user/pass: bob/…`: the second is a password where nothing else looks so. */
export function readSaidPair(scan: Scan, _start: number, end: number): void {
  const { text } = scan;
  const match = PAIR.exec(text.slice(end, end + 240));
  const password = match?.[2];
  if (match === null || password === undefined || !isMadeUpWord(password)) return;
  const from = end + match[0].lastIndexOf(password);
  note(scan, "password", from, from + password.length, "medium", "said-pair");
}

/** `` `bob` / `…` ``. */
export function readQuotedPair(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const user = /`([\w.@+-]{2,64})$/.exec(text.slice(Math.max(0, start - 66), start))?.[1];
  const password = user === undefined ? undefined : IN_BACKTICKS.exec(text.slice(end, end + 84))?.[1];
  // Things of one kind begin alike: `rssMax` / `rssP95`.
  if (user !== undefined && password?.startsWith(user.slice(0, 3)) === false && isMadeUpWord(password))
    note(scan, "password", end, end + password.length, "medium", "said-pair");
}

const OF_PW = /^(?:(?:is|was|are)(?: now)?:? |[:=] ?)?["'`*]{0,2}([^\s"'`<>(){}]{8,80}?)["'`*]{0,2}[.,;)]{0,2}(?:\s|$)/;

/** `user bob, pw …`, `the pw is …`: too short a name to be one elsewhere. */
export function readPw(scan: Scan, _start: number, end: number): void {
  const match = OF_PW.exec(scan.text.slice(end, end + 110).trimStart());
  const password = match?.[1];
  if (match === null || password === undefined || !isMadeUpWord(password)) return;
  const from = scan.text.indexOf(password, end);
  note(scan, "password", from, from + password.length, "medium", "said-pair");
}

/** What programs print around a password that they made: the words, what stands before them, what follows. */
const PRINTED: readonly (readonly [word: string, before: RegExp, behind: RegExp])[] = [
  ["new value:", /password[^\0]{0,120}$/i, /^ ([A-Za-z0-9*_=+-]{12,64})\s/],
  ["to installation:", /password[^\0]{0,160}$/i, /^\s{1,6}([0-9a-f]{32})\s/],
  ["elastic = ", /PASSWORD $/, /^([\w!@#$%^&*?~+=-]{8,64})(?=\s|$)/],
  ["_system = ", /PASSWORD [a-z]{1,20}$/, /^([\w!@#$%^&*?~+=-]{8,64})(?=\s|$)/],
  ["initial-password", /argocd [^\n]{0,40}$/, /^[^\n]{0,80}\n([A-Za-z0-9-]{12,64})\r?\n/],
];

/** A password that a program made at its first start, or anew. */
export function readPrinted(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const [, before, behind] = PRINTED.find(([word]) => word === text.slice(start, end).toLowerCase()) ?? [];
  const match =
    before?.test(text.slice(Math.max(0, start - 180), start)) === true
      ? behind?.exec(text.slice(end, end + 160))
      : undefined;
  const value = match?.[1];
  if (!match || value === undefined) return;
  const from = end + match[0].lastIndexOf(value);
  note(scan, "password", from, from + value.length, "medium", "printed-password");
}
