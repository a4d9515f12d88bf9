import type { Checkpoint, CheckpointList } from "../shadow-repo/journal/checkpoint.ts";
import { printable } from "../kit/printable.ts";
import { timeInWords } from "./time-in-words.ts";

/** Names of changed files that one line shows. */
const SHOWN = 3;

/** The checkpoints in words, newest first, a line each. */
export function describeCheckpoints({ checkpoints }: CheckpointList, now: Date): string {
  if (checkpoints.length === 0) return "There are no checkpoints here yet.\n";
  const rows = checkpoints
    .toReversed()
    .map((checkpoint) => [
      checkpoint.id,
      timeInWords(checkpoint.created_at, now),
      origin(checkpoint),
      files(checkpoint),
    ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

function origin({ scope, tool_name, note, session_id, undone }: Checkpoint): string {
  const what = note ?? (scope === "tool" ? (tool_name ?? "tool") : scope);
  const whose = session_id ? ` of ${session_id}` : "";
  return printable(`${what}${whose}${undone ? " (undone)" : ""}`);
}

function files({ files: changes, lost }: Checkpoint): string {
  if (lost) return "(lost, see: snapveil verify)";
  const names = changes
    .slice(0, SHOWN)
    .map(({ status, path }) => `${{ added: "+", deleted: "-", modified: "~", mode: "m" }[status]}${printable(path)}`);
  const more = changes.length > SHOWN ? ` and ${changes.length - SHOWN} more` : "";
  return names.join(" ") + more;
}
