import type { FileChange } from "../shadow-repo/journal/checkpoint.ts";
import type { Display } from "./display.ts";
import { widest } from "./text-width.ts";

/** Added and removed lines of some files: `[12, 3]`; binary files count none. */
export function sumLines(files: readonly FileChange[]): [additions: number, deletions: number] {
  return files.reduce<[number, number]>(
    ([plus, minus], { additions = 0, deletions = 0 }) => [plus + additions, minus + deletions],
    [0, 0],
  );
}

/** `+12 −3` for each pair, the signs below one another, with colours. A zero is left blank. */
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

/** At most four characters: `999`, `12k`, `3M`. */
function short(count: number): string {
  if (count < 10_000) return String(count);
  return count < 1_000_000 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 1_000_000)}M`;
}
