import { PASSWORD_VARIABLE } from "../../judge/pair.ts";
import { anyHolds, type Condition } from "./condition.ts";
import type { JoinedValue } from "./joined-name.ts";
import { isInNetrc } from "./place-of-name.ts";
import { ARROW } from "./syntax/assignments.ts";

/** Whether a value is a field of a record that a program printed or reads, and never code. */
export function isInRecord(joined: JoinedValue): boolean {
  return anyHolds(RECORDS, joined);
}

/** The records whose fields are data, in whatever text they stand. */
export const RECORDS: readonly Condition<JoinedValue>[] = [
  {
    name: "object as a program prints it",
    holds: isPrinted,
    finds: "connecting with DbConfig(host=db, user=app, password={w}, port=5432)",
    leaves: "return DbConfig(host=db, user=app, password=password, port=5432)",
  },
  {
    name: "entry of .netrc",
    holds: ({ at, operator: { kind } }) => kind === "words" && isInNetrc(at.before(400)),
    finds: "machine db.example.org login app password {l}",
    leaves: "the machine has no password {l}",
  },
  {
    name: "Go's row of fields",
    holds: ({ at, text, operator: { kind, tight, valueStart } }) =>
      kind === "assign" && tight && text[valueStart - 1] !== "=" && isInGoRow(text, at.start),
    finds: "{Addr:db Port:5432 Password:{l}}",
    leaves: "{Addr:db Port:5432 Password:}",
  },
  {
    // As MySQL's `\G` prints a row.
    name: "row, field by field",
    holds: ({ at, text, operator: { kind, tight, valueStart } }) =>
      kind === "assign" && !tight && text[valueStart - 1] !== "=" && VERTICAL.test(at.before(400)),
    finds: "*************************** 1. row ***************************\n      id: 1\npassword: {l}\n",
    leaves: "*************************** 1. row ***************************\n      id: 1\npassword: NULL\n",
  },
  {
    name: "item of a list in YAML, in braces",
    holds: ({ at, value, operator: { kind, tight } }) =>
      kind === "assign" && !tight && value.form === "bare" && IN_ITEM.test(at.before(240)),
    finds: "users:\n  - {name: bob, password: {w}, type: text}\n",
    leaves: "users:\n  - {name: bob, password: null, type: text}\n",
  },
  {
    name: "variable of a container",
    holds: ({ name, value, operator: { kind } }) =>
      kind === "two-fields" && value.form === "bare" && PASSWORD_VARIABLE.test(name),
    finds: "- name: DB_PASSWORD\n  value: {m}\n",
    leaves: "- name: DB_PASSWORD\n  value: settings.password\n",
  },
  {
    name: "array as PHP prints it",
    holds: ({ text, at, nameStart, operator: { kind, row } }) =>
      kind === "assign" && row === ARROW.name && text[nameStart - 1] === "[" && /(?:^|\n)[ \t]*\[$/.test(at.before(80)),
    finds: "Array\n(\n    [password] => {l}\n)\n",
    leaves: "Array\n(\n    [password] => \n)\n",
  },
];

/**
 * Whether a value is a field of an object as a program prints it: `DbConfig(host=db, user=app, password=…, port=5432)`.
 * The object stands at a line's start or behind an ordinary word; code has no object there, since it would be unused.
 */
function isPrinted({ value, behind, at, operator: { kind, tight, isStatement } }: JoinedValue): boolean {
  if (value.form === "quoted" || kind !== "assign" || !isStatement || !tight) return false;
  if (!/^[.!?]{0,3}[,)\]]/.test(behind)) return false;
  const type = PRINTED.exec(at.before(200));
  return type !== null && !CODE_WORD.test(type[1] as string);
}

const PRINTED = /(?:^|\n|([a-z]+|[:\]>-]) )[A-Z]\w*(?:[.$][A-Z]\w*)*[([](?:\w+=[^\s,()"'={}]+, )+$/;
const CODE_WORD =
  /^(?:return|new|await|yield|throw|raise|assert|class|in|is|not|and|or|if|else|lambda|print|fun|def|func|extends)$/;

/** Whether fields with colons, and blanks between, stand before a name, behind a brace: `{Host:db Port:5432 `. */
export function isInGoRow(text: string, nameStart: number): boolean {
  return GO_ROW.test(text.slice(Math.max(0, nameStart - 400), nameStart));
}

const GO_ROW = /\{(?:[A-Z]\w{0,32}:[^\s{}]{0,80} ){1,12}$/;
/** The beginning of a line with an item of a list, up to a name in the item's braces. */
const IN_ITEM = /(?:^|\n)[ \t]*- \{[^{}\n]*$/;
/** The heading of a row, as MySQL's `\G` prints it, and the fields below. */
const VERTICAL = /\*{8,} \d+\. row \*{8,}\r?\n(?:[ \t]*\w+: [^\n]*\n){0,40}[ \t]*$/;
