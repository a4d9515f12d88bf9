import { readFileSync } from "node:fs";
import { fingerprint, listAnchors } from "./anchors.ts";
import { buildAutomaton } from "./automaton.ts";
import type { Automaton } from "./automaton.ts";
import { decodeAutomaton } from "./automaton-file.ts";

/**
 * The automaton of the fact tables: from `automaton.bin` beside the running chunk, which the build wrote
 * (well under a millisecond), else built in memory, as in tests and unbuilt code (some 20 ms).
 */
export function loadAutomaton(): Automaton {
  return read() ?? buildAutomaton(listAnchors());
}

function read(): Automaton | undefined {
  const folder = import.meta.dirname;
  if (folder === undefined) return undefined;
  try {
    return decodeAutomaton(readFileSync(`${folder}/automaton.bin`), fingerprint());
  } catch {
    return undefined;
  }
}
