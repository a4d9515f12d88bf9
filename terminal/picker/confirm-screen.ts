import { printable } from "../../kit/text.ts";
import { pathsOf, type ChangeRow } from "../../shadow-repo/doors/checkpoint.ts";
import type { RestoreResult } from "../../shadow-repo/doors/restore.ts";
import { changeTable, sumChanges } from "../describe-restore.ts";
import type { Style } from "../display.ts";
import { countFiles } from "../in-words.ts";
import { fit, fitPath, wrapped } from "../text-width.ts";
import { moved, type Screen } from "./screen.ts";

/** The last screen before files change. It shows all changes and skipped files. */
export function confirmScreen(
  style: Style,
  { conflicts, skipped, notes }: RestoreResult,
  chosen: readonly ChangeRow[],
): Screen<"yes" | "back"> {
  const edits = new Map(conflicts.map(({ path, why }) => [path, why]));
  const edited = chosen.filter((row) => pathsOf(row).some((path) => edits.has(path))).length;
  let [top, room, count] = [0, 1, 0];
  return {
    press(key) {
      // As at a question `[y/N]`, enter alone never changes a file.
      if (key.name === "y") return "yes";
      if (["n", "q", "escape"].includes(key.name)) return "back";
      top = Math.min(moved(top, key, count, room) ?? top, Math.max(0, count - room));
      return undefined;
    },
    view(columns, rows) {
      const lines = [
        ...changeTable(chosen, edits, "preview", { columns: columns - 2, style }),
        ...skipped.map(({ path, why }) =>
          style.dim(`left alone: ${fitPath(printable(path), Math.floor(columns / 2))}: ${printable(why)}`),
        ),
        ...notes.flatMap((note) => wrapped(`! ${note}`, columns - 2).map((line) => style.yellow(line))),
      ];
      [count, room] = [lines.length, Math.max(1, rows - 5)];
      const warning = `! ${countFiles(edited)} changed since: those edits go, but are recorded first`;
      const more = count - top - room;
      return [
        style.bold(fit(`Put back ${countFiles(chosen.length)}: ${sumChanges(chosen)}?`, columns)),
        edited > 0 ? style.yellow(fit(warning, columns)) : "",
        ...Array.from({ length: room }, (_, row) => fit(`  ${lines[top + row] ?? ""}`, columns)),
        more > 0 ? style.dim(fit(`  … ${more} more`, columns)) : "",
        style.dim(fit("y: do it · n or q: back · ↑↓ all of it", columns)),
      ].slice(0, rows);
    },
  };
}
