import { announcedAt } from "../announced.ts";
import { BLOCK, FIELDS, INSIDE, LINES, MARKED, type PairSyntax, TYPE, VALUE_FIELD } from "./operator.ts";

const STATEMENT = { assigns: true } as const;
const COMPARED = { assigns: true, needsQuote: true } as const;
const IN_QUOTES = { needsQuote: true } as const;
const SAYS = { says: true } as const;

const PAIRED: readonly PairSyntax[] = [
  // `name="X" value="…"` in XML, `"name": "X", "value": "…"` in JSON, `name: X⏎ value: …` in YAML.
  { is: sticky(VALUE_FIELD + BLOCK), kind: "element", means: { block: true } },
  { is: sticky(VALUE_FIELD), kind: "attribute" },
];

const RECORD: PairSyntax = {
  // `password | …` alone on its line, as clients of databases print one row; or a row of names and values with bars
  // between them.
  is: /[|│┃║] {0,64}[*`]{0,2}(?=\S{4,256}?[ \t]{0,64}[|│┃║]?[ \t]{0,64}(?:\r?\n|$))/y,
  kind: "space",
  before: /(?:^|\n)[ \t]{0,32}(?:[|│┃║] {0,64}[*`]{0,2})?[\w.-]{1,80}$/,
  means: SAYS,
};

/**
 * The syntaxes, by the sign behind the name. The first syntax that matches is used; if none matches, the name has no
 * value. For a new sign, add a row here and a text in `test/unit/redactors/kinds/signs.ts`.
 */
export const BY_SIGN: Readonly<Record<string, readonly PairSyntax[]>> = {
  "=": [
    // `=>` in a hash, also with the type that PHP's `var_dump` prints before a text.
    { is: /=>(?:\r?\n {0,40}string\(\d{1,6}\) (?="))?/y, kind: "assign" },
    // A line of an environment whose value begins with `=`.
    {
      is: /=(?==[^=\s"'])/y,
      kind: "assign",
      tight: true,
      before: /(?:^|\n)(?:export )?[A-Z][A-Z0-9_]*$/,
      means: STATEMENT,
    },
    { is: /={2,4}/y, kind: "assign", means: COMPARED },
    // A text of one line in Terraform, Perl or Ruby, between two lines with the same word.
    {
      is: /=\s{0,3}<<[-~]?["']?(\w{1,16})["']?;?\r?\n[ \t]{0,40}(?=[^\s]{4,128}\r?\n[ \t]{0,40}\1\b)/y,
      kind: "assign",
      means: STATEMENT,
    },
    { is: /=/y, kind: "assign", means: STATEMENT },
  ],
  ":": [
    { is: /:{1,4}=/y, kind: "assign", means: STATEMENT },
    // The default of a variable in a shell: `${PASSWORD:-…}`.
    { is: /:-/y, kind: "element", tight: true },
    // LDIF: two colons announce base64.
    { is: /:: /y, kind: "space", means: SAYS },
    { is: sticky(`:(?!:)${TYPE}`), kind: "assign", means: STATEMENT },
    // `"TOKEN": {"value": "…"}`, as in app.json and in outputs of Terraform, which have other fields before the value,
    // and `{"S": "…"}` of DynamoDB.
    {
      is: sticky(String.raw`:(?!:)\s{0,8}\{\s{0,40}${FIELDS}\\?["'](?:value|default|example|S)\\?["']\s{0,3}:`),
      kind: "assign",
    },
    // The default of a template's parameter or of a schema's field: `DbPassword:⏎  Type: String⏎  Default: …`.
    { is: sticky(String.raw`:\r?\n[ \t]{1,40}${LINES}(?:[dD]efault|example): `), kind: "assign" },
    { is: sticky(`:(?!:)${BLOCK}`), kind: "element", means: { block: true } },
    { is: sticky(`:(?!:)${MARKED}`), kind: "assign" },
  ],
  "：": [{ is: /：/y, kind: "assign" }],
  "＝": [{ is: /＝/y, kind: "assign" }],
  "!": [{ is: /!={1,4}/y, kind: "assign", means: COMPARED }],
  "?": [
    { is: /\?=/y, kind: "assign" },
    { is: sticky(String.raw`\?:${TYPE}`), kind: "assign", means: STATEMENT },
  ],
  ".": [
    { is: /\.=/y, kind: "assign" },
    // Dots that lead to the value in a table.
    { is: /(?=\.{3})/y, kind: "space", tight: false, value: announcedAt, means: SAYS },
  ],
  "+": [{ is: /\+=/y, kind: "assign" }],
  "|": [{ is: /\|\|=?/y, kind: "assign", means: IN_QUOTES }, RECORD],
  "│": [RECORD],
  "┃": [RECORD],
  "║": [RECORD],
  ",": [
    // A binary of Erlang.
    { is: /,[ \t]{0,64}<<(?=")/y, kind: "assign" },
    ...PAIRED,
    { is: /,/y, kind: "argument", means: IN_QUOTES },
  ],
  "(": [
    { is: /(?=\()/y, kind: "space", tight: false, value: announcedAt, means: SAYS },
    { is: /\(/y, kind: "call", tight: true, means: IN_QUOTES },
  ],
  ">": [
    // `<password>…`, but not `password=<database-user-password>`, which is a placeholder, nor a manual's `B<password>`.
    {
      is: sticky(`>${INSIDE}`),
      kind: "element",
      tight: true,
      nameQuoted: false,
      before: /(?<![A-Za-z])<[\w:.-]*$/,
      notBefore: /=<[\w:.-]*$/,
    },
    // An attribute with the name of the text in the element: `<entry key="password">`.
    {
      is: sticky(`(?<=")>${INSIDE}`),
      kind: "element",
      tight: true,
      nameQuoted: true,
      before: /\b(?:\w*name|key|id|field|for|n)=\\{0,3}["'][\w .:$-]*$/i,
    },
  ],
  // XML that a page shows with escapes.
  "&": [{ is: sticky(`&gt;${INSIDE}`), kind: "element", tight: true }],
  "<": [
    // `<key>Password</key><string>…` of property lists, `<param-name>…` of web applications, rows of a page's tables.
    {
      is: sticky(
        String.raw`</(?:(?:[\w-]{1,16}-)?(?:key|name)>\s{0,40}<(?:[\w-]{1,16}-)?(?:string|value)` +
          String.raw`|(?:t[hd]|dt)>\s{0,40}<(?:td|dd)(?: [^<>]{0,40})?)>`,
      ),
      kind: "element",
    },
    { is: /<-/y, kind: "assign", means: COMPARED },
    // A shell's here-string. The row below is for a here-document.
    { is: /<<<[ \t]{0,4}/y, kind: "space", means: SAYS },
    {
      is: /<<-?["']?(\w{1,16})["']?[ \t]{0,8}\r?\n(?=[^\n]{4,128}\n\1)/y,
      kind: "space",
      before: /-stdin$/,
      means: SAYS,
    },
  ],
  "{": [
    // Terraform's `variable "db_password" { … default = "…" }`.
    {
      is: /\{[^{}]{0,240}?\bdefault\s{0,8}=/y,
      kind: "assign",
      tight: false,
      nameQuoted: true,
      means: IN_QUOTES,
    },
    { is: /\{(?=["'])/y, kind: "call", tight: true, means: IN_QUOTES },
  ],
};

/** Syntaxes behind a blank or at the line's end, without a sign. */
export const BEHIND_BLANK: readonly PairSyntax[] = [
  // `<Pass encoding="base64">…</Pass>`, `<wsse:Password Type="…">…`.
  {
    is: sticky(String.raw`(?:(?!value=)[\w:.-]{1,40}="[^"<>]{0,80}"\s{0,2}){1,4}>${INSIDE}`),
    kind: "element",
    before: /<(?:\w{1,12}:)?[\w.-]+$|\bname="[\w .-]{1,60}$/,
  },
  { is: /(?=[^])/y, kind: "space", value: announcedAt, means: SAYS },
  // Go's `token string = "…"`, Basic's `password As String = "…"`.
  {
    is: /(?:[Aa]s [Ss]tring|string|str|String|char ?\*|\[\])\s{0,4}:?=/y,
    kind: "assign",
    means: STATEMENT,
  },
  ...PAIRED,
  { is: /(?:eq|ne|isEqualToString:|isEqual:)(?= {0,2}@?["'])/y, kind: "assign", means: COMPARED },
  // A value in Windows' registry, as `reg query` prints it.
  { is: /REG_(?:EXPAND_|MULTI_)?SZ(?:\t|[ ]{2,16})(?=\S)/y, kind: "space", means: SAYS },
  // The name and the value as two options of a command: `--name X --value …`, `/v X /d …`, `set X -b …`.
  {
    is: /(?:--?[\w-]{1,24}[ =](?!-)\S{1,40} ){0,3}(?:--(?:value|body|data)|-[vb]|\/d)[ =](?=\S)/y,
    kind: "space",
    before: /(?:--?(?:[\w-]*(?:name|key|option)|n)|\/v|\s(?:set|put|add|store))[ =]["']?[\w.:/-]*$/,
    means: SAYS,
  },
  // `- --requirepass⏎  - …` in a list of arguments.
  {
    is: /\r?\n[ \t]{0,40}- ["']?(?=[^\s"'-])/y,
    kind: "space",
    before: /(?:^|\n)[ \t]*- ["']?--?[\w-]+$/,
    means: SAYS,
  },
  { is: /(?:ENC|[05789]|--plaintext|--iscrypted) (?=\S{4})/y, kind: "space", means: SAYS },
  // The content of a form's part, below the part's name; or the next numbered text in Redis' answer, which lists names
  // and values in turn.
  { is: /(?<=")(?:(\r?\n)\1(?=\S)|\r?\n {0,12}\d{1,6}\) (?="))/y, kind: "element" },
  // A login in Subversion's store.
  { is: /\r?\nV \d{1,4}\r?\n/y, kind: "element" },
  // A dash, before a value in quotes or before a value that is no plain word.
  {
    is: /- (?=\\?["'`]|(?=[^\s"'`]{0,64}[0-9])[\w!@#$%^&*+/=.-]{8,64}(?:\s|$))/y,
    kind: "space",
    means: SAYS,
  },
  // `password for bob: …`, `Secret ID = …`.
  { is: /for (?:user )?["']?[\w.@-]{1,40}["']?: ?|ID {0,8}[=:] ?/y, kind: "space", means: SAYS },
  {
    is: new RegExp(
      "(?:(?:is|was|will be|has been)(?: set to| changed to| now| still)?|set to|changed to|ist|lautet|est|es|" +
        String.raw`\xe9|\xe8|to(?=:? ["'\x60])):? (?:\*{1,2}(?=[^\s*]))?`,
      "iy",
    ),
    kind: "space",
    means: SAYS,
  },
  { is: /(?=[^\r\n])/y, kind: "space" },
];

function sticky(pattern: string): RegExp {
  return new RegExp(pattern, "y");
}
