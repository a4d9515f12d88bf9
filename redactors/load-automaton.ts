import { readFileSync } from "node:fs";
import { toAnchors } from "./anchors.ts";
import type { Target } from "./anchors.ts";
import { buildAutomaton } from "./automaton.ts";
import type { Automaton } from "./automaton.ts";
import { decodeAutomaton } from "./automaton-file.ts";

/**
 * The automaton for these targets: from `automaton.bin` beside the running chunk, which the build wrote
 * (well under a millisecond), else built in memory, as in tests and unbuilt code (some 20 ms).
 */
export function loadAutomaton(targets: readonly Target[]): Automaton {
  const anchors = toAnchors(targets);
  return read(anchors) ?? buildAutomaton(anchors);
}

function read(anchors: ReturnType<typeof toAnchors>): Automaton | undefined {
  const folder = import.meta.dirname;
  if (folder === undefined) return undefined;
  try {
    return decodeAutomaton(readFileSync(`${folder}/automaton.bin`), anchors);
  } catch {
    return undefined;
  }
}
