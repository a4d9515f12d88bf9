import { readFileSync } from "node:fs";

import { buildTables } from "./build-tables.ts";
import type { Tables } from "./tables.ts";
import { decodeTables } from "./tables-file.ts";

let tables: Tables | undefined;

/** The tables that the build wrote beside the running chunk (well under a millisecond), else built in memory, as in tests. */
export function loadTables(): Tables {
  return (tables ??= read() ?? buildTables());
}

function read(): Tables | undefined {
  try {
    return decodeTables(readFileSync(`${import.meta.dirname}/rules.bin`));
  } catch {
    return undefined;
  }
}
