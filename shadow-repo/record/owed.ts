import { withFurther, type History } from "../journal/history.ts";
import { appendRecord, readJournal, type CheckpointRecord } from "../journal/journal.ts";
import { allPending, type Pending } from "../journal/pending.ts";

/**
 * Writes the checkpoint that a "before" owes, if a process was killed between the two. Not if it was forgotten since.
 */
export function writeOwed(shadow: string, pending: Pending): void {
  for (const owed of owedBy(shadow, [pending])) appendRecord(shadow, owed);
}

/** The history with the owed checkpoints, for commands that only look. */
export function withOwed(shadow: string, history: History): History {
  return withFurther(history, owedBy(shadow, allPending(shadow)));
}

function owedBy(shadow: string, pendings: readonly Pending[]): CheckpointRecord[] {
  const all = pendings.flatMap(({ owed }) => owed ?? []);
  if (all.length === 0) return all;
  const { records } = readJournal(shadow);
  return all.filter(
    (owed) =>
      !records.some((record) =>
        record.type === "forget" ? record.ids.includes(owed.id) : record.type !== "pin" && record.id === owed.id,
      ),
  );
}
