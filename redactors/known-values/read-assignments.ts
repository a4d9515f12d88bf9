import { pattern } from "../../kit/word-pattern.ts";
import { isObject, parseJson, type Json } from "../../kit/json.ts";
import type { NamedValue } from "./known-value.ts";

/** Lines that one file may bring. */
const MOST_LINES = 5000;

/** `export NAME="value"`, `name = value`, `name: value`, `//registry/:_authToken=value`, `- name: value`. */
const LINE = pattern()`
    ^[ \t]*(?:export[ \t]+|-[ \t]+|set[ \t]+)?["']?([A-Za-z_/][\w./:@-]{0,200}?)["']?[ \t]*(?:=|:(?=[ \t]))
    [ \t]*(\S.*)$
  `;

/**
 * The names and values of an .env, INI, TOML, YAML or npmrc file, or of JSON; comments and everything else are passed
 * over.
 */
export function readAssignments(text: string): NamedValue[] {
  if (/^\s*[{[]/.test(text)) {
    const json = parseJson(text);
    if (json !== undefined) return readJson(json);
  }
  const found: NamedValue[] = [];
  for (const line of text.split(/\r?\n/, MOST_LINES)) {
    const match = LINE.exec(line);
    if (match) found.push({ name: match[1] as string, value: unquote(match[2] as string) });
  }
  return found;
}

/**
 * A value without its quotes; what is not quoted ends at a comment. `\"` and `\\` in double quotes stand for
 * themselves.
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

/** Every text in a JSON value under the nearest name above it. */
function readJson(root: Json): NamedValue[] {
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
