import { isTypeName } from "../../judge/harmless-shapes.ts";
import { promiseOf } from "../../judge/promise-of.ts";
import { isJoinedPhrase } from "../../judge/made-up-word.ts";
import { isHumpless } from "../../judge/password-shapes.ts";
import type { Condition } from "./condition.ts";
import type { JoinedValue } from "./joined-name.ts";
import { PUBLIC_VALUES } from "./public-values.ts";
import { isInRecord } from "./records.ts";
import { TRANSLATED_VALUES } from "./translated-values.ts";

/** The texts behind a name and its operator that are no value of the name, whatever the name promises. */
export const NO_VALUES: readonly Condition<JoinedValue>[] = [
  {
    // `"…&password=" + encode(p) + "…"`, a text that begins behind one quote and ends before another.
    name: "code between two texts",
    holds: ({ value, word }) =>
      value.form === "quoted" &&
      ((/^ ?[+.,)] ?[\w$(]/.test(word) &&
        /[(+]/.test(word.slice(1)) &&
        !/^(?=.{24})[A-Za-z0-9+/]{22,}={0,2}$/.test(word)) ||
        /^["'] ?[.+&] ?[\w$.>()[\]'"-]+ ?[.+&] ?["']$/.test(word)),
    finds: 'var q = "a&password={p}";',
    leaves: 'var q = "a&password=" + encode(kX7wm2Qp9z) + "&b=1";',
  },
  {
    // `'password' => ['maxlength' => 20]`.
    name: "name of another field",
    holds: ({ value, text, operator: { kind } }) =>
      value.form === "quoted" &&
      (kind === "item"
        ? /^["'] ?(?::|=>)|^\\*["'`] [a-z]/.test(text.slice(value.end, value.end + 8))
        : /^["'] {0,8}=>/.test(text.slice(value.end, value.end + 12))),
    finds: "'password' => '{a}'",
    leaves: "'password' => ['{a}' => 20]",
  },
  {
    // Ant's filter replaces the token by the value: `<filter token="a" value="b"/>`.
    name: "name of a value behind",
    holds: ({ value, text }) =>
      value.form === "quoted" && /^["'] {1,8}value=/.test(text.slice(value.end, value.end + 16)),
    finds: '<filter token="{t}" kind="a"/>',
    leaves: '<filter token="{t}" value="a"/>',
  },
  {
    name: "no quotes where a text has them",
    holds: ({ value, operator }) => value.form === "bare" && operator.needsQuote,
    finds: 'password == "{a}"',
    leaves: "password == {a}",
  },
  {
    name: "called or indexed",
    holds: ({ value, text }) =>
      value.form === "bare" &&
      /^[([]|^<(?!br\b)[A-Za-z]|^ (?:\(["'$]|= |\([\w, ]*\);)/.test(text.slice(value.end, value.end + 40)),
    finds: "  pwd = {a}\n",
    leaves: "  pwd = getpwuid (uid);\n",
  },
  {
    // "PASS: Throughput is 150 writes/s". But a password may have another field behind it, so only a word or a number
    // behind the value shows a sentence.
    name: "word of a sentence",
    holds: ({ value, word, text, behind, operator: { announces } }) =>
      isNoNoun(value, word, announces) &&
      " \t>".includes(text[value.start - 1] as string) &&
      LETTERS.test(word) &&
      WORD_BEHIND.test(behind),
    finds: "host: db\npassword: {w}\n",
    leaves: "host: db\npassword: {w} is 150 writes/s\n",
  },
  {
    // "password is important!"
    name: "word behind a verb",
    holds: ({ value, word, operator: { announces } }) =>
      isNoNoun(value, word, announces) && announces && PROSE.test(word),
    finds: "<only if the password is {a}!>\n",
    leaves: "<only if the password is wombat!>\n",
  },
  {
    // `storage: file: password: sha2crypt: option "iterations" is too small`, the place of a fault in a tree of settings.
    name: "step of a path in a message",
    holds: ({ value, word, before, behind, operator: { kind } }) =>
      value.form === "bare" &&
      kind === "assign" &&
      /[\w-]: $/.test(before) &&
      /^[a-z][\w-]*$/.test(word) &&
      /^: [A-Za-z]/.test(behind),
    finds: "db: password: {a}: dev",
    leaves: "db: password: sha2crypt: option 'cost' is too small",
  },
  {
    name: "variable in quotes' place",
    holds: ({ value, word, operator: { kind, nameQuoted } }) =>
      value.form === "bare" && kind === "assign" && nameQuoted && /^[a-z]+(?:[A-Z][a-z]+)+$/.test(word),
    finds: "'password' : {t}",
    leaves: "'password' : loginKwd",
  },
  {
    name: "variable behind an assignment",
    holds: ({ value, word, operator: { isStatement, tight } }) =>
      value.form === "bare" &&
      isStatement &&
      !tight &&
      /^[a-z]+(?:[A-Z]+[a-z]+)+$/.test(word) &&
      promiseOf(word)?.exact === true,
    finds: "suite.config.LDAP.Password = {a}",
    leaves: "suite.config.LDAP.Password = testLDAPPassword",
  },
  {
    // `Password: b64Pwd,`
    name: "variable at the end of an argument",
    holds: ({ value, word, name, behind, operator: { kind, tight } }) =>
      value.form === "bare" &&
      kind === "assign" &&
      /[a-z]/.test(name) &&
      (ENDS_CALL.test(behind) || (behind.startsWith(",") && !tight)) &&
      /^[A-Za-z_]\w*(?:[a-z][A-Z]|_)\w*$/.test(word) &&
      promiseOf(word.replace(/[A-Z]*\d+$/, ""))?.exact === true,
    finds: "await signOut({\n  password: '{t}'\n});",
    leaves: "await signOut({\n  password: tmpPwd9\n});",
  },
  {
    name: "name of a type",
    holds: (joined) =>
      joined.value.form === "bare" &&
      isTypeName(joined.text, joined.value.start, joined.value.end) &&
      !isInRecord(joined),
    finds: "Password: {a};",
    leaves: "Password: XmlStringMaxLen256;",
  },
  {
    // A shortened token, as manuals show it: `eyJhbGciOi...`.
    name: "ellipsis behind the value",
    holds: ({ promised, word, behind }) =>
      promised.kind !== "password" && word.length < 24 && (/^(?:\.{3}|…)/.test(behind) || word.endsWith("..")),
    finds: 'token: "{t}"',
    leaves: "token: kX7wm2Qp9zR4t...",
  },
  {
    // `key: maven-${{ hashFiles('pom.xml') }}`
    name: "template behind the value",
    holds: ({ value, word, behind }) =>
      value.form === "bare" && /[-_./:$]$/.test(word) && /^(?:\$\{|\{\{)/.test(behind),
    finds: "token: {t}-{x}",
    leaves: "token: q2Kx7-Vn3Ty6-${{ steps.get-date.out }}",
  },
  {
    // The secret itself is the next argument: `ReplaceSecret("encryption", secret)`.
    name: "name of a secret in a call",
    holds: ({ value, text, operator: { kind } }) =>
      kind === "call" &&
      value.form === "quoted" &&
      /^["'`],\s{0,8}(?:\w{1,24}\.)?\w{0,24}(?:secret|token|password|passwd|key|value|data)\b/i.test(
        text.slice(value.end, value.end + 60),
      ),
    finds: 'replaceSecret("{e}", true)',
    leaves: 'replaceSecret("{e}", secret)',
  },
  {
    // A struct's field in Go, with its type: `Token Token `xml:"Token"``.
    name: "tag of a field",
    holds: ({ value, word, text }) => text[value.start - 1] === "`" && /^\w{1,24}:\\?"/.test(word),
    finds: "token `{t}`",
    leaves: 'X509Token X509Token `xml:"X509Token"`',
  },
  ...TRANSLATED_VALUES,
  ...PUBLIC_VALUES,
];

/** Whether a bare value is neither a password of letters of both cases, nor, behind a verb, nouns that are joined. */
function isNoNoun({ form }: JoinedValue["value"], word: string, announces: boolean): boolean {
  return form === "bare" && !isHumpless(word) && !(announces && isJoinedPhrase(word));
}

const LETTERS = /^[A-Za-z\x80-\uffff]+$/;
const WORD_BEHIND = /^ (?:[A-Za-z\x80-\uffff']+|%[a-z]|\d+)(?:[ ,.:?!\r\n`"'<]|$)/;
/** A word, perhaps with entities of HTML, with the sign behind it that ends a sentence. */
const PROSE = /^(?:[A-Za-z\x80-\uffff]|&[a-z]{2,8};?)+[.!?:,>]*$/;
const ENDS_CALL = /^\s{0,38}[})]/;
