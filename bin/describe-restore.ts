import type { RestoreResult } from "../shadow-repo/restore-result.ts";
import { printable } from "../kit/printable.ts";

/** What a restore does to each kind of change. */
const VERBS = {
  preview: { added: "would create", modified: "would overwrite", mode: "would change the mode of", deleted: "would delete" },
  done: { added: "created", modified: "overwrote", mode: "changed the mode of", deleted: "deleted" },
} as const;

/** A restore in words, a line a file. */
export function describeRestore(result: RestoreResult, when: "preview" | "done"): string {
  if (result.files === 0 && result.skipped.length === 0) return "There is nothing to put back.\n";
  const verbs = VERBS[when];
  const lines = result.changes.map(({ status, path }) => `  ${verbs[status]} ${printable(path)}`);
  const conflicts = result.conflicts.map(({ path, why }) => `  ! ${printable(path)}: ${why}`);
  const skipped = result.skipped.map(({ path, why }) => `  - left alone: ${printable(path)}: ${why}`);
  const headline = when === "done" ? `Put back ${count(result.files)}.` : `Would put back ${count(result.files)}:`;
  const undoHint = when === "done" && result.checkpoint !== null ? ["The state before this is kept: snapveil redo (or undo) brings it back."] : [];
  return `${[headline, ...lines, ...conflicts, ...skipped, ...undoHint].join("\n")}\n`;
}

function count(files: number): string {
  return `${files} ${files === 1 ? "file" : "files"}`;
}
