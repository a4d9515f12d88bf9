import type { History } from "../journal/history.ts";
import { appendRecord, readJournal } from "../journal/journal.ts";
import { allPending, type Pending } from "../journal/pending.ts";
import type { CheckpointRecord } from "../journal/records.ts";
import { withFurther } from "../journal/replay.ts";

/** Writes the `owed` checkpoint of a "before" into the journal, unless the journal has it or prune has forgotten it. */
export function writeOwed(shadow: string, pending: Pending): void {
  for (const owed of owedBy(shadow, [pending])) appendRecord(shadow, owed);
}

/** The history with the `owed` checkpoints of open turns and calls, for commands that write no record. */
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
