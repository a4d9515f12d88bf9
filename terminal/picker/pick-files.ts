import { printable } from "../../kit/printable.ts";
import type { FileChange } from "../../shadow-repo/journal/checkpoint.ts";
import type { RestoreResult } from "../../shadow-repo/restore/restore-result.ts";
import { changeTable, countFiles } from "../describe-restore.ts";
import type { Style } from "../style.ts";
import { diffPreview } from "./diff-preview.ts";
import { ListScreen } from "./list-screen.ts";

export interface PickFiles {
  readonly style: Style;
  readonly preview: RestoreResult;
  /** The patch from the present to what the file becomes. */
  patchOf(path: string): Promise<string>;
}

/** The files that a restore would change, each to be ticked, with what would happen to it. */
export function filesScreen({ style, preview, patchOf }: PickFiles): ListScreen<FileChange> {
  const edits = new Map(preview.conflicts.map(({ path, why }) => [path, why]));
  return new ListScreen<FileChange>({
    style,
    items: preview.changes,
    ticks: true,
    hints: [
      "space ticks",
      "enter goes on",
      "↑↓ choose",
      "ctrl a: all",
      "type to filter",
      "shift ↑↓ preview",
      "esc back",
    ],
    title: (_, ticked) =>
      `Put back ${countFiles(ticked.length)}${preview.skipped.length > 0 ? `; ${preview.skipped.length} left alone` : ""}`,
    textOf: ({ path }) => printable(path),
    table: (items, columns) => ({ heads: [], rows: changeTable(items, edits, "preview", { columns, style }) }),
    async preview({ path }) {
      const why = edits.get(path);
      const above = why === undefined ? [] : [style.yellow(`! ${why}: that edit goes, redo brings it back`)];
      return diffPreview(await patchOf(path), style, () => above);
    },
  });
}
