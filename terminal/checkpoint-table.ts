import { localTime } from "../kit/local-time.ts";
import { printable } from "../kit/text.ts";
import {
  changeRows,
  nameOfRow,
  undoneInWords,
  type Checkpoint,
  type CheckpointList,
} from "../shadow-repo/doors/checkpoint.ts";
import type { Display } from "./display.ts";
import { countFiles, timeInWords } from "./in-words.ts";
import { lineCounts, sumLines } from "./describe-stat.ts";
import { occurrencesInWords } from "./way-back.ts";
import { alignColumns, fit, fitPath, fitWords, pad, widest, widthOf } from "./text-width.ts";

/**
 * Widths in columns: `GAP` is between two cells, `LEAST` the least for the names of files, by the kind of display. A
 * display of fewer than `NARROW` columns is narrow.
 */
const GAP = 2;
const LEAST = { narrow: 12, other: 18 } as const;
const NARROW = 45;

/**
 * Widths in columns of the cause of a checkpoint: the usual one (half of the display if that is more), and the least
 * with which the cause is shown.
 */
const WHAT = 18;
const LEAST_WHAT = 10;

/** Ranks of optional columns: if the display is too narrow, the lowest are left out first. */
const WHOSE = 0;
const LINES = 1;
const WHEN = 2;

/** The most file names in a line for programs. */
const SHOWN = 3;
const SIGNS = { added: "+", deleted: "-", modified: "~", mode: "", renamed: "" } as const;

interface Column {
  readonly cells: readonly string[];
  /** The rank: columns of the lowest rank are left out first. Absent: the column is always shown. */
  readonly rank?: number;
}

/** How checkpoints are listed. */
export interface Listing {
  /** The ids of calls that stand below their turn. */
  readonly below?: ReadonlySet<string>;
  /** Turn id → the number of its calls that are not listed. */
  readonly folded?: ReadonlyMap<string, number>;
  /** Whether files and lines are left out, since a preview shows both. */
  readonly isBrief?: boolean;
}

/** Checkpoints as lines that fit the display. The first line holds the headings. */
export function checkpointTable(
  checkpoints: readonly Checkpoint[],
  now: Date,
  display: Display,
  { below, folded, isBrief = false }: Listing = {},
): string[] {
  const { style, columns: room } = display;
  const counts = lineCounts(
    checkpoints.map(({ files }) => sumLines(files)),
    display,
  );
  const column = (head: string, cell: (one: Checkpoint, at: number) => string, rank?: number): Column => ({
    cells: [head, ...checkpoints.map(cell)],
    ...(rank !== undefined && { rank }),
  });
  const isOne = new Set(checkpoints.map(({ session_id }) => session_id)).size < 2;
  const agents = new Set(checkpoints.flatMap(({ agent }) => agent ?? []));
  const columns = narrowed(
    [
      column("ID", ({ id }) => style.yellow(id)),
      column("WHEN", ({ created_at }) => timeInWords(created_at, now), WHEN),
      ...(isOne ? [] : [column("SESSION", ({ session_id }) => fit(printable(session_id ?? "by hand"), 12), WHOSE)]),
      ...(agents.size < 2 ? [] : [column("AGENT", ({ agent = "" }) => fit(printable(agent), 14), WHOSE)]),
      ...(folded && folded.size > 0
        ? [column("CALLS", ({ id }) => String(folded.get(id) ?? "").padStart("CALLS".length), WHOSE)]
        : []),
      ...(isSearched(checkpoints) ? [column("TEXT", ({ files }) => occurrencesInWords(files))] : []),
      ...(isBrief ? [] : [column("LINES", (_, at) => counts[at]!, LINES)]),
    ],
    column("WHAT", (one) => `${below?.has(one.id) ? "└ " : ""}${whatOf(one)}`),
    room,
    isBrief ? { narrow: 0, other: 0 } : LEAST,
  );
  const rest = room - widthOfAll(columns);
  const widths = columns.map(({ cells }) => widest(cells) + GAP);
  return [undefined, ...checkpoints].map((one, row) => {
    const last = isBrief ? "" : one ? filesOf(one, rest) : fit("FILES", rest);
    const line = [...columns.map(({ cells }, at) => pad(cells[row]!, widths[at]!)), last].join("").trimEnd();
    return fit(!one || one.undone ? style.dim(line) : line, room);
  });
}

/** Checkpoints as lines for programs, newest first; each takes one line of any width. */
export function describeCheckpoints({ checkpoints }: CheckpointList, now: Date): string {
  const isSearch = isSearched(checkpoints);
  const rows = checkpoints.toReversed().map((one) => {
    const { id, created_at, scope, tool_name, note, session_id, agent, undone, open, pinned, files, lost } = one;
    const from = one.holds_from === undefined ? "" : ` (from ${localTime(one.holds_from)})`;
    const what = note ?? (scope === "tool" ? (tool_name ?? "tool") : scope === "manual" ? byHand(one) : scope);
    const whose = (session_id ? ` of ${session_id}` : "") + (agent === undefined ? "" : ` by ${agent}`);
    const label = labelOf(one);
    const part = one.undone_in_part ? ` (${undoneInWords(one.undone_in_part)})` : "";
    const state = `${undone ? " (undone)" : part}${open ? " (open)" : ""}${pinned ? " (pinned)" : ""}${from}`;
    const all = changeRows(files);
    const names = all
      .slice(0, SHOWN)
      .map((file) => `${SIGNS[file.status]}${nameOfRow(file, printable)}${file.status === "mode" ? " (mode)" : ""}`);
    const more = all.length > SHOWN ? ` and ${all.length - SHOWN} more` : "";
    return [
      id,
      timeInWords(created_at, now),
      ...(isSearch ? [occurrencesInWords(files)] : []),
      printable(`${what}${whose}${state}${label === undefined ? "" : `: ${label}`}`),
      lost ? "(lost, see: snapveil verify)" : names.join(" ") + more,
    ];
  });
  return `${alignColumns(rows).join("\n")}\n`;
}

/** Whether the checkpoints are the result of a search for a text. */
function isSearched(checkpoints: readonly Checkpoint[]): boolean {
  return checkpoints.some(({ files }) => files.some(({ occurrences }) => occurrences));
}

/**
 * The cause of a checkpoint: its note, the first line of the prompt, the tool and its command, or a word such as
 * `turn`.
 */
export function whatOf(one: Checkpoint): string {
  const { scope, tool_name, note, undone, open, pinned } = one;
  const label = labelOf(one);
  const tool = [tool_name ?? "tool", ...(label === undefined ? [] : [label])].join(": ");
  const what = note ?? (scope === "tool" ? tool : (label ?? (scope === "manual" ? byHand(one) : scope)));
  const state = undone
    ? "undone: "
    : one.undone_in_part
      ? "undone in part: "
      : open
        ? "open: "
        : pinned
          ? "pinned: "
          : "";
  const from = one.holds_from === undefined ? "" : `from ${localTime(one.holds_from).slice(-8)}: `;
  return printable(`${state}${from}${what}`);
}

/** Who made a checkpoint of no session: a person, or `snapveil run` around a program. */
function byHand({ command }: Checkpoint): string {
  return command === undefined ? "by hand" : `state of run: ${command}`;
}

/** The text that distinguishes a checkpoint from others: the command of a call, the prompt of a turn. */
function labelOf({ scope, title, command }: Checkpoint): string | undefined {
  return scope === "tool" ? command : title;
}

/** The columns that fit into `room`, including the cause of a checkpoint, which is shortened if needed. */
function narrowed(
  columns: readonly Column[],
  what: Column,
  room: number,
  least: Readonly<Record<"narrow" | "other", number>>,
): Column[] {
  const above = (rank: number) => columns.filter((one) => one.rank === undefined || one.rank > rank);
  const names = room < NARROW ? least.narrow : least.other;
  const most = Math.min(widest(what.cells), least.other === 0 ? room : Math.max(WHAT, room >> 1));
  const tries = [
    { rank: -1, least: most, names },
    { rank: WHOSE, least: Math.min(WHAT, most), names },
    { rank: LINES, least: Math.min(LEAST_WHAT, most), names: least.narrow },
  ];
  for (const { rank, least: fewest, names: left } of tries) {
    const kept = above(rank);
    const space = Math.min(most, room - left - widthOfAll(kept) - GAP);
    if (space < fewest) continue;
    const at = kept.findIndex((one) => one.rank === LINES);
    return kept.toSpliced(at < 0 ? kept.length : at, 0, { cells: what.cells.map((cell) => fitWords(cell, space)) });
  }
  return [-1, WHOSE, LINES, WHEN].map(above).find((kept) => widthOfAll(kept) <= room - names) ?? above(WHEN);
}

function widthOfAll(columns: readonly Column[]): number {
  return columns.reduce((sum, { cells }) => sum + widest(cells) + GAP, 0);
}

/**
 * As many file names as fit, followed by the number of the others; the number of all if no whole name fits. The
 * number has a word behind it, since a bare `+1` reads like a number of lines.
 */
function filesOf({ files, lost, scope }: Checkpoint, room: number): string {
  if (lost) return fit("(lost)", room);
  if (files.length === 0 && scope === "turn") return fit("(no net change)", room);
  const names = changeRows(files).map((file) => nameOfRow(file, printable));
  const most = Math.max(1, Math.min(names.length, Math.floor(room / 3))); // a name and its comma
  for (let shown = most; shown > 1; shown -= 1) {
    const text = names.slice(0, shown).join(", ") + moreThan(shown, names);
    if (widthOf(text) <= room) return text;
  }
  const [first = ""] = names;
  if (names.length < 2) return fitPath(first, room);
  const name = fitPath(first, room - moreThan(1, names).length);
  const isCut = name === "" || (name !== first && !name.startsWith("…/"));
  return isCut ? fit(countFiles(names.length), room) : name + moreThan(1, names);
}

function moreThan(shown: number, names: readonly string[]): string {
  return shown < names.length ? `, ${names.length - shown} more` : "";
}
