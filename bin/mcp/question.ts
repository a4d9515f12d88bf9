import { printable } from "../../kit/text.ts";
import { localTime } from "../../kit/local-time.ts";
import { changeRows, nameOfRow } from "../../shadow-repo/doors/checkpoint.ts";
import type { RestoreResult } from "../../shadow-repo/doors/restore.ts";
import { describeRestore, sumChanges } from "../../terminal/describe-restore.ts";
import { fit } from "../../terminal/text-width.ts";

/** The width of the first lines: Claude Code cuts off longer lines, and shows three lines of a question. */
const WIDTH = 76;

/**
 * The question that the person is asked before an undo. The first three lines say all that is needed, since a client
 * may show no more; the command's own preview follows.
 */
export function questionOf(result: RestoreResult): string {
  const { undone, changes, conflicts, skipped } = result;
  const rows = changeRows(changes);
  const steps = undone.map(({ title, command, scope, id, created_at }) => {
    const said = title ?? command;
    return `${said === undefined ? scope : `"${said}"`} (${id}, ${localTime(created_at)})`;
  });
  const names = rows.map((row) => nameOfRow(row, printable)).join(", ");
  const apart = [
    ...(conflicts.length > 0 ? [`${conflicts.length} edited since`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} left alone`] : []),
    "redo brings it back",
  ];
  const lines = [`Undo ${printable(steps.join(", "))}?`, `${sumChanges(rows)}: ${names}`, apart.join(", ")];
  return `${lines.map((line) => fit(line, WIDTH)).join("\n")}\n\n${describeRestore(result, "preview")}`;
}
