import { printable } from "../kit/printable.ts";
import type { Checkpoint } from "../shadow-repo/journal/checkpoint.ts";
import type { Display } from "./display.ts";
import { lineCounts, sumLines } from "./line-counts.ts";
import { cut, fit, fitPath, pad, widest, widthOf } from "./text-width.ts";
import { timeInWords } from "./time-in-words.ts";

/** Columns between two cells, and the least that the names of files get: on a narrow display, on another. */
const GAP = 2;
const LEAST = { narrow: 12, other: 18 } as const;
const NARROW = 45;

interface Column {
  readonly head: string;
  readonly cells: readonly string[];
  /** Left out where the room is short, the lowest first; `undefined` stays. */
  readonly rank?: number;
}

/** Checkpoints in the order given as lines that fit the display, the first of them the heads. */
export function checkpointTable(checkpoints: readonly Checkpoint[], now: Date, display: Display): string[] {
  const { style, columns: room } = display;
  const counts = lineCounts(
    checkpoints.map(({ files }) => sumLines(files)),
    display,
  );
  const sessions = new Set(checkpoints.map(({ session_id }) => session_id));
  const all: Column[] = [
    { head: "ID", cells: checkpoints.map(({ id }) => style.yellow(id)) },
    { head: "WHEN", cells: checkpoints.map(({ created_at }) => timeInWords(created_at, now)), rank: 3 },
    ...(sessions.size > 1
      ? [
          {
            head: "SESSION",
            cells: checkpoints.map(({ session_id }) => fit(printable(session_id ?? "by hand"), 12)),
            rank: 0,
          },
        ]
      : []),
    { head: "WHAT", cells: checkpoints.map((one) => fit(whatOf(one), 18)), rank: 1 },
    { head: "LINES", cells: counts, rank: 2 },
  ];
  const columns = narrowed(all, room - (room < NARROW ? LEAST.narrow : LEAST.other));
  const widths = columns.map(({ head, cells }) => widest([head, ...cells]));
  const rest = room - widths.reduce((sum, width) => sum + width + GAP, 0);
  const line = (cells: readonly string[], last: string) =>
    `${cells.map((cell, at) => pad(cell, widths[at]! + GAP)).join("")}${last}`.trimEnd();
  const rows = checkpoints.map((one, at) => {
    const row = line(
      columns.map(({ cells }) => cells[at]!),
      filesOf(one, rest),
    );
    return cut(one.undone ? style.dim(row) : row, room);
  });
  return [
    cut(
      style.dim(
        line(
          columns.map(({ head }) => head),
          fit("FILES", rest),
        ),
      ),
      room,
    ),
    ...rows,
  ];
}

/** What made a checkpoint, in a word or a note: `turn`, the tool's name, `restore`. */
export function whatOf({ scope, tool_name, note, undone }: Checkpoint): string {
  const what = note ?? (scope === "tool" ? (tool_name ?? "tool") : scope === "manual" ? "by hand" : scope);
  return printable(`${undone ? "undone: " : ""}${what}`);
}

function narrowed(columns: readonly Column[], room: number): Column[] {
  const kept = [...columns];
  const width = () => kept.reduce((sum, { head, cells }) => sum + GAP + widest([head, ...cells]), 0);
  for (let rank = 0; rank <= 3 && width() > room; rank += 1) {
    const at = kept.findIndex((column) => column.rank === rank);
    if (at >= 0) kept.splice(at, 1);
  }
  return kept;
}

/** As many names as fit, at least one, then how many more there are. */
function filesOf({ files, lost }: Checkpoint, room: number): string {
  if (lost) return fit("(lost)", room);
  const names = files.map(({ path }) => printable(path));
  for (let shown = names.length; shown > 0; shown -= 1) {
    if (shown > 1 && shown * 3 > room) continue; // cannot fit: a name and its comma
    const more = shown < names.length ? ` +${names.length - shown}` : "";
    const text = names.slice(0, shown).join(", ") + more;
    if (widthOf(text) <= room) return text;
    if (shown === 1) return fitPath(names[0]!, room - more.length) + more;
  }
  return "";
}
