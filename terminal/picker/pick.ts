import { counted, printable } from "../../kit/text.ts";
import type { CheckpointDiff } from "../../shadow-repo/doors/look.ts";
import { changeRows, nameOfRow, pathsOf, type ChangeRow, type Checkpoint } from "../../shadow-repo/doors/checkpoint.ts";
import type { ListedHunk, RestoreResult } from "../../shadow-repo/doors/restore.ts";
import { checkpointTable, whatOf } from "../checkpoint-table.ts";
import { hunkLines } from "../describe-hunks.ts";
import { describeLabels } from "../describe-labels.ts";
import { changeTable } from "../describe-restore.ts";
import { describeStat } from "../describe-stat.ts";
import type { Style } from "../display.ts";
import { countFiles, timeInWords } from "../in-words.ts";
import { fit } from "../text-width.ts";
import type { ListOptions, Preview, Reveal } from "./list-options.ts";
import { ListScreen } from "./list-screen.ts";
import { diffPreview, SECRETS } from "./pick-hunks.ts";

export interface PickCheckpoint {
  readonly style: Style;
  readonly now: Date;
  /** The checkpoints, newest first. */
  readonly checkpoints: readonly Checkpoint[];
  readonly reveal: Reveal;
  /** Loads the changes of a checkpoint, with or without secrets as `reveal` says. */
  show(checkpoint: Checkpoint): Promise<Pick<CheckpointDiff, "files"> & { readonly patch: string }>;
}

/** The lines about an ignored file that was changed in place. */
const IN_PLACE = [
  "git ignores this file, and a copy of it from before is kept.",
  "It was changed in place, perhaps by a program of yours: tick it to put it back, too.",
];

/**
 * The screen for an undo of one or more checkpoints: the chosen checkpoint is undone together with all newer
 * checkpoints.
 */
export function undoScreen(request: PickCheckpoint): ListScreen<Checkpoint> {
  const { checkpoints } = request;
  return checkpointScreen(request, {
    hints: [
      "↑↓ how far back",
      "enter: files",
      "q leaves",
      "one turn alone: undo --step ID",
      "shift ↑↓ preview",
      SECRETS,
    ],
    title(item, _, hidden) {
      const count = item ? checkpoints.indexOf(item) + 1 : 0;
      if (count === 0) return "Undo nothing";
      const also = hidden > 0 ? `, ${hidden} of which the filter hides` : "";
      return `Undo ${count === 1 ? "the last turn" : `${count} turns`}${also}`;
    },
    goesAlong: (item, chosen) => checkpoints.indexOf(item) < checkpoints.indexOf(chosen),
  });
}

/** The screen for a restore. Tab switches between the states before and after the checkpoint. */
export function restoreScreen(request: PickCheckpoint, side: { after: boolean }): ListScreen<Checkpoint> {
  return checkpointScreen(request, {
    hints: ["↑↓ choose", "enter: files", "tab: before or after", "q leaves", "shift ↑↓ preview", SECRETS],
    title: (item) =>
      `Restore the state ${item?.scope === "manual" ? "of" : side.after ? "after" : "before"} ` +
      `${item?.id ?? "a checkpoint"}`,
    press({ name }) {
      if (name === "tab") side.after = !side.after;
      return name === "tab";
    },
  });
}

type Own = Pick<ListOptions<Checkpoint>, "hints" | "title" | "goesAlong" | "press">;

function checkpointScreen({ style, now, checkpoints, reveal, show }: PickCheckpoint, own: Own): ListScreen<Checkpoint> {
  return new ListScreen<Checkpoint>({
    ...own,
    style,
    reveal,
    items: checkpoints,
    ticks: false,
    textOf: (one) =>
      [
        one.id,
        whatOf(one),
        ...[one.title, one.command, one.agent, one.session_id].map((word) => printable(word ?? "")),
        timeInWords(one.created_at, now),
        ...one.files.map(({ path }) => printable(path)),
      ].join(" "),
    table(items, columns) {
      // Beside the list, or below it, the preview names the files.
      const [head = "", ...rows] = checkpointTable(items, now, { columns, rows: 0, style }, { isBrief: true });
      return { head, rows };
    },
    async preview(one) {
      const { files, patch } = await show(one);
      return diffPreview(patch, style, (columns) => [
        ...describeLabels(one).map((line) => style.dim(fit(line, columns))),
        ...describeStat(files, { columns, style }).trimEnd().split("\n"),
      ]);
    },
  });
}

export interface PickFiles {
  readonly style: Style;
  readonly preview: RestoreResult;
  readonly reveal: Reveal;
  /** Whether hunks can be chosen. */
  readonly divides: boolean;
  /** Loads the patch from the present file to the restored one, with or without secrets as `reveal` says. */
  patchOf(paths: readonly string[]): Promise<string>;
  /** The chosen hunks of a file, if some are left out, and the number of all; `undefined` for a whole file. */
  partOf(row: ChangeRow): { readonly chosen: readonly ListedHunk[]; readonly count: number } | undefined;
}

/**
 * The rows of a preview: its changes, and ignored files that were changed in place, which are put back only if a person
 * ticks them.
 */
export function rowsToTick({ changes, keptInPlace }: RestoreResult): ChangeRow[] {
  return [
    ...changeRows(changes),
    ...keptInPlace.map((path) => ({ path, status: "modified" as const, kept: true as const })),
  ];
}

/** Whether a row is an ignored file that was changed in place. */
export function isInPlaceRow({ status, kept }: ChangeRow): boolean {
  return kept === true && status === "modified";
}

/** The files that a restore would change, each to be ticked, with its change. */
export function filesScreen({ style, preview, reveal, divides, patchOf, partOf }: PickFiles): ListScreen<ChangeRow> {
  const edits = new Map(preview.conflicts.map(({ path, why }) => [path, why]));
  const rows = rowsToTick(preview);
  const screen = new ListScreen<ChangeRow>({
    style,
    reveal,
    items: rows,
    ticks: true,
    hints: [
      "space ticks",
      "enter goes on",
      ...(divides ? ["tab: hunks"] : []),
      "↑↓ choose",
      "q: back",
      "ctrl a: all",
      "shift ↑↓ preview",
      SECRETS,
    ],
    opens: ({ name }) => name === "tab",
    isPart: (row) => partOf(row) !== undefined,
    title: (_, ticked) =>
      `Put back ${countFiles(ticked.length)}` +
      (preview.skipped.length > 0 ? `; ${preview.skipped.length} left alone` : ""),
    textOf: (row) => nameOfRow(row, printable),
    table: (items, columns) => ({ rows: changeTable(items, edits, "preview", { columns, style }) }),
    async preview(row) {
      if (isInPlaceRow(row)) return () => IN_PLACE;
      const why = pathsOf(row).flatMap((path) => edits.get(path) ?? [])[0];
      const above = why === undefined ? [] : [style.yellow(`! ${why} (recorded first)`)];
      const part = partOf(row);
      if (part) return partPreview(part, above, style);
      return diffPreview(await patchOf(pathsOf(row)), style, () => above);
    },
  });
  for (const row of rows) if (isInPlaceRow(row)) screen.mark(row, false);
  return screen;
}

/** A preview of the ticked hunks of a file. */
function partPreview(
  { chosen, count }: NonNullable<ReturnType<PickFiles["partOf"]>>,
  above: readonly string[],
  style: Style,
): Preview {
  return (columns) => [
    ...above,
    style.bold(`${chosen.length} of ${counted(count, "hunk")}`),
    ...chosen.flatMap((hunk) => ["", ...hunkLines(hunk, { columns, rows: 0, style })]),
  ];
}
