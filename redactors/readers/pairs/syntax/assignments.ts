/** @file Signs that assign or compare, in code, settings and makefiles. */

import { COMPARED, IN_QUOTES, type PairSyntax, STATEMENT, sticky } from "./pair-syntax.ts";

/** A string's type behind a name and a colon, in TypeScript, Kotlin, Swift, Rust, Python, Zig. */
const TYPE = String.raw` ?&?(?:'static )?(?:string|str|String|Optional\[str\]|\[\]const u8)\??\s{0,2}=(?!=)`;

export const EQUALS: PairSyntax = {
  name: "equals",
  is: /=/y,
  kind: "assign",
  means: STATEMENT,
  finds: "DB_PASSWORD={p}\n",
  leaves: "DB_PASSWORD=$1\n",
};
export const ARROW: PairSyntax = {
  name: "arrow of a hash, also with the type that PHP's var_dump prints before a text",
  is: /=>(?:\r?\n {0,40}string\(\d{1,6}\) (?="))?/y,
  kind: "assign",
  finds: "'password' => '{e}',\n",
  leaves: "'password' => $password,\n",
};
export const EQUALS_IN_VALUE: PairSyntax = {
  name: "value that begins with an equals sign, in an environment",
  is: /=(?==[^=\s"'])/y,
  kind: "assign",
  tight: true,
  before: /(?:^|\n)(?:export )?[A-Z][A-Z0-9_]*$/,
  means: STATEMENT,
  finds: "DB_PASSWORD=={t}\n",
  leaves: "if db_password==b64Pwd\n",
};
export const COMPARISON: PairSyntax = {
  name: "comparison",
  is: /={2,4}/y,
  kind: "assign",
  means: COMPARED,
  finds: 'if password == "{e}":\n',
  leaves: "if [ $password=={a} ]; then exit; fi",
};
export const TEXT_BLOCK: PairSyntax = {
  name: "text of one line between two lines with the same word, in Terraform, Perl or Ruby",
  is: /=\s{0,3}<<[-~]?["']?(\w{1,16})["']?;?\r?\n[ \t]{0,40}(?=[^\s]{4,128}\r?\n[ \t]{0,40}\1\b)/y,
  kind: "assign",
  means: STATEMENT,
  finds: "db_password = <<EOT\n{p}\nEOT\n",
  leaves: "db_password = <<EOT\nnone\nEOT\n",
};
export const COLON_EQUALS: PairSyntax = {
  name: "colons and equals",
  is: /:{1,4}=/y,
  kind: "assign",
  means: STATEMENT,
  finds: "DB_PASSWORD := {p}\n",
  leaves: "password := input.Password\n",
};
export const SHELL_DEFAULT: PairSyntax = {
  name: "default of a shell's variable",
  is: /:-/y,
  kind: "enclosed",
  tight: true,
  finds: "url=${DB_PASSWORD:-{l}}",
  leaves: "redis://${REDIS_PASSWORD:-}@${REDIS_HOST}:6379",
};
export const TYPED: PairSyntax = {
  name: "colon, type and equals",
  is: sticky(`:(?!:)${TYPE}`),
  kind: "assign",
  means: STATEMENT,
  finds: 'const password: string = "{e}";\n',
  leaves: "const password: string = readPassword();\n",
};
export const OPTIONAL: PairSyntax = {
  name: "optional parameter with its type",
  is: sticky(String.raw`\?:${TYPE}`),
  kind: "assign",
  means: STATEMENT,
  finds: 'constructor(private password?: string = "{e}") {}\n',
  leaves: "constructor(private password?: string = undefined) {}\n",
};
export const NOT_EQUAL: PairSyntax = {
  name: "comparison with an exclamation mark",
  is: /!={1,4}/y,
  kind: "assign",
  means: COMPARED,
  finds: 'if password != "{e}":\n',
  leaves: "if password != confirmation:\n",
};
export const IF_UNSET: PairSyntax = {
  name: "assignment if unset, of make",
  is: /\?=/y,
  kind: "assign",
  finds: "DB_PASSWORD ?= {p}\n",
  leaves: "DB_PASSWORD ?= $(PW)\n",
};
export const DOT_EQUALS: PairSyntax = {
  name: "appending, of PHP",
  is: /\.=/y,
  kind: "assign",
  finds: '$password .= "{p}";\n',
  leaves: "$password .= $salt;\n",
};
export const PLUS_EQUALS: PairSyntax = {
  name: "appending",
  is: /\+=/y,
  kind: "assign",
  finds: 'db_password += "{p}"\n',
  leaves: "db_password += salt\n",
};
export const OR_EQUALS: PairSyntax = {
  name: "assignment if empty, of Ruby, or a default",
  is: /\|\|=?/y,
  kind: "assign",
  means: IN_QUOTES,
  finds: 'db_password ||= "{e}"\n',
  leaves: "db_password || fallback\n",
};
export const LEFT_ARROW: PairSyntax = {
  name: "left arrow, of R",
  is: /<-/y,
  kind: "assign",
  means: COMPARED,
  finds: 'password <- "{e}"\n',
  leaves: "password <- readline()\n",
};
export const WORD_OF_COMPARISON: PairSyntax = {
  name: "word that compares, of Perl and Objective-C",
  is: /(?:eq|ne|isEqualToString:|isEqual:)(?= {0,2}@?["'])/y,
  kind: "assign",
  means: COMPARED,
  finds: 'if ($password eq "{e}") {\n',
  leaves: 'if ($password eq "") {\n',
};
export const TYPE_BEHIND_BLANK: PairSyntax = {
  name: "type behind a blank, of Go, C and Basic",
  is: /(?:[Aa]s [Ss]tring|string|str|String|char ?\*|\[\])\s{0,4}:?=/y,
  kind: "assign",
  means: STATEMENT,
  finds: 'Dim password As String = "{l}"',
  leaves: "Dim password As String = ReadLine()",
};
export const WIDE: readonly [colon: PairSyntax, equals: PairSyntax] = [
  {
    name: "wide colon",
    is: /：/y,
    kind: "assign",
    finds: "Password　：　{t}\n",
    leaves: "Password　：　none\n",
  },
  {
    name: "wide equals",
    is: /＝/y,
    kind: "assign",
    finds: "password ＝ {t}\n",
    leaves: "password ＝ none\n",
  },
];
