import { writeFileSync } from "node:fs";
import { fingerprint, listAnchors } from "../redactors/anchors.ts";
import { encodeAutomaton } from "../redactors/automaton-file.ts";
import { buildAutomaton } from "../redactors/automaton.ts";

/** Writes the automaton of the fact tables to `outFile`, which belongs beside the chunk that holds `redactors/`. */
export default function writeAutomaton(outFile: string): void {
  writeFileSync(outFile, encodeAutomaton(buildAutomaton(listAnchors()), fingerprint()));
}
