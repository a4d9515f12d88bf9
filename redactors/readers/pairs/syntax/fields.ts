/** @file Colons, and fields of JSON, YAML and records whose value follows in a field or on a line of its own. */

import { type PairSyntax, ANNOUNCES, sticky } from "./pair-syntax.ts";

/** Other fields of JSON that may stand before a value. */
const FIELDS = String.raw`(?:\\?"\w{1,24}\\?"\s{0,3}:\s{0,3}(?:true|false|null|-?\d{1,16}|\\?"[\w .-]{0,60}\\?"),\s{0,40}){0,3}`;
/** Other fields of YAML that may stand before a value. `ATTRIBUTES` matches other attributes of XML. */
const LINES = String.raw`(?:\w{1,24}: [\w .-]{1,40}\r?\n[ \t]{1,40}){1,3}`;
const ATTRIBUTES = String.raw`(?:\w{1,24}="[\w .:-]{0,40}"\s{1,8}){1,3}`;
/** The text between the field that holds the name and the field that holds the value. */
const BETWEEN = String.raw`,?\s{0,40}(?:${FIELDS}|${LINES}|${ATTRIBUTES})`;
const VALUE_FIELD =
  BETWEEN + String.raw`\\?["']?(?:\w{0,24}(?:[vV]alue|VALUE)|content|default|example)\\?["']?\s{0,3}(?:=|:(?!:))`;
/**
 * YAML's `|` and `>-`, behind which the value follows on the next line. A type may stand before the sign. Behind the
 * sign may stand an indent, the treatment of the last line end, and a comment.
 */
const BLOCK = String.raw` (?:!{1,2}str )?[|>][-+1-9]{0,2}[ \t]{0,64}(?:[ \t]#[^\n]{0,72})?\r?\n[ \t\r\n]{0,64}`;
/** Marks before a value: the end of Markdown's bold, the start of its emphasis, a type in YAML. */
const MARKED =
  String.raw`(?:\*{1,2}(?=\s)[ \t]{0,4}| {0,4}!(?:unsafe|str|string|env) |` +
  String.raw` {0,4}(?:\*{1,2}|_)(?=[^\s*_]))?`;

/** `name="X" value="…"` in XML, `"name": "X", "value": "…"` in JSON, `name: X⏎ value: …` in YAML. */
export const NAME_AND_VALUE: readonly PairSyntax[] = [
  {
    name: "field with the name, and a field with a block",
    is: sticky(VALUE_FIELD + BLOCK),
    kind: "enclosed",
    means: { block: true },
    finds: "- name: DB_PASSWORD\n  value: >-\n    {p}\n",
    leaves: "- name: DB_PASSWORD\n  value: >-\n    none\n",
  },
  {
    name: "field with the name, and a field with the value",
    is: sticky(VALUE_FIELD),
    kind: "two-fields",
    finds: '[{"name":"DB_PASSWORD","value":"{a}"}]',
    leaves: '[{"name":"DB_PASSWORD","value":""}]',
  },
];
export const LDIF: PairSyntax = {
  name: "two colons before Base64, of LDIF",
  is: /:: /y,
  kind: "words",
  means: ANNOUNCES,
  finds: "userPassword:: {b}\n",
  leaves: "userPassword:: none\n",
};
export const OBJECT_WITH_VALUE: PairSyntax = {
  name: "object whose field holds the value, of app.json, Terraform and DynamoDB",
  is: sticky(String.raw`:(?!:)\s{0,8}\{\s{0,40}${FIELDS}\\?["'](?:value|default|example|S)\\?["']\s{0,3}:`),
  kind: "assign",
  finds: '{"password":{"S":"{a}"}}',
  leaves: '{"password":{"type":"string","default":""}}',
};
export const OBJECT_BY_HOST: PairSyntax = {
  name: "object whose field is a host, as Composer and Docker keep logins",
  is: /:(?!:)\s{0,8}\{\s{0,40}\\?"[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}(?::\d{1,5})?\\?"\s{0,3}:(?=\s{0,3}\\?")/y,
  kind: "assign",
  finds: '{"gitlab-token": {"gitlab.example.org": "{t}"}}',
  leaves: '{"gitlab-token": {"gitlab.example.org": ""}}',
};
export const DEFAULT_OF_FIELD: PairSyntax = {
  name: "default of a template's parameter or of a schema's field",
  is: sticky(String.raw`:\r?\n[ \t]{1,40}${LINES}(?:[dD]efault|example): `),
  kind: "assign",
  finds: "DbPassword:\n  Type: String\n  NoEcho: true\n  Default: {t}\n",
  leaves: "DbPassword:\n  Type: String\n  NoEcho: true\n  Default: none\n",
};
export const COLON_AND_BLOCK: PairSyntax = {
  name: "colon and block, of YAML",
  is: sticky(`:(?!:)${BLOCK}`),
  kind: "enclosed",
  means: { block: true },
  finds: "private_token: |-\n  {t}\n  {x}\n",
  leaves: "private_token: |-\n  none\n",
};
export const COLON: PairSyntax = {
  name: "colon",
  is: sticky(`:(?!:)${MARKED}`),
  kind: "assign",
  finds: "Password: {p}",
  leaves: "Password: ${PASSWORD}",
};
export const BETWEEN_BARS: PairSyntax = {
  name: "bar before a value that is alone on its line, as clients of databases print a row",
  is: /[|│┃║] {0,64}[*`]{0,2}(?=\S{4,256}?[ \t]{0,64}[|│┃║]?[ \t]{0,64}(?:\r?\n|$))/y,
  kind: "words",
  before: /(?:^|\n)[ \t]{0,32}(?:[|│┃║] {0,64}[*`]{0,2})?[\w.-]{1,80}$/,
  means: ANNOUNCES,
  finds: "| password | {p} |\n",
  leaves: "| password | string |\n",
};
export const PART_OF_FORM: PairSyntax = {
  name: "part of a form below its name, or the next text of Redis' answer",
  is: /(?<=")(?:(\r?\n)\1(?=\S)|\r?\n {0,12}\d{1,6}\) (?="))/y,
  kind: "enclosed",
  finds: '1) "user"\n2) "bob"\n3) "password"\n4) "{p}"\n',
  leaves: '1) "user"\n2) "bob"\n3) "password"\n4) ""\n',
};
export const ANSWER: PairSyntax = {
  name: "answer of a shell for Python, Node or Ruby to a name",
  is: /\r?\n(?:=> |Out\[\d{1,5}\]: )?(?=["'])/y,
  kind: "enclosed",
  before:
    /(?:^|\n)(?:>>> |> |\((?:Pdb|rdb)\) (?:pp? )?|ipdb> (?:pp? )?|In \[\d{1,5}\]: |(?:irb|\[\d{1,5}\] pry)\([^()\n]{1,40}\)[:\d]{0,9}> )[\w.$@["']{1,80}$/,
  finds: "(Pdb) p settings.SMTP_PASSWORD\n'{p}'\n",
  leaves: "(Pdb) p settings.SMTP_PASSWORD\n''\n",
};
export const SUBVERSION: PairSyntax = {
  name: "login in Subversion's store",
  is: /\r?\nV \d{1,4}\r?\n/y,
  kind: "enclosed",
  finds: "K 8\npassword\nV 18\n{e}\nEND\n",
  leaves: "K 8\npassword\nV 0\n\nEND\n",
};
