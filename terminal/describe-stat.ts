import { printable } from "../kit/printable.ts";
import type { FileChange } from "../shadow-repo/journal/checkpoint.ts";
import type { Display } from "./display.ts";
import { sumLines } from "./line-counts.ts";
import { PLAIN } from "./style.ts";
import { fitPath, pad, widthOf } from "./text-width.ts";

/** Signs of the longest bar, and the least that a name gets on a narrow display. */
const BAR = 40;
const NAME = 12;
const SIGNS = { added: "A", modified: "M", deleted: "D", mode: "m" } as const;

/**
 * Changed files with a bar of plus and minus signs each, and the sums below; as wide as needed where no display is
 * given.
 */
export function describeStat(
  files: readonly FileChange[],
  { columns, style }: Pick<Display, "columns" | "style"> = { columns: Infinity, style: PLAIN },
): string {
  if (files.length === 0) return "Nothing has changed.\n";
  const counts = files.map(countOf);
  const count = counts.reduce((most, text) => Math.max(most, text.length), 0);
  const isFree = columns === Infinity;
  const measure = isFree ? (text: string) => text.length : widthOf;
  const longest = files.reduce((most, { path }) => Math.max(most, measure(printable(path))), 0);
  // A name gets what it needs, as long as the bar keeps a third.
  const room = columns - 8 - count; // a bar of both signs may be rounded up twice
  const width = Math.min(longest, Math.max(NAME, Math.floor((room * 2) / 3)));
  const bar = Math.max(4, Math.min(BAR, room - width));
  const most = files.reduce((sum, file) => Math.max(sum, linesOf(file)), 0);
  const rows = files.map((file, at) => {
    const { plus, minus } = barOf(file, Math.min(1, bar / most));
    const signs = plus + minus === "" ? "" : ` ${style.green(plus)}${style.red(minus)}`;
    const number = isFree ? counts[at]! : counts[at]!.padStart(count);
    return (
      ` ${SIGNS[file.status]} ` +
      `${isFree ? printable(file.path).padEnd(width) : pad(fitPath(printable(file.path), width), width)} ` +
      `| ${number}${signs}`
    );
  });
  const [additions, deletions] = sumLines(files);
  const total =
    `${files.length} ${files.length === 1 ? "file" : "files"} ` +
    `changed, ${additions} ${additions === 1 ? "line" : "lines"} added, ${deletions} deleted`;
  return `${rows.join("\n")}\n ${total}\n`;
}

function linesOf({ additions = 0, deletions = 0 }: FileChange): number {
  return additions + deletions;
}

function countOf(file: FileChange): string {
  return file.additions === undefined ? "binary" : String(linesOf(file));
}

function barOf({ additions, deletions }: FileChange, scale: number): { plus: string; minus: string } {
  const signs = (count: number | undefined, sign: string) =>
    sign.repeat(count ? Math.max(1, Math.round(count * scale)) : 0);
  return { plus: signs(additions, "+"), minus: signs(deletions, "-") };
}
