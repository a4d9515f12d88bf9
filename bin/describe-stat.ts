import type { FileChange } from "../shadow-repo/checkpoint.ts";
import { printable } from "../kit/printable.ts";

/** Signs of the longest bar. */
const BAR = 40;
const SIGNS = { added: "A", modified: "M", deleted: "D", mode: "m" } as const;

/** Changed files with a bar of plus and minus signs each, and the sums below. */
export function describeStat(files: readonly FileChange[]): string {
  if (files.length === 0) return "Nothing has changed.\n";
  const width = Math.max(...files.map(({ path }) => printable(path).length));
  const most = Math.max(...files.map(linesOf));
  const rows = files.map((file) => ` ${SIGNS[file.status]} ${printable(file.path).padEnd(width)} | ${countOf(file)}`.concat(barOf(file, most)));
  const sum = (key: "additions" | "deletions") => files.reduce((total, file) => total + (file[key] ?? 0), 0);
  const total = `${files.length} ${files.length === 1 ? "file" : "files"} changed, ${sum("additions")} lines added, ${sum("deletions")} deleted`;
  return `${rows.join("\n")}\n ${total}\n`;
}

function linesOf({ additions = 0, deletions = 0 }: FileChange): number {
  return additions + deletions;
}

function countOf(file: FileChange): string {
  return file.additions === undefined ? "binary" : String(linesOf(file));
}

function barOf(file: FileChange, most: number): string {
  const scale = Math.min(1, BAR / most);
  const signs = (count: number | undefined, sign: string) => sign.repeat(count ? Math.max(1, Math.round(count * scale)) : 0);
  const bar = signs(file.additions, "+") + signs(file.deletions, "-");
  return bar === "" ? "" : ` ${bar}`;
}
