import { printable } from "../../kit/printable.ts";
import type { CheckpointDiff } from "../../shadow-repo/look/checkpoint-diff.ts";
import type { Checkpoint } from "../../shadow-repo/journal/checkpoint.ts";
import { checkpointTable, whatOf } from "../checkpoint-table.ts";
import { describeStat } from "../describe-stat.ts";
import type { Style } from "../style.ts";
import { timeInWords } from "../time-in-words.ts";
import { diffPreview } from "./diff-preview.ts";
import { ListScreen } from "./list-screen.ts";

export interface PickCheckpoint {
  readonly style: Style;
  readonly now: Date;
  /** Newest first. */
  readonly checkpoints: readonly Checkpoint[];
  show(checkpoint: Checkpoint): Promise<Pick<CheckpointDiff, "files" | "patch">>;
}

/** The undo that goes back over one or more steps: everything newer than the one where the cursor is goes along. */
export function undoScreen(request: PickCheckpoint): ListScreen<Checkpoint> {
  const { checkpoints } = request;
  return checkpointScreen(request, {
    hints: ["↑↓ how far back", "enter: files", "type to filter", "shift ↑↓ preview", "esc leaves"],
    title(item) {
      const count = item ? checkpoints.indexOf(item) + 1 : 0;
      return `Undo ${count === 1 ? "the last step" : `${count} steps`}`;
    },
    goesAlong: (item, chosen) => checkpoints.indexOf(item) < checkpoints.indexOf(chosen),
  });
}

/** The restore of a state; Tab turns from the one before the checkpoint to the one after it. */
export function restoreScreen(request: PickCheckpoint, side: { after: boolean }): ListScreen<Checkpoint> {
  return checkpointScreen(request, {
    hints: ["↑↓ choose", "enter: files", "tab: before or after", "type to filter", "shift ↑↓ preview", "esc leaves"],
    title: (item) =>
      `Restore the state ${item?.scope === "manual" ? "of" : side.after ? "after" : "before"} ${item?.id ?? "a checkpoint"}`,
    press({ name }) {
      if (name === "tab") side.after = !side.after;
      return name === "tab";
    },
  });
}

type Own = Pick<ConstructorParameters<typeof ListScreen<Checkpoint>>[0], "hints" | "title" | "goesAlong" | "press">;

function checkpointScreen({ style, now, checkpoints, show }: PickCheckpoint, own: Own): ListScreen<Checkpoint> {
  return new ListScreen<Checkpoint>({
    ...own,
    style,
    items: checkpoints,
    ticks: false,
    textOf: (one) =>
      [
        one.id,
        whatOf(one),
        printable(one.session_id ?? ""),
        timeInWords(one.created_at, now),
        ...one.files.map(({ path }) => printable(path)),
      ].join(" "),
    table(items, columns) {
      const [head = "", ...rows] = checkpointTable(items, now, { columns, rows: 0, style });
      return { heads: [head], rows };
    },
    async preview(one) {
      const { files, patch } = await show(one);
      return diffPreview(patch, style, (columns) => describeStat(files, { columns, style }).trimEnd().split("\n"));
    },
  });
}
