import { printable } from "../kit/printable.ts";
import type { FileChange } from "../shadow-repo/journal/checkpoint.ts";
import { PLAIN, type Display } from "./display.ts";
import { countFiles } from "./in-words.ts";
import { sumLines } from "./line-counts.ts";
import { fitPath, pad, widest } from "./text-width.ts";

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
  const names = files.map(({ path }) => printable(path));
  const counts = files.map((file) => (file.additions === undefined ? "binary" : String(linesOf(file))));
  const count = widest(counts);
  // A name gets what it needs, as long as the bar keeps a third.
  const room = columns - 8 - count; // a bar of both signs may be rounded up twice
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
  const [additions, deletions] = sumLines(files);
  const total = `${additions} ${additions === 1 ? "line" : "lines"} added, ${deletions} deleted`;
  return `${rows.join("\n")}\n ${countFiles(files.length)} changed, ${total}\n`;
}

function linesOf({ additions = 0, deletions = 0 }: FileChange): number {
  return additions + deletions;
}
