import { closingBracket } from "./closing.ts";

/** How a function begins: `name() {`, `function name {`, `name() (`. */
const BEGINS =
  /(?:\bfunction\s{1,8}([\w:.-]{1,80})(?:\s{0,8}\(\s{0,8}\))?|([\w:.-]{1,80})[ \t]{0,8}\([ \t]{0,8}\))\s{0,80}([{(])?/g;
/** Functions of one script; those behind them are known by their names alone. */
const MOST = 50;

/** The functions that a script defines, with their bodies; "" for one without brackets. */
export function functionsIn(script: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { index, 0: head, 1: named, 2: name = named!, 3: open } of script.matchAll(BEGINS)) {
    const from = index + head.length;
    const body = open === undefined || found.size >= MOST ? "" : script.slice(from, closingBracket(script, from, open));
    if (!found.has(name) || body !== "") found.set(name, body);
  }
  return found;
}
