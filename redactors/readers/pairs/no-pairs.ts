import type { Condition } from "./condition.ts";
import type { JoinedName } from "./joined-name.ts";
import type { NameInText } from "./name-in-text.ts";
import { isDeclared } from "./place-of-name.ts";

/** The names before an operator that have no value there: the name, or the operator, means something else. */
export const NO_PAIRS: readonly Condition<JoinedName>[] = [
  {
    name: "weak name before a blank",
    holds: ({ text, promised, nameStart, operator }) =>
      operator.kind === "words" && promised.strength === "hint" && !isDeclared(text, nameStart),
    finds: "app --session {t}",
    leaves: 'the session "{t}" ended',
  },
  {
    name: "item of a list",
    holds: ({ at }) => isListItem(at),
    finds: 'set("password", "{p}")',
    leaves: 'const fields = ["user", "password", "{p}"]',
  },
  {
    // What an assignment gives its value is the element, and the name is the variable by which the element is found.
    name: "variable as an index",
    holds: ({ text, nameStart, operator: { kind, nameEnd, isStatement, tight } }) =>
      kind === "assign" &&
      isStatement &&
      !tight &&
      text[nameEnd] === "]" &&
      /\w\[$/.test(text.slice(Math.max(0, nameStart - 2), nameStart)),
    finds: 'settings["token"] = "{t}"',
    leaves: 'zoneIds[token] = "{t}"',
  },
  {
    // nginx' directives for forwarding a request, programs that store passwords, npm's id of one run.
    name: "name that opens nothing",
    holds: ({ name }) =>
      /^(?:(?:fastcgi|proxy|uwsgi|scgi|grpc|memcached|mirror)_pass|(?:kee|last|en|1)pass(?:xc|dx)?|npm-session)$/i.test(
        name,
      ),
    finds: "sudo_pass: {a}",
    leaves: "proxy_pass: {a}",
  },
  {
    // `You cannot pass --passphrase-fd. Use --decrypt instead.`
    name: "end of a sentence",
    holds: ({ name, operator: { kind, announces } }) => kind === "words" && !announces && /\w\.$/.test(name),
    finds: "app --token {t}",
    leaves: "You cannot pass --token. {t}",
  },
  {
    name: "pass of Windows' setup",
    holds: ({ name, before }) => name === "pass" && before.endsWith("<settings "),
    finds: '<account pass="{a}">',
    leaves: '<settings pass="{a}">',
  },
  {
    name: "result of a test",
    holds: ({ name, operator: { kind, tight } }) => name === "PASS" && kind === "assign" && !tight,
    finds: "PASS={a}",
    leaves: "--- PASS: TestRFC3339Nano (0.00s)",
  },
  {
    // "Options to pass to `x`", "you can pass "x"". Behind a user's name `pass` is a password.
    name: "pass as a verb",
    holds: ({ text, name, nameStart, before, operator: { kind, nameEnd } }) =>
      /^pass$/i.test(name) &&
      kind === "words" &&
      /[A-Za-z,)`] $/.test(before) &&
      !/^ (?:is|was)\b/.test(text.slice(nameEnd, nameEnd + 5)) &&
      !LOGIN.test(text.slice(Math.max(0, nameStart - 120), nameStart)),
    finds: 'user bob and pass "{a}"',
    leaves: 'you can pass "{a}" to it',
  },
  {
    // `ok ? 'pass' : 'cancel'`
    name: "text of a conditional expression",
    holds: ({ before, operator: { kind, nameQuoted } }) =>
      nameQuoted && kind === "assign" && /\?\s{0,4}["']$/.test(before),
    finds: "grant = {'password' : '{a}'}",
    leaves: "grant = user ? 'password' : '{a}'",
  },
  {
    // `[mysql.password]: ../mysql.md`
    name: "label of a link in Markdown",
    holds: ({ text, before, operator: { nameEnd } }) =>
      text.startsWith("]:", nameEnd) && /(?:^|\n) {0,3}\[[^\]\n]*$/.test(before),
    finds: "mysql.password: {a}\n",
    leaves: "[mysql.password]: {a}\n",
  },
  {
    // `arn:aws:secretsmanager:us-east-1:…:secret:name`, `$PWD:/src`, `/etc/passwd:/etc/passwd:ro`.
    name: "part of a word with colons",
    holds: ({ text, nameStart, operator: { kind, tight, valueStart } }) =>
      kind === "assign" &&
      tight &&
      text[valueStart - 1] === ":" &&
      (":$|".includes(text[nameStart - 1] ?? "x") || (text[nameStart - 1] === "/" && text[valueStart] === "/")),
    finds: "secret:{t}",
    leaves: "arn:aws:secretsmanager:us-east-1:123456789012:secret:{t}",
  },
  {
    name: "getter",
    holds: ({ name, operator: { kind } }) =>
      kind === "call" && /(?:^|\.)(?:get|find|has|load|fetch|read|is|contains)[A-Z]\w*$/.test(name),
    finds: 'setPassword("{p}")',
    leaves: 'getPassword("{p}")',
  },
  {
    // `expect_quote_pass("a", "b")`: the test passes.
    name: "check of a test",
    holds: ({ name, operator: { kind } }) =>
      kind === "call" && /^(?:expect|assert|check|verify|test)_\w+_pass$/.test(name),
    finds: 'admin_pass("{p}")',
    leaves: 'expect_quote_pass("{p}")',
  },
  {
    name: "text of an interface",
    holds: ({ before, operator }) => operator.nameQuoted && TEXTS.test(before),
    finds: "$settings['newpassword'] = '{p}'",
    leaves: "$labels['newpassword'] = '{p}'",
  },
  {
    // `resource "hcloud_ssh_key" "bob" {`
    name: "type of a block in Terraform",
    holds: ({ before, operator: { kind, nameQuoted } }) =>
      kind === "words" && nameQuoted && /(?:^|\n)[ \t]*(?:resource|data|ephemeral) ["']$/.test(before),
    finds: 'the "password" "{p}"',
    leaves: 'resource "vault_password" "{p}" {',
  },
  {
    name: "checksum",
    holds: ({ before }) => before.endsWith("checksum/"),
    finds: "config/secret: {t}",
    leaves: "checksum/secret: {t}",
  },
];

/**
 * Whether a name is an item of a list, so that the next item is not its value. The first argument of a call and a flag
 * in a list have a value behind the comma.
 */
export function isListItem({ operator, text, start }: NameInText): boolean {
  if (operator?.kind !== "item") return false;
  if (!operator.nameQuoted || !"\"'`".includes(text[start - 1] ?? " ")) return true;
  if (LIST_MAKER.test(text.slice(Math.max(0, start - 24), start))) return true;
  return text[start] !== "-" && /[,[]\s{0,4}[@b]?\\?["'`]$/.test(text.slice(Math.max(0, start - 8), start));
}

/** A call that makes a list of its arguments, before its first argument in quotes. */
const LIST_MAKER = /\b(?:array|tuple|frozenset|asList|(?:List|Set|Stream)\.of)\(\s{0,4}["'`]$/;

const TEXTS = /(?:labels?|messages?|msgs?|texts?|strings?|lang(?:uage)?s?|translations?|l10n|i18n)\[ ?["']$/i;

/** A user's name behind `user` or `login`, earlier on the same line. */
const LOGIN = /\b(?:user|login)\w*[ :=]+(?!to )["']?[\w.@-]+["']?[^\n]*$/i;
