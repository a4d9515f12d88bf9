import { printable } from "../../kit/printable.ts";
import type { CheckpointDiff } from "../../shadow-repo/look/checkpoint-diff.ts";
import type { Checkpoint, FileChange } from "../../shadow-repo/journal/checkpoint.ts";
import type { RestoreResult } from "../../shadow-repo/restore/restore-result.ts";
import { checkpointTable, whatOf } from "../checkpoint-table.ts";
import { changeTable, countFiles, sumChanges } from "../describe-restore.ts";
import { describeStat } from "../describe-stat.ts";
import { diffView } from "../diff-view.ts";
import type { Style } from "../style.ts";
import { cut, fit, fitPath } from "../text-width.ts";
import { timeInWords } from "../time-in-words.ts";
import { ListScreen, type Preview } from "./list-screen.ts";
import { moved, type Key, type Screen } from "./screen.ts";

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
      `Restore the state ${item?.scope === "manual" ? "of" : side.after ? "after" : "before"} ` +
      `${item?.id ?? "a checkpoint"}`,
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
      `Put back ${countFiles(ticked.length)}` +
      (preview.skipped.length > 0 ? `; ${preview.skipped.length} left alone` : ""),
    textOf: ({ path }) => printable(path),
    table: (items, columns) => ({ heads: [], rows: changeTable(items, edits, "preview", { columns, style }) }),
    async preview({ path }) {
      const why = edits.get(path);
      const above = why === undefined ? [] : [style.yellow(`! ${why}: that edit goes, redo brings it back`)];
      return diffPreview(await patchOf(path), style, () => above);
    },
  });
}

/** The last look before files change: every one of them, and what is left alone. */
export class ConfirmScreen implements Screen<"yes" | "back"> {
  readonly #style: Style;
  readonly #preview: RestoreResult;
  readonly #chosen: readonly FileChange[];
  #top = 0;
  #room = 1;
  #count = 0;

  constructor(style: Style, preview: RestoreResult, chosen: readonly FileChange[]) {
    this.#style = style;
    this.#preview = preview;
    this.#chosen = chosen;
  }

  press(key: Key): "yes" | "back" | undefined {
    if (key.name === "y" || key.name === "return" || key.name === "enter") return "yes";
    if (key.name === "n" || key.name === "escape") return "back";
    this.#top = Math.min(
      moved(this.#top, key, this.#count, this.#room) ?? this.#top,
      Math.max(0, this.#count - this.#room),
    );
    return undefined;
  }

  async load(): Promise<boolean> {
    return false;
  }

  view(columns: number, rows: number): string[] {
    const style = this.#style;
    const edits = new Map(this.#preview.conflicts.map(({ path, why }) => [path, why]));
    const edited = this.#chosen.filter(({ path }) => edits.has(path)).length;
    const lines = [
      ...changeTable(this.#chosen, edits, "preview", { columns: columns - 2, style }),
      ...this.#preview.skipped.map(({ path, why }) =>
        style.dim(`left alone: ${fitPath(printable(path), Math.floor(columns / 2))}: ${printable(why)}`),
      ),
    ];
    this.#count = lines.length;
    this.#room = Math.max(1, rows - 5);
    const warning =
      edited > 0
        ? style.yellow(fit(`! ${countFiles(edited)} changed since: those edits go, redo brings them back`, columns))
        : "";
    const more = lines.length - this.#top - this.#room;
    return [
      style.bold(fit(`Put back ${countFiles(this.#chosen.length)}: ${sumChanges(this.#chosen)}?`, columns)),
      warning,
      ...Array.from({ length: this.#room }, (_, row) => cut(`  ${lines[this.#top + row] ?? ""}`, columns)),
      more > 0 ? style.dim(`  … ${more} more`) : "",
      style.dim(fit("y or enter: do it · n or esc: back · ↑↓ all of it", columns)),
    ].slice(0, rows);
  }
}

/** Nobody scrolls further than this in a preview (characters of the patch). */
const MOST = 200_000;

/** A patch below some lines of its own, made anew for each width only. */
function diffPreview(patch: string, style: Style, above: (columns: number) => string[] = () => []): Preview {
  const isCut = patch.length > MOST;
  const shown = isCut ? patch.slice(0, patch.lastIndexOf("\n", MOST) + 1) : patch;
  let made: { readonly columns: number; readonly lines: string[] } | undefined;
  return (columns) => {
    if (made?.columns !== columns) {
      const lines = shown === "" ? [] : diffView(shown, { columns, rows: 0, style });
      const all = [...above(columns), ...lines];
      made = {
        columns,
        lines: [
          ...(all[0] === "" ? all.slice(1) : all),
          ...(isCut ? ["", style.dim("The rest is too long for a preview.")] : []),
        ],
      };
    }
    return made.lines;
  };
}
