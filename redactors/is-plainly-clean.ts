import { readFileSync } from "node:fs";

import type { Automaton } from "./automaton.ts";
import { decodeAutomaton } from "./automaton-file.ts";
import { locate } from "./locate.ts";

/** What views and lists are made of: escapes, percent signs, brackets, anything beyond ASCII. */
const ODD = /[^\n\t\x20-\x7e]|[%[]/;

let table: Automaton | undefined;

/**
 * Whether a text holds nothing that any rule or reader begins with, so that there is nothing to redact. Most short texts
 * are like that, and saying so takes a small part of what loading the rules does. False where it cannot tell.
 */
export function isPlainlyClean(text: string, automaton: Automaton | undefined = (table ??= read())): boolean {
  if (automaton === undefined || ODD.test(text)) return false;
  const { hits, runs, phrases } = locate(text, automaton);
  return hits.length === 0 && runs.length === 0 && phrases.length === 0;
}

/** The table that the build wrote beside this chunk, from the same rules; without a build there is none. */
function read(): Automaton | undefined {
  const folder = import.meta.dirname;
  try {
    return folder === undefined ? undefined : decodeAutomaton(readFileSync(`${folder}/automaton.bin`));
  } catch {
    return undefined;
  }
}
