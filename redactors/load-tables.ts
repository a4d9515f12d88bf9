import { closeSync, openSync, readSync } from "node:fs";

import { buildTables } from "./build-tables.ts";
import { scanMemory, TABLES } from "./scan-memory.ts";
import type { Tables } from "./tables.ts";
import { decodeTables } from "./tables-file.ts";

let tables: Tables | undefined;

/** The tables that the build wrote beside the running chunk (well under a millisecond), else built in memory, as in tests. */
export function loadTables(): Tables {
  return (tables ??= read(`${import.meta.dirname}/rules.bin`) ?? placeTables(buildTables()));
}

/**
 * Puts a file of tables where the scanner wants it.
 * @throws Error where it is cut off, too long or of another version
 */
export function placeTables(file: Buffer): Tables {
  const memory = scanMemory();
  new Uint8Array(memory.buffer, 0, TABLES).set(file);
  const placed = decodeTables(memory, file.length);
  if (placed === undefined) throw new Error("The detector's tables are damaged.");
  return placed;
}

/** Straight into the scanner's memory. */
function read(file: string): Tables | undefined {
  try {
    const memory = scanMemory();
    const descriptor = openSync(file, "r");
    const size = readSync(descriptor, new Uint8Array(memory.buffer), 0, TABLES, null);
    closeSync(descriptor);
    return decodeTables(memory, size);
  } catch {
    return undefined;
  }
}
