import type { Budget } from "./budget.ts";
import { closingBracket } from "./closing.ts";

/**
 * Matches the beginning of a function: `name() {`, `function name {`, `name() (`. The lookbehind makes the match begin
 * only at the first letter of a name.
 */
const BEGINS = /(?:\bfunction\s+([\w:.-]+)(?:\s*\(\s*\))?|(?<![\w:.-])([\w:.-]+)[ \t]*\([ \t]*\))\s*([{(])?/g;
/** The names of the functions that a script defines. */
export function functionNames(script: string): ReadonlySet<string> {
  return new Set(Array.from(script.matchAll(BEGINS), ([, named, name = named!]) => name));
}

/**
 * Name → body of the functions that a script defines; "" for a body without brackets. Round brackets belong to the body,
 * because a `cd` inside ends with them.
 */
export function functionsIn(script: string, budget: Budget): Map<string, string> {
  const found = new Map<string, string>();
  for (const { index, 0: head, 1: named, 2: name = named!, 3: open } of script.matchAll(BEGINS)) {
    const from = index + head.length;
    const inner = open === undefined ? "" : script.slice(from, closingBracket(script, from, open));
    const body = open === "(" ? `(${inner}\n)` : inner;
    budget.spend(body.length);
    if (!found.has(name) || body !== "") found.set(name, body);
  }
  return found;
}
