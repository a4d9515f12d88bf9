import type { Budget } from "./budget.ts";
import { closingBracket } from "./closing.ts";

/**
 * The beginning of a function: `name() {`, `function name {`, `name() (`. A name is looked at from its first letter
 * alone.
 */
const BEGINS = /(?:\bfunction\s+([\w:.-]+)(?:\s*\(\s*\))?|(?<![\w:.-])([\w:.-]+)[ \t]*\([ \t]*\))\s*([{(])?/g;
/** The names of the functions that a script defines. */
export function functionNames(script: string): ReadonlySet<string> {
  return new Set(Array.from(script.matchAll(BEGINS), ([, named, name = named!]) => name));
}

/** The functions that a script defines, with their bodies; "" for a body without brackets. */
export function functionsIn(script: string, budget: Budget): Map<string, string> {
  const found = new Map<string, string>();
  for (const { index, 0: head, 1: named, 2: name = named!, 3: open } of script.matchAll(BEGINS)) {
    const from = index + head.length;
    const body = open === undefined ? "" : script.slice(from, closingBracket(script, from, open));
    budget.spend(body.length);
    if (!found.has(name) || body !== "") found.set(name, body);
  }
  return found;
}
