import { announcedAt } from "./announced.ts";
import { isMadeUpWord } from "../judge/made-up-word.ts";
import { valueBelow } from "./below.ts";
import { BLANK, LETTER, NAME, runEnd, runStart, UNDERSCORE } from "../charset.ts";

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

const MAX_BLANKS = 64;

/** Reads the operator behind a name that ends at `nameEnd`; `undefined` where none stands there. */
export function findOperator(text: string, nameEnd: number): Operator | undefined {
  let at =
    text[nameEnd] === "["
      ? nameEnd + (/^\[\d{0,4}\](?=\s*=)/.exec(text.slice(nameEnd, nameEnd + 16))?.[0].length ?? 0)
      : nameEnd;
  // The quote, bracket and escapes that close the name: `password']`, `\"password\"`.
  if (text[at] === "%" && /^%5D(?==)/i.test(text.slice(at, at + 4))) at += 3;
  while (at < nameEnd + 6 && "\"'`\\]*".includes(text[at] ?? " ")) at += 1;
  const nameQuoted = at > nameEnd;
  // Perl's `$opt{password} = …`.
  if (text[at] === "}" && /^\} {0,3}=\s{0,3}["']/.test(text.slice(at, at + 10))) at += 1;
  const afterName = at;
  at = skipBlanks(text, at);
  const tight = at === afterName;
  const make = (kind: Operator["kind"], valueStart: number, more: Partial<Operator> = {}): Operator => {
    const blank = skipBlanks(text, valueStart);
    const below = kind === "assign" && "\r\n\\(".includes(text[blank] ?? " ") ? valueBelow(text, blank) : -1;
    const next = below === -1 ? blank : below;
    return {
      kind,
      valueStart: next,
      nameEnd,
      nameQuoted,
      tight: tight && next === valueStart,
      needsQuote: false,
      says: false,
      block: false,
      quoteFollows:
        "\"'\\".includes(text[next] ?? " ") ||
        (text[next] === "`" && isMadeUpWord(/^`([^`\n]{8,80})`/.exec(text.slice(next, next + 84))?.[1] ?? "")),
      assigns: false,
      ...more,
    };
  };

  switch (text[at]) {
    case "=": {
      if (text[at + 1] === ">") return make("assign", at + 2);
      if (text[at + 1] === "=") return make("assign", runOf(text, at, "="), { needsQuote: true, assigns: true });
      return make("assign", at + 1, { assigns: true });
    }
    case ":": {
      const colons = runOf(text, at, ":");
      if (text[colons] === "=") return make("assign", colons + 1, { assigns: true });
      // What a shell takes where the variable is not set: `${PASSWORD:-…}`.
      if (tight && text[colons] === "-" && colons - at === 1) return make("element", colons + 1);
      // LDIF, where two of them say that base64 follows.
      if (colons - at === 2 && text[colons] === " ") return make("space", colons + 1, { says: true });
      if (colons - at > 1) return undefined;
      return (
        typed(text, colons, make) ??
        nested(text, colons, make) ??
        block(text, colons, make) ??
        make("assign", colons + (PREFIX.exec(text.slice(colons, colons + 24))?.[0].length ?? 0))
      );
    }
    case "!":
      return text[at + 1] === "="
        ? make("assign", runOf(text, at + 1, "="), { needsQuote: true, assigns: true })
        : undefined;
    case "?":
      return text[at + 1] === "="
        ? make("assign", at + 2)
        : text[at + 1] === ":"
          ? typed(text, at + 2, make)
          : undefined;
    case ".":
    case "+":
      return text[at + 1] === "=" ? make("assign", at + 2) : undefined;
    case "|":
      return text[at + 1] === "|"
        ? make("assign", text[at + 2] === "=" ? at + 3 : at + 2, { needsQuote: true })
        : record(text, at, nameEnd, make);
    case "│":
      return record(text, at, nameEnd, make);
    case ",":
      if (text.startsWith('<<"', skipBlanks(text, at + 1))) return make("assign", skipBlanks(text, at + 1) + 2);
      return pair(text, at, make) ?? make("argument", at + 1, { needsQuote: true });
    case "(":
      if (!tight && announcedAt(text, at) !== -1) return make("space", announcedAt(text, at), { says: true });
      return tight ? make("call", at + 1, { needsQuote: true }) : undefined;
    case ">":
      // Between a tag's angles no blank stands before the name, as one does in `<your password>`; `B<password>` is a
      // manual's, and `href="passwd.html">` names a page.
      if (!tight || !/(?<![A-Za-z])<[\w:.-]*$|"$/.test(text.slice(Math.max(0, at - 80), at))) return undefined;
      if (nameQuoted && !NAMING.test(text.slice(Math.max(0, nameEnd - 80), nameEnd))) return undefined;
      return element(text, at + 1, make);
    case "&": // escaped, as in a page that shows XML
      return tight && text.startsWith("&gt;", at) ? element(text, at + 4, make) : undefined;
    case "<":
      return text[at + 1] === "/"
        ? plist(text, at, make)
        : text[at + 1] === "-"
          ? make("assign", at + 2, { needsQuote: true, assigns: true })
          : undefined;
    case "{":
      if (nameQuoted && !tight) return declaredDefault(text, at, make);
      return tight && (text[at + 1] === '"' || text[at + 1] === "'")
        ? make("call", at + 1, { needsQuote: true })
        : undefined;
    default:
      // `- name: X⏎  value: …` has nothing between the name and the line's end.
      if (tight && text[at] !== "\n" && text[at] !== "\r") return undefined;
      return attributes(text, at, nameEnd, make) ?? behindBlank(text, at, make);
  }
}

/** An attribute that names what stands in the element: `<entry key="password">`. */
const NAMING = /\b(?:\w*name|key|id|field|for|n)=\\{0,3}["'][\w .:$-]*$/i;

/** Behind a name and a blank. Regular expressions are run only where the first character lets them match. */
function behindBlank(text: string, at: number, make: Make): Operator | undefined {
  const first = text[at];
  if (first === undefined) return undefined;
  const announced = announcedAt(text, at);
  if (announced !== -1) return make("space", announced, { says: true });
  // Prose, as nearly always.
  const word = text.slice(at, runEnd(text, at, LETTER | UNDERSCORE, at + MAX_WORD));
  if (word !== "" && !LEADS.has(word.toLowerCase())) return make("space", at);
  if ("sSc[Aa".includes(first)) {
    const operator = declared(text, at, make);
    if (operator !== undefined) return operator;
  }
  if ("vVPcd\"'\\\n\r".includes(first)) {
    const operator = pair(text, at, make);
    if (operator !== undefined) return operator;
  }
  if ("enis".includes(first)) {
    const match = /^(?:eq|ne|isEqualToString:|isEqual:)(?= {0,2}@?["'])/.exec(text.slice(at, at + 24));
    if (match !== null) return make("assign", at + match[0].length, { needsQuote: true, assigns: true });
  }
  const coded = /^(?:ENC|[05789]|--plaintext|--iscrypted) (?=\S{4})/.exec(text.slice(at, at + 18));
  if (coded !== null) return make("space", at + coded[0].length, { says: true });
  if (first === "\n" || first === "\r") {
    const kept = /^\r?\nV \d{1,4}\r?\n/.exec(text.slice(at, at + 12));
    // A part of a form, by its name.
    const part = text[at - 1] === '"' ? /^(\r?\n)\1(?=\S)/.exec(text.slice(at, at + 5)) : null;
    if (part !== null) return make("element", at + part[0].length);
    if (kept !== null) return make("element", at + kept[0].length);
  }
  if (first === "-" && DASH_VALUE.test(text.slice(at, at + 80))) return make("space", at + 2, { says: true });
  if ("iwhscfIWHSC".includes(first) || SAID.some((word) => text.startsWith(word, at))) {
    const operator = said(text, at, make);
    if (operator !== undefined) return operator;
  }
  return first === "\n" || first === "\r" ? undefined : make("space", at);
}

/** A longer word is none of them. */
const MAX_WORD = 16;
/** The words, in lower case, with which anything begins that is more than a blank between a name and what follows. */
const LEADS = new Set(
  "as string str char value parametervalue content defaultvalue default_value default eq ne isequaltostring isequal enc for id is was will has set changed ist lautet est es to".split(
    " ",
  ),
);

/** What says the same in other languages, and Markdown's `X` to `…`. */
const SAID = ["to ", "lautet ", "est ", "es ", "\xe9 ", "\xe8 "];

/** A dash before a value in quotes, or before one that is no word. */
const DASH_VALUE = /^- (?:\\?["'`]|(?=[^\s"'`]{0,64}[0-9])[\w!@#$%^&*+/=.-]{8,64}(?:\s|$))/;

/** What stands between a colon and its value: Markdown's bold closes, its emphasis or code opens, YAML names a type. */
const PREFIX = /^(?:\*{1,2}(?=\s)[ \t]{0,4}| {0,4}!(?:unsafe|str|string|env) | {0,4}(?:\*{1,2}|_)(?=[^\s*_]))/;

type Make = (kind: Operator["kind"], valueStart: number, more?: Partial<Operator>) => Operator;

/** `: string = "…"`, the annotation of TypeScript, Kotlin, Swift, Rust. */
function typed(text: string, at: number, make: Make): Operator | undefined {
  let from = text[at] === " " ? at + 1 : at;
  if (text[from] === "&") from += 1;
  // Most of what stands behind a colon is no such type.
  const match = TYPES.some((type) => text.startsWith(type, from))
    ? /^ ?&?(?:'static )?(?:string|str|String|Optional\[str\]|\[\]const u8)\??\s{0,2}=(?!=)/.exec(
        text.slice(at, at + 32),
      )
    : null;
  return match === null ? undefined : make("assign", at + match[0].length, { assigns: true });
}

const TYPES = ["string", "str", "String", "Optional[str]", "[]const u8", "'static "];

/** `"TOKEN": {"value": "…"}`, as in app.json and in outputs of Terraform. */
function nested(text: string, at: number, make: Make): Operator | undefined {
  const lead = text.slice(at, at + 80);
  const match =
    lead.trimStart().startsWith("{") && (lead.includes("value") || lead.includes("default"))
      ? /^\s{0,8}\{\s{0,40}\\?["'](?:value|default)\\?["']\s{0,3}:/.exec(lead)
      : null;
  return match === null ? undefined : make("assign", at + match[0].length);
}

/** Terraform's `variable "db_password" { … default = "…" }`. */
function declaredDefault(text: string, at: number, make: Make): Operator | undefined {
  const match = /^\{[^{}]{0,240}?\bdefault\s{0,8}=/.exec(text.slice(at, at + 280));
  return match === null ? undefined : make("assign", at + match[0].length, { needsQuote: true });
}

/** YAML's `key: |` and `key: >-`: the value is the next line. */
function block(text: string, at: number, make: Make): Operator | undefined {
  const match = BLOCK.exec(text.slice(at, at + 100));
  return match === null ? undefined : make("element", skipLineBreaks(text, at + match[0].length), { block: true });
}

/** Its sign may name a type before it; behind it a comment may stand, how far the lines go in, what their end becomes. */
const BLOCK = /^ (?:!{1,2}str )?[|>][-+1-9]{0,2}[ \t]*(?:[ \t]#[^\n]{0,72})?\r?\n/;

/** Go's `token string = "…"`, Basic's `password As String = "…"`. */
function declared(text: string, at: number, make: Make): Operator | undefined {
  const match = /^(?:[Aa]s [Ss]tring|string|str|String|char ?\*|\[\])\s{0,4}(=|:=)/.exec(text.slice(at, at + 18));
  return match === null ? undefined : make("assign", at + match[0].length, { assigns: true });
}

/** `name="X" value="…"` in XML, `"name": "X", "value": "…"` in JSON, `name: X⏎ value: …` in YAML. */
function pair(text: string, at: number, make: Make): Operator | undefined {
  const lead = text.slice(at, at + 64);
  const word = lead.replace(",", "").trimStart().replace("\\", "");
  const from = word[0] === '"' || word[0] === "'" ? 1 : 0;
  const match = PAIRED.some((start) => word.startsWith(start, from))
    ? /^,?\s{0,40}\\?["']?(?:value|Value|VALUE|ParameterValue|content|defaultValue|default_value|default)\\?["']?\s{0,3}[=:]/.exec(
        lead,
      )
    : null;
  return match === null
    ? undefined
    : (block(text, at + match[0].length, make) ?? make("attribute", at + match[0].length));
}

const PAIRED = ["value", "Value", "VALUE", "ParameterValue", "content", "default"];

/** `<password>…</password>`, also on the next line, in CDATA, in an element of its own: `<Password><Value>…`. */
function element(text: string, at: number, make: Make): Operator {
  const start = skipLineBreaks(text, at);
  const inner =
    text[start] === "<" ? /^<(?:!\[CDATA\[|(?:[Vv]alue|string)>)\s{0,8}/.exec(text.slice(start, start + 24)) : null;
  // What Jenkins encrypts stands in braces.
  const encrypted = text[start] === "{" && /^\{[A-Za-z0-9+/]{22,400}={0,2}\}</.test(text.slice(start, start + 408));
  return make("element", start + (encrypted ? 1 : (inner?.[0].length ?? 0)));
}

/** `<Pass encoding="base64">…</Pass>`, `<wsse:Password Type="…">…`. */
function attributes(text: string, at: number, nameEnd: number, make: Make): Operator | undefined {
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
function plist(text: string, at: number, make: Make): Operator | undefined {
  const match =
    /^<\/(?:(?:[\w-]{1,16}-)?(?:key|name)>\s{0,40}<(?:[\w-]{1,16}-)?(?:string|value)|(?:t[hd]|dt)>\s{0,40}<(?:td|dd)(?: [^<>]{0,40})?)>(?:<code>)?/.exec(
      text.slice(at, at + 100),
    );
  return match === null ? undefined : make("element", at + match[0].length);
}

/** `password is …`, `token was …`, `password for bob: …`, `Secret ID = …`. */
function said(text: string, at: number, make: Make): Operator | undefined {
  const prompt = /^(?:for (?:user )?["']?[\w.@-]{1,40}["']?: ?|ID {0,8}[=:] ?)/.exec(text.slice(at, at + 64));
  if (prompt !== null) return make("space", at + prompt[0].length, { says: true });
  const match = SAYS.includes(text[at] ?? " ")
    ? /^(?:(?:is|was|will be|has been)(?: set to| changed to| now| still)?|set to|changed to|ist|lautet|est|es|\xe9|\xe8|to(?=:? ["'`])):? (?:\*{1,2}(?=[^\s*]))?/i.exec(
        text.slice(at, at + 32),
      )
    : null;
  if (match !== null) return make("space", at + match[0].length, { says: true });
  const colon = /^(?:is|are|was):[ \t]{0,4}(?=\r?\n)/i.exec(text.slice(at, at + 10))?.[0].length ?? 0;
  const below = colon === 0 ? -1 : valueBelow(text, at + colon);
  return below === -1 ? undefined : make("space", below, { says: true });
}

/** How that begins. */
const SAYS = "iIwWhHsScClLeEtT\xe9\xe8\xc9\xc8";

/**
 * `password | …` alone on its line, as databases' clients print one row; between bars, a row of a table of names and
 * values.
 */
function record(text: string, at: number, nameEnd: number, make: Make): Operator | undefined {
  const cell = /^[|│] {0,64}[*`]{0,2}(?=\S{4,256}?[ \t]*[|│]?[ \t]*(?:\r?\n|$))/.exec(text.slice(at, at + 400));
  const alone =
    cell !== null &&
    /(?:^|\n)[ \t]{0,32}(?:[|│] {0,64}[*`]{0,2})?[\w.-]{1,80}$/.test(text.slice(Math.max(0, nameEnd - 200), nameEnd));
  return alone ? make("space", at + cell[0].length, { says: true }) : undefined;
}

function skipBlanks(text: string, at: number): number {
  let end = at;
  const limit = at + MAX_BLANKS;
  while (end < limit && (text[end] === " " || text[end] === "\t")) end += 1;
  return end;
}

function skipLineBreaks(text: string, at: number): number {
  return runEnd(text, at, BLANK, at + MAX_BLANKS);
}

function runOf(text: string, at: number, character: string): number {
  let end = at;
  while (end < at + 4 && text[end] === character) end += 1;
  return end;
}
