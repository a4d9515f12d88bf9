/** The least share of common lines with which one content is taken for a changed copy of another. */
const ALIKE = 0.5;

/**
 * The index in `others` of the content that has the most lines in common with `content`; `undefined` if the common
 * lines are never at least half of the lines of the longer of the two contents.
 */
export function mostAlikeOf(content: Buffer, others: readonly Buffer[]): number | undefined {
  const lines = linesOf(content);
  const shares = others.map((other) => shareOf(lines, linesOf(other)));
  const best = Math.max(...shares);
  return best >= ALIKE ? shares.indexOf(best) : undefined;
}

/** Splits a content into lines, each with its line end; a byte becomes a character (latin1). */
export function linesOf(content: Buffer): string[] {
  return content.toString("latin1").match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The number of lines that two contents have in common, in any order, divided by the line count of the longer one. */
function shareOf(lines: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of lines) {
    const count = left.get(line) ?? 0;
    if (count > 0) common += 1;
    left.set(line, count - 1);
  }
  return common / Math.max(1, lines.length, others.length);
}
