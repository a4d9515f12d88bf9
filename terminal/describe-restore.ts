import type { FileChange } from "../shadow-repo/journal/checkpoint.ts";
import type { RestoreResult } from "../shadow-repo/restore/restore-result.ts";
import { printable } from "../kit/printable.ts";
import type { Display } from "./display.ts";
import { lineCounts } from "./line-counts.ts";
import { fitPath, pad, widest } from "./text-width.ts";

/** What a restore does to each kind of change. */
const VERBS = {
  preview: {
    added: "would create",
    modified: "would overwrite",
    mode: "would change the mode of",
    deleted: "would delete",
  },
  done: { added: "created", modified: "overwrote", mode: "changed the mode of", deleted: "deleted" },
} as const;

/** The same in a column. */
const SHORT = {
  preview: { added: "create", modified: "overwrite", mode: "change mode", deleted: "delete" },
  done: { added: "created", modified: "overwrote", mode: "mode", deleted: "deleted" },
} as const;

const COLOURS = { added: "green", modified: "yellow", mode: "yellow", deleted: "red" } as const;

/** Files that are listed on a display when all is done: what they were was seen before. */
const SHOWN = 20;

/** A restore in words, a line a file; for a display in columns and colours. */
export function describeRestore(result: RestoreResult, when: "preview" | "done", display?: Display): string {
  if (result.files === 0 && result.skipped.length === 0) return "There is nothing to put back.\n";
  const verbs = VERBS[when];
  const edits = new Map(result.conflicts.map(({ path, why }) => [path, why]));
  const lines = display
    ? tableOf(result.changes, edits, when, display)
    : result.changes.map(({ status, path }) => `  ${verbs[status]} ${printable(path)}`);
  const mark = display ? display.style.yellow("!") : "!";
  const conflicts = result.conflicts.map(({ path, why }) => `  ${mark} ${printable(path)}: ${why}`);
  const skipped = result.skipped.map(({ path, why }) => `  - left alone: ${printable(path)}: ${printable(why)}`);
  const headline =
    when === "done" ? `Put back ${countFiles(result.files)}.` : `Would put back ${countFiles(result.files)}:`;
  const undoHint =
    when === "done" && result.checkpoint !== null
      ? ["The state before this is kept: snapveil redo (or undo) brings it back."]
      : [];
  return `${[headline, ...lines, ...conflicts, ...skipped, ...undoHint].join("\n")}\n`;
}

/** `3 created, 1 overwritten, 2 deleted`. */
export function sumChanges(changes: readonly FileChange[]): string {
  const words = { added: "created", modified: "overwritten", mode: "with another mode", deleted: "deleted" } as const;
  const kinds = ["added", "modified", "mode", "deleted"] as const;
  return kinds
    .map((kind) => [changes.filter(({ status }) => status === kind).length, words[kind]] as const)
    .flatMap(([count, word]) => (count > 0 ? `${count} ${word}` : []))
    .join(", ");
}

export function countFiles(files: number): string {
  return `${files} ${files === 1 ? "file" : "files"}`;
}

function tableOf(
  changes: readonly FileChange[],
  edits: ReadonlyMap<string, string>,
  when: "preview" | "done",
  display: Display,
): string[] {
  const shown = when === "done" ? changes.slice(0, SHOWN) : changes;
  const lines = changeTable(shown, edits, when, { ...display, columns: display.columns - 2 }).map(
    (line) => `  ${line}`,
  );
  return shown.length < changes.length
    ? [...lines, display.style.dim(`  … and ${changes.length - shown.length} more: ${sumChanges(changes)}`)]
    : lines;
}

/** Changes in columns: what happens, the path, the lines, and `!` where it was edited since. */
export function changeTable(
  changes: readonly FileChange[],
  edits: ReadonlyMap<string, string>,
  when: "preview" | "done",
  { columns, style }: Pick<Display, "columns" | "style">,
): string[] {
  const verbs = changes.map(({ status }) => SHORT[when][status]);
  const verb = widest(verbs);
  const counts = lineCounts(
    changes.map(({ additions = 0, deletions = 0 }) => [additions, deletions]),
    { style },
  );
  const room = columns - verb - 6 - widest(counts);
  const name = Math.min(room, widest(changes.map(({ path }) => printable(path))));
  return changes.map(({ status, path }, at) => {
    const edited = edits.has(path) ? style.yellow("!") : "";
    return (
      `${style[COLOURS[status]](pad(verbs[at]!, verb))}  ${pad(fitPath(printable(path), name), name)}  ` +
      `${counts[at]} ${edited}`
    ).trimEnd();
  });
}
