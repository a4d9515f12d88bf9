import { isObject, parseJson, type Json } from "../../kit/json.ts";
import { pattern } from "../../kit/word-pattern.ts";
import type { Form } from "./find-places.ts";

/** A name and its value in the environment or in one of the user's files, not judged yet. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** For each format of a file, the function that reads names and values from the file's text. */
export const NAMED_VALUES: Readonly<Record<Form, (text: string) => NamedValue[]>> = {
  assignments: parseAssignments,
  netrc: parseNetrc,
  pgpass: parsePgpass,
  addresses: parseAddresses,
  // A file that the settings name: assignments, or one secret and nothing else.
  either: (text) => [...parseAssignments(text), ...parseWhole(text)],
};

/** The most lines, or values in JSON, of one file that are read. */
const MOST_LINES = 5000;

/**
 * Matches an assignment: `export NAME="value"`, `name = value`, `name: value`, `//registry/:_authToken=value`, `- name:
 * value`.
 */
const LINE = pattern()`
    ^[ \t]*(?:export[ \t]+|-[ \t]+|set[ \t]+)?["']?([A-Za-z_/][\w./:@-]{0,200}?)["']?[ \t]*(?:=|:(?=[ \t]))
    [ \t]*(\S.*)$
  `;

/**
 * The names and values in the text of an .env, INI, TOML, YAML or npmrc file, or in JSON. Comments and lines without an
 * assignment are ignored.
 */
function parseAssignments(text: string): NamedValue[] {
  if (/^\s*[{[]/.test(text)) {
    const json = parseJson(text);
    if (json !== undefined) return valuesIn(json);
  }
  const found: NamedValue[] = [];
  for (const line of text.split(/\r?\n/, MOST_LINES)) {
    const match = LINE.exec(line);
    if (match) found.push({ name: match[1] as string, value: unquote(match[2] as string) });
  }
  return found;
}

/**
 * A value without its quotes. A value without quotes ends before a comment. In double quotes, escapes like `\"` and
 * `\\` are resolved.
 */
function unquote(value: string): string {
  const quote = value[0] as string;
  if (quote !== '"' && quote !== "'" && quote !== "`") return value.replace(/\s+#.*$/, "").trimEnd();
  const end = closing(value, quote);
  const inner = value.slice(1, end === -1 ? undefined : end);
  return quote === '"' ? inner.replace(/\\(["\\$`])/g, "$1") : inner;
}

function closing(value: string, quote: string): number {
  for (let at = 1; at < value.length; at += 1) {
    if (value[at] === "\\" && quote === '"') at += 1;
    else if (value[at] === quote) return at;
  }
  return -1;
}

/** Every text in a JSON value, with the nearest key above it as its name. */
function valuesIn(root: Json): NamedValue[] {
  const found: NamedValue[] = [];
  const rest: [string, Json][] = [["", root]];
  for (let next = rest.pop(); next !== undefined && found.length < MOST_LINES; next = rest.pop()) {
    const [name, value] = next;
    if (typeof value === "string") found.push({ name, value });
    else if (Array.isArray(value)) for (const item of value) rest.push([name, item]);
    else if (isObject(value)) for (const [key, item] of Object.entries(value)) rest.push([key, item]);
  }
  return found;
}

/** The passwords of a .netrc file: `machine HOST login USER password PASSWORD`, over any number of lines. */
function parseNetrc(text: string): NamedValue[] {
  return [...text.matchAll(/(?:^|\s)(?:password|passwd|account)[ \t\r\n]+("(?:[^"\\]|\\.){0,300}"|\S{1,8192})/g)].map(
    ([, value]) => password((value as string).replace(/^"(.*)"$/, "$1").replace(/\\(.)/g, "$1")),
  );
}

/**
 * The passwords of a .pgpass file, which has `host:port:database:user:password` on each line; a colon in a field is
 * written `\:`.
 */
function parsePgpass(text: string): NamedValue[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const fields = line.startsWith("#") ? [] : line.split(/(?<!\\):/);
    return fields.length === 5 ? [password((fields[4] as string).replace(/\\(.)/g, "$1"))] : [];
  });
}

/** The URLs with passwords in a file with one URL on each line, as git's `store` helper writes it. */
function parseAddresses(text: string): NamedValue[] {
  return text.split(/\r?\n/).map((value) => ({ name: "address", value }));
}

/** The secret in a file that holds nothing else, as files in containers do; empty for any other file. */
function parseWhole(text: string): NamedValue[] {
  const value = text.trim();
  return value.includes("\n") || /[=:]\s/.test(value) ? [] : [password(value)];
}

function password(value: string): NamedValue {
  return { name: "password", value };
}
