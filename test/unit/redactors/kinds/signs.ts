import { base64, strong, words, type Held } from "./made.ts";

const A = strong(1401);
const W = words(1402);

/** What stands between a name and its value: a row for each of `redactors/readers/pairs/syntax/`. */
export const SIGNS: readonly Held[] = [
  ["=", `DB_PASSWORD=${A}\n`, A],
  [":=", `DB_PASSWORD := ${A}\n`, A],
  ["::=, of grammars and make", `DB_PASSWORD ::= ${A}\n`, A],
  ["?=, of make", `DB_PASSWORD ?= ${A}\n`, A],
  ["+=", `db_password += "${A}"\n`, A],
  [".=, of PHP", `$password .= "${A}";\n`, A],
  ["||=, of Ruby", `db_password ||= "${W}"\n`, W],
  ["=>, of a hash", `'password' => '${W}',\n`, W],
  ["!=", `if password != "${W}":\n`, W],
  ["<-, of R", `password <- "${W}"\n`, W],
  ["a type and a sign, of TypeScript", `const password: string = "${W}";\n`, W],
  ["an optional one", `constructor(private password?: string = "${W}") {}\n`, W],
  ["two colons and base64, of LDIF", `userPassword:: ${base64(A)}\n`, base64(A)],
  ["a binary of Erlang", `{password, <<"${W}">>}\n`, W],
  ["a word, of Perl", `if ($password eq "${W}") {\n`, W],
  ["a default of Terraform", `variable "db_password" {\n  default = "${A}"\n}\n`, A],
  ["an element in a page that shows XML", `&lt;password&gt;${A}&lt;/password&gt;\n`, A],
  ["a login that Subversion stores", `K 8\npassword\nV ${W.length}\n${W}\nEND\n`, W],
  ["a comma, of a call", `setenv("DB_PASSWORD", "${W}", 1);\n`, W],
  ["a bracket, of a call", `set_password("${W}")\n`, W],
];
