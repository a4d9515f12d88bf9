import { statSync } from "node:fs";

/** The journal: one line a record, `1 CHECKSUM JSON`, only ever appended to. */
export function journalFile(shadow: string): string {
  return `${shadow}/journal`;
}

/** In bytes; 0 where there is none yet. */
export function journalSize(shadow: string): number {
  return statSync(journalFile(shadow), { throwIfNoEntry: false })?.size ?? 0;
}
