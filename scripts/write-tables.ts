import { writeFileSync } from "node:fs";

import { buildTables } from "../redactors/build-tables.ts";
import { RULES } from "../redactors/catalogue/rules.ts";
import { READERS } from "../redactors/readers/readers.ts";
import { encodeTables } from "../redactors/tables-file.ts";

/** Writes the detector's fact tables to `file`, which belongs beside the chunk that holds `redactors/`. */
export default function writeTables(file: string): void {
  writeFileSync(file, encodeTables(buildTables().automaton, RULES, READERS.map(([, words]) => words)));
}
