import { BLANK, NAME, runEnd, runStart } from "../charset.ts";
import { valueBelow } from "./announced.ts";

/** What stands between a name and its value. */
export interface Operator {
  readonly kind: "assign" | "argument" | "element" | "attribute" | "space" | "call";
  readonly valueStart: number;
  readonly nameEnd: number;
  /** The name stood in quotes. */
  readonly nameQuoted: boolean;
  /** No blank around it, as in an environment line. */
  readonly tight: boolean;
  /** Only a value in quotes counts: a call's argument, a comparison. */
  readonly needsQuote: boolean;
  /** Prose: "password is …". */
  readonly says: boolean;
  readonly quoteFollows: boolean;
  /** A block of YAML, which may have several lines. */
  readonly block: boolean;
  /** A statement: `=`, `:=`, a comparison. In tables of texts stand colons and arrows. */
  readonly assigns: boolean;
}

/** Makes the operator whose value begins at `valueStart`. */
export type Make = (kind: Operator["kind"], valueStart: number, more?: Partial<Operator>) => Operator;

const MAX_BLANKS = 64;

/** `: string = "…"`, the annotation of TypeScript, Kotlin, Swift, Rust. */
export function typed(text: string, at: number, make: Make): Operator | undefined {
  const match = /^ ?&?(?:'static )?(?:string|str|String|Optional\[str\]|\[\]const u8)\??\s{0,2}=(?!=)/.exec(
    text.slice(at, at + 32),
  );
  return match === null ? undefined : make("assign", at + match[0].length, { assigns: true });
}

/** `"TOKEN": {"value": "…"}`, as in app.json and in outputs of Terraform, which say more of it before its value. */
export function nested(text: string, at: number, make: Make): Operator | undefined {
  const match = NESTED.exec(text.slice(at, at + 240));
  return match === null ? undefined : make("assign", at + match[0].length);
}

/** Other fields of JSON that may stand before a value. */
const FIELDS = String.raw`(?:\\?"\w{1,24}\\?"\s{0,3}:\s{0,3}(?:true|false|null|\\?"[\w .-]{0,60}\\?"),\s{0,40}){0,3}`;
const NESTED = new RegExp(String.raw`^\s{0,8}\{\s{0,40}${FIELDS}\\?["'](?:value|default)\\?["']\s{0,3}:`);

/** Terraform's `variable "db_password" { … default = "…" }`. */
export function declaredDefault(text: string, at: number, make: Make): Operator | undefined {
  const match = /^\{[^{}]{0,240}?\bdefault\s{0,8}=/.exec(text.slice(at, at + 280));
  return match === null ? undefined : make("assign", at + match[0].length, { needsQuote: true });
}

/** YAML's `key: |` and `key: >-`: the value is the next line. */
export function block(text: string, at: number, make: Make): Operator | undefined {
  const match = BLOCK.exec(text.slice(at, at + 100));
  return match === null ? undefined : make("element", skipLineBreaks(text, at + match[0].length), { block: true });
}

/**
 * Its sign may name a type before it; behind it a comment may stand, how far the lines go in, what their end becomes.
 */
const BLOCK = /^ (?:!{1,2}str )?[|>][-+1-9]{0,2}[ \t]*(?:[ \t]#[^\n]{0,72})?\r?\n/;

/** Go's `token string = "…"`, Basic's `password As String = "…"`. */
export function declared(text: string, at: number, make: Make): Operator | undefined {
  const match = /^(?:[Aa]s [Ss]tring|string|str|String|char ?\*|\[\])\s{0,4}(=|:=)/.exec(text.slice(at, at + 18));
  return match === null ? undefined : make("assign", at + match[0].length, { assigns: true });
}

/** `name="X" value="…"` in XML, `"name": "X", "value": "…"` in JSON, `name: X⏎ value: …` in YAML. */
export function pair(text: string, at: number, make: Make): Operator | undefined {
  const match = PAIRED.exec(text.slice(at, at + 240));
  return match === null
    ? undefined
    : (block(text, at + match[0].length, make) ?? make("attribute", at + match[0].length));
}

const PAIRED = new RegExp(
  String.raw`^,?\s{0,40}${FIELDS}\\?["']?` +
    "(?:value|Value|VALUE|ParameterValue|content|defaultValue|default_value|default)" +
    String.raw`\\?["']?\s{0,3}[=:]`,
);

/** `<password>…</password>`, also on the next line, in CDATA, in an element of its own: `<Password><Value>…`. */
export function element(text: string, at: number, make: Make): Operator {
  const start = skipLineBreaks(text, at);
  const inner =
    text[start] === "<" ? /^<(?:!\[CDATA\[|(?:[Vv]alue|string)>)\s{0,8}/.exec(text.slice(start, start + 24)) : null;
  // What Jenkins encrypts stands in braces.
  const encrypted = text[start] === "{" && /^\{[A-Za-z0-9+/]{22,400}={0,2}\}</.test(text.slice(start, start + 408));
  return make("element", start + (encrypted ? 1 : (inner?.[0].length ?? 0)));
}

/** `<Pass encoding="base64">…</Pass>`, `<wsse:Password Type="…">…`. */
export function attributes(text: string, at: number, nameEnd: number, make: Make): Operator | undefined {
  const before = text.slice(
    Math.max(0, runStart(text, nameEnd, NAME, Math.max(0, nameEnd - MAX_BLANKS)) - 16),
    nameEnd,
  );
  if (!before.includes("<") && !before.includes('name="')) return undefined;
  if (!/<(?:\w{1,12}:)?[\w.-]+$|\bname="[\w .-]{1,60}$/.test(before)) return undefined;
  const match = /^(?:(?!value=)[\w:.-]{1,40}="[^"<>]{0,80}"\s{0,2}){1,4}>/.exec(text.slice(at, at + 200));
  return match === null ? undefined : element(text, at + match[0].length, make);
}

/**
 * `<key>Password</key><string>…` of property lists, `<param-name>…</param-name><param-value>…` of web applications,
 * rows of a page's tables.
 */
export function plist(text: string, at: number, make: Make): Operator | undefined {
  const match = PLIST.exec(text.slice(at, at + 100));
  return match === null ? undefined : make("element", at + match[0].length);
}

const PLIST = new RegExp(
  String.raw`^</(?:(?:[\w-]{1,16}-)?(?:key|name)>\s{0,40}<(?:[\w-]{1,16}-)?(?:string|value)` +
    String.raw`|(?:t[hd]|dt)>\s{0,40}<(?:td|dd)(?: [^<>]{0,40})?)>(?:<code>)?`,
);

/** `password is …`, `token was …`, `password for bob: …`, `Secret ID = …`. */
export function said(text: string, at: number, make: Make): Operator | undefined {
  const prompt = /^(?:for (?:user )?["']?[\w.@-]{1,40}["']?: ?|ID {0,8}[=:] ?)/.exec(text.slice(at, at + 64));
  if (prompt !== null) return make("space", at + prompt[0].length, { says: true });
  const match = SAYS.exec(text.slice(at, at + 32));
  if (match !== null) return make("space", at + match[0].length, { says: true });
  const colon = /^(?:is|are|was):[ \t]{0,4}(?=\r?\n)/i.exec(text.slice(at, at + 10))?.[0].length ?? 0;
  const below = colon === 0 ? -1 : valueBelow(text, at + colon);
  return below === -1 ? undefined : make("space", below, { says: true });
}

const SAYS = new RegExp(
  "^(?:(?:is|was|will be|has been)(?: set to| changed to| now| still)?|" +
    "set to|changed to|ist|lautet|est|es|\xe9|\xe8|" +
    String.raw`to(?=:? ["'\x60])):? (?:\*{1,2}(?=[^\s*]))?`,
  "i",
);

/**
 * `password | …` alone on its line, as databases' clients print one row; between bars, a row of a table of names and
 * values.
 */
export function record(text: string, at: number, nameEnd: number, make: Make): Operator | undefined {
  const cell = /^[|│] {0,64}[*`]{0,2}(?=\S{4,256}?[ \t]*[|│]?[ \t]*(?:\r?\n|$))/.exec(text.slice(at, at + 400));
  const alone =
    cell !== null &&
    /(?:^|\n)[ \t]{0,32}(?:[|│] {0,64}[*`]{0,2})?[\w.-]{1,80}$/.test(text.slice(Math.max(0, nameEnd - 200), nameEnd));
  return alone ? make("space", at + cell[0].length, { says: true }) : undefined;
}

export function skipBlanks(text: string, at: number): number {
  let end = at;
  const limit = at + MAX_BLANKS;
  while (end < limit && (text[end] === " " || text[end] === "\t")) end += 1;
  return end;
}

function skipLineBreaks(text: string, at: number): number {
  return runEnd(text, at, BLANK, at + MAX_BLANKS);
}

export function runOf(text: string, at: number, character: string): number {
  let end = at;
  while (end < at + 4 && text[end] === character) end += 1;
  return end;
}
