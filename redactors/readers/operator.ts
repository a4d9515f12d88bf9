import { isMadeUpWord } from "../judge/made-up-word.ts";
import { announcedAt, valueBelow } from "./announced.ts";
import { attributes, block, declared, declaredDefault, element, nested, pair, plist } from "./operator-forms.ts";
import { record, runOf, said, skipBlanks, typed, type Make, type Operator } from "./operator-forms.ts";

/** Where the signs end that close a name, and whether there are any: `password']`, `\\"password\\"`. */
function closeName(text: string, nameEnd: number): { readonly end: number; readonly nameQuoted: boolean } {
  let at =
    text[nameEnd] === "["
      ? nameEnd + (/^\[\d{0,4}\](?=\s*=)/.exec(text.slice(nameEnd, nameEnd + 16))?.[0].length ?? 0)
      : nameEnd;
  if (text[at] === "%" && /^%5D(?==)/i.test(text.slice(at, at + 4))) at += 3;
  while (at < nameEnd + 6 && "\"'`\\]*".includes(text[at] ?? " ")) at += 1;
  const nameQuoted = at > nameEnd;
  // Perl's `$opt{password} = …`.
  if (text[at] === "}" && /^\} {0,3}=\s{0,3}["']/.test(text.slice(at, at + 10))) at += 1;
  return { end: at, nameQuoted };
}

/** Makes operators behind a name: the value begins behind blanks, or on the line below. */
function makerFor(text: string, nameEnd: number, nameQuoted: boolean, tight: boolean): Make {
  return (kind, valueStart, more = {}) => {
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
}

/** Reads the operator behind a name that ends at `nameEnd`; `undefined` where none stands there. */
export function findOperator(text: string, nameEnd: number): Operator | undefined {
  const { end, nameQuoted } = closeName(text, nameEnd);
  const at = skipBlanks(text, end);
  const tight = at === end;
  const make = makerFor(text, nameEnd, nameQuoted, tight);

  switch (text[at]) {
    case "=": {
      if (text[at + 1] === ">")
        return make("assign", at + 2 + (DUMPED.exec(text.slice(at + 2, at + 64))?.[0].length ?? 0));
      if (text[at + 1] === "=") return make("assign", runOf(text, at, "="), { needsQuote: true, assigns: true });
      return make("assign", at + 1, { assigns: true });
    }
    case ":":
      return behindColon(text, at, tight, make);
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
      return tight ? behindTag(text, at, nameEnd, nameQuoted, make) : undefined;
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

/** What PHP's `var_dump` says of a text before it. */
const DUMPED = /^\r?\n {0,40}string\(\d{1,6}\) (?=")/;

function behindColon(text: string, at: number, tight: boolean, make: Make): Operator | undefined {
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

/**
 * Behind a tag whose `>` is at `at`. Between its angles no blank stands before the name, as one does in
 * `<your password>`; `B<password>` is a manual's, and `href="passwd.html">` names a page.
 */
function behindTag(text: string, at: number, nameEnd: number, nameQuoted: boolean, make: Make): Operator | undefined {
  // `password=<database-user-password>` has a word for the value.
  if (/=<[\w:.-]*$/.test(text.slice(Math.max(0, at - 80), at))) return undefined;
  if (!/(?<![A-Za-z])<[\w:.-]*$|"$/.test(text.slice(Math.max(0, at - 80), at))) return undefined;
  if (nameQuoted && !NAMING.test(text.slice(Math.max(0, nameEnd - 80), nameEnd))) return undefined;
  return element(text, at + 1, make);
}

/** An attribute that names what stands in the element: `<entry key="password">`. */
const NAMING = /\b(?:\w*name|key|id|field|for|n)=\\{0,3}["'][\w .:$-]*$/i;

/** Behind a name and a blank. */
function behindBlank(text: string, at: number, make: Make): Operator | undefined {
  const first = text[at];
  if (first === undefined) return undefined;
  const announced = announcedAt(text, at);
  if (announced !== -1) return make("space", announced, { says: true });
  const operator = declared(text, at, make) ?? pair(text, at, make);
  if (operator !== undefined) return operator;
  const compared = /^(?:eq|ne|isEqualToString:|isEqual:)(?= {0,2}@?["'])/.exec(text.slice(at, at + 24));
  if (compared !== null) return make("assign", at + compared[0].length, { needsQuote: true, assigns: true });
  // Of the registry of Windows.
  const registry = /^REG_(?:EXPAND_|MULTI_)?SZ(?:\t|[ ]{2,})(?=\S)/.exec(text.slice(at, at + 40));
  if (registry !== null) return make("space", at + registry[0].length, { says: true });
  // `- --requirepass⏎  - …` in a list of arguments.
  const listed = /^\r?\n[ \t]{0,40}- ["']?(?=[^\s"'-])/.exec(text.slice(at, at + 60));
  if (listed !== null && /(?:^|\n)[ \t]*- ["']?--?[\w-]+$/.test(text.slice(Math.max(0, at - 90), at)))
    return make("space", at + listed[0].length, { says: true });
  const coded = /^(?:ENC|[05789]|--plaintext|--iscrypted) (?=\S{4})/.exec(text.slice(at, at + 18));
  if (coded !== null) return make("space", at + coded[0].length, { says: true });
  if (first === "\n" || first === "\r") {
    const kept = /^\r?\nV \d{1,4}\r?\n/.exec(text.slice(at, at + 12));
    // A part of a form, by its name; the next of the numbered texts in which Redis answers with names and values.
    const part = text[at - 1] === '"' ? PART.exec(text.slice(at, at + 24)) : null;
    if (part !== null) return make("element", at + part[0].length);
    if (kept !== null) return make("element", at + kept[0].length);
  }
  if (first === "-" && DASH_VALUE.test(text.slice(at, at + 80))) return make("space", at + 2, { says: true });
  const verb = said(text, at, make);
  if (verb !== undefined) return verb;
  return first === "\n" || first === "\r" ? undefined : make("space", at);
}

const PART = /^(?:(\r?\n)\1(?=\S)|\r?\n {0,12}\d{1,6}\) (?="))/;

/** A dash before a value in quotes, or before one that is no word. */
const DASH_VALUE = /^- (?:\\?["'`]|(?=[^\s"'`]{0,64}[0-9])[\w!@#$%^&*+/=.-]{8,64}(?:\s|$))/;

/** What stands between a colon and its value: Markdown's bold closes, its emphasis or code opens, YAML names a type. */
const PREFIX = /^(?:\*{1,2}(?=\s)[ \t]{0,4}| {0,4}!(?:unsafe|str|string|env) | {0,4}(?:\*{1,2}|_)(?=[^\s*_]))/;
