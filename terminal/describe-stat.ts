import { counted, printable } from "../kit/text.ts";
import { changeRows, nameOfRow, type FileChange, type LineCounts } from "../shadow-repo/doors/checkpoint.ts";
import { PLAIN, type Display } from "./display.ts";
import { countFiles } from "./in-words.ts";
import { fitPath, pad, widest } from "./text-width.ts";

/** Widths in columns: of the longest bar (`BAR`), and the least of a file name on a narrow display. */
const BAR = 40;
const NAME = 12;
const SIGNS = { added: "A", modified: "M", deleted: "D", mode: "m", renamed: "R" } as const;

/** Changed files with bars of plus and minus signs, and the sums. Without a display the lines have any width. */
export function describeStat(
  all: readonly FileChange[],
  { columns, style }: Pick<Display, "columns" | "style"> = { columns: Infinity, style: PLAIN },
): string {
  const files = changeRows(all);
  if (files.length === 0) return "Nothing has changed.\n";
  const names = files.map((file) => nameOfRow(file, printable));
  const counts = files.map((file) =>
    file.path.endsWith("/")
      ? "folder"
      : file.kept
        ? "kept"
        : file.additions === undefined
          ? "binary"
          : String(linesOf(file)),
  );
  const count = widest(counts);
  // Names get their full width as long as a third of the line is left for the bar.
  const room = columns - 8 - count; // rounding up both kinds of signs may add two columns
  const width = Math.min(widest(names), Math.max(NAME, Math.floor((room * 2) / 3)));
  const bar = Math.max(4, Math.min(BAR, room - width));
  const most = files.reduce((sum, file) => Math.max(sum, linesOf(file)), 0);
  const signs = (lines: number | undefined, sign: string) =>
    sign.repeat(lines ? Math.max(1, Math.round(lines * Math.min(1, bar / most))) : 0);
  const rows = files.map(({ status, additions, deletions }, at) => {
    const number = columns === Infinity ? counts[at]! : counts[at]!.padStart(count);
    const line = ` ${SIGNS[status]} ${pad(fitPath(names[at]!, width), width)} | ${number}`;
    return `${line} ${style.green(signs(additions, "+"))}${style.red(signs(deletions, "-"))}`.trimEnd();
  });
  const [additions, deletions] = sumLines(all);
  const total = `${counted(additions, "line")} added, ${deletions} deleted`;
  return `${rows.join("\n")}\n ${countFiles(files.length)} changed, ${total}\n`;
}

function linesOf({ additions = 0, deletions = 0 }: Partial<LineCounts>): number {
  return additions + deletions;
}

/** The sums of added and deleted lines. Binary files add nothing. */
export function sumLines(files: readonly FileChange[]): [additions: number, deletions: number] {
  return changeRows(files).reduce<[number, number]>(
    ([plus, minus], { additions = 0, deletions = 0 }) => [plus + additions, minus + deletions],
    [0, 0],
  );
}

/** `+12 −3` for each pair, aligned and coloured. A zero is left blank. */
export function lineCounts(pairs: readonly (readonly [number, number])[], { style }: Pick<Display, "style">): string[] {
  const signed = (sign: string, side: 0 | 1) =>
    pairs.map((pair) => (pair[side] > 0 ? `${sign}${short(pair[side])}` : ""));
  const [added, removed] = [signed("+", 0), signed("−", 1)];
  const [left, right] = [widest(added), widest(removed)];
  const gap = left > 0 && right > 0 ? " " : "";
  const blanks = (text: string, width: number) => " ".repeat(width - text.length);
  return pairs.map((_, at) => {
    const [plus, minus] = [added[at]!, removed[at]!];
    return blanks(plus, left) + style.green(plus) + gap + blanks(minus, right) + style.red(minus);
  });
}

/** A count of lines in at most four characters: `999`, `12k`, `3M`. */
function short(count: number): string {
  if (count < 10_000) return String(count);
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 1_000_000)}M`;
}
