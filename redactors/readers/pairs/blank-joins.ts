import { wordList } from "../../../kit/words.ts";
import { pattern } from "../../../kit/word-pattern.ts";
import { GPG_ID } from "../../judge/known-formats.ts";
import { promiseOf } from "../../judge/promise-of.ts";
import { isMadeUpWord, isTypedAlone } from "../../judge/made-up-word.ts";
import type { Condition } from "./condition.ts";
import type { NameInText } from "./name-in-text.ts";
import type { Operator } from "./operator.ts";
import { BARE_SETTING, isDeclared, isInNetrc } from "./place-of-name.ts";

/** A name with nothing but a blank between the name and the text behind it. */
export interface BlankJoin {
  readonly at: NameInText;
  readonly operator: Operator;
  /** The 160 characters before the name, and the 140 from the value on. */
  readonly before: string;
  readonly behind: string;
  /** Whether the name is a word for a password that English prose uses. */
  readonly plain: boolean;
  /** Whether the name is the first word of its line, or of a list item. */
  readonly ownLine: boolean;
}

export function blankJoin(at: NameInText, operator: Operator): BlankJoin {
  const before = at.before(160);
  return {
    at,
    operator,
    before,
    plain: PLAIN.has(at.word.toLowerCase()),
    behind: at.text.slice(operator.valueStart, operator.valueStart + 140),
    ownLine: /(?:^|\n)[ \t]*(?:[*•-][ \t]+|[\w.-]{1,40}:)?$/.test(before),
  };
}

/** The places in which a blank joins a name and its value. In prose it mostly does not. */
export const BLANK_JOINS: readonly Condition<BlankJoin>[] = [
  {
    name: "value in quotes",
    holds: ({ operator }) => operator.quoteFollows,
    finds: "then enter the password '{p}' there",
    leaves: "then enter the password 'of your choice' there",
  },
  {
    name: "flag or declaration",
    holds: ({ at }) => isDeclared(at.text, at.start),
    finds: "app --token {t} --verbose",
    leaves: "app --token and --verbose",
  },
  {
    name: "setting of a server",
    holds: ({ at, ownLine }) => ownLine && BARE_SETTING.test(at.word),
    finds: "requirepass {w}\nport 6379\n",
    leaves: "requirepass is set\nport 6379\n",
  },
  {
    name: "typed password behind a plain word",
    holds: ({ at, plain, behind }) => (plain || isWord(at.word)) && isTypedAlone(behind.slice(0, 40)),
    finds: "the root password {p} works",
    leaves: "the root password works",
  },
  {
    name: "alone on its line",
    holds: ({ behind, ownLine }) => ownLine && ALONE.test(behind) && startsMadeUp(behind),
    finds: "client_secret    {t}\n",
    leaves: "client_secret    required\n",
  },
  {
    // `wp config list` and `wp config get` print name, value and kind.
    name: "first of three cells",
    holds: ({ at, operator, behind, ownLine }) =>
      ownLine && at.text.slice(at.end, operator.valueStart) === "\t" && CELLS.test(behind) && startsMadeUp(behind),
    finds: "DB_PASSWORD\t{t}\tconstant\n",
    leaves: "DB_PASSWORD\trequired\tconstant\n",
  },
  {
    // Logs of changes write the fingerprint of a public key behind `add key`.
    name: "stored by a command",
    holds: ({ before, behind }) =>
      STORES.test(before.slice(before.lastIndexOf("\n") + 1)) && !GPG_ID.test(behind) && startsMadeUp(behind),
    finds: "acme secrets set API_TOKEN {t}",
    leaves: "acme secrets get API_TOKEN {t}",
  },
  {
    name: "token of somebody",
    holds: ({ at, before, behind }) =>
      /^(?:token|secret)$/.test(at.word) &&
      /\b(?:my|our|your|the|this|new|use|using|with) $/i.test(before) &&
      startsMadeUp(behind),
    finds: "use my token {t} for now",
    leaves: "use a token {t} for now",
  },
  {
    name: "with a password",
    holds: ({ plain, before, behind }) => plain && WITH.test(before) && startsMadeUp(behind),
    finds: "log in as bob with password {a}",
    leaves: "log in as bob with password authentication",
  },
  {
    name: "answer for an installer",
    holds: ({ plain, before }) => plain && /(?:^|\n)d-i [^\n]{1,80}$|\/\S{0,40}password\s{1,8}$/.test(before),
    finds: "d-i passwd/root-password password {a}",
    leaves: "d-i passwd/make-user boolean false",
  },
  {
    name: "word before a value in .netrc",
    holds: ({ plain, before }) => plain && isInNetrc(before),
    finds: "machine db.example.org login app password {a}",
    leaves: "a machine without any password kX7wm2Qp9z",
  },
  {
    name: "line of settings below a user",
    holds: ({ plain, before, behind, ownLine }) =>
      plain && ownLine && /^\S{4,64}[ \t]*(?:\r?\n|$)/.test(behind.slice(0, 80)) && SETTING.test(before),
    finds: "host smtp.example.org\nuser app\npassword {w}\n",
    leaves: "user names\nand a password manager\n",
  },
];

/** Whether a text begins with a word that somebody made up. */
function startsMadeUp(behind: string): boolean {
  return isMadeUpWord(/^\S{0,64}/.exec(behind)![0].replace(/[.,;)]+$/, ""));
}

/** A value that fills the rest of its line, as in two columns and in settings of servers: `rcon_password …`. */
const ALONE = /^\S{1,128}(?<!;)[ \t]*(?:\r?\n|$)/;

/** A value and one more cell, which fill the rest of their line. */
const CELLS = /^\S{1,128}\t\w{1,24}[ \t]*(?:\r?\n|$)/;

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

/** Whether a name is a word for a password, in any language. */
function isWord(name: string): boolean {
  return /^[A-Za-z][a-z]+$/.test(name) && promiseOf(name)?.strength === "password";
}

const PLAIN = wordList(
  "password passphrase passwd pass pwd pw insecure-password insecure-passphrase insecure-passwd insecure-pass",
);

/** A line of a settings file without operators, as in .msmtprc. */
const SETTING = pattern("i")`
    (?:^|\n)[ \t]*(?:(?:user|username|login|host|hostname|account|server|from)[ \t]+\S+|line (?:vty|con|aux)
    [ \d]*)[ \t]*\r?\n
  `;
