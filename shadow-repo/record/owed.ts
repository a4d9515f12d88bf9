import { appendRecord, readJournal } from "../journal/journal.ts";
import type { Pending } from "../journal/pending.ts";

/**
 * Writes the checkpoint that a "before" owes, where a process was killed between the two. Not one that was forgotten
 * since.
 */
export function writeOwed(shadow: string, { owed }: Pending): void {
  if (!owed) return;
  const isKnown = readJournal(shadow).records.some((record) =>
    record.type === "forget" ? record.ids.includes(owed.id) : record.id === owed.id,
  );
  if (!isKnown) appendRecord(shadow, owed);
}
