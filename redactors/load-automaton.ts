import { listAnchors } from "./anchors.ts";
import { buildAutomaton } from "./automaton.ts";
import type { Automaton } from "./automaton.ts";

/** The automaton, built in memory. */
export function loadAutomaton(): Automaton {
  return buildAutomaton(listAnchors());
}
