/** The share of lines that a renamed file has in common with its former content. */
const ALIKE = 0.5;

/**
 * The content from which a file may have been made, by its place among some: half of the lines of the longer one are
 * equal.
 */
export function mostAlikeOf(content: Buffer, others: readonly Buffer[]): number | undefined {
  const lines = linesOf(content);
  const shares = others.map((other) => shareOf(lines, linesOf(other)));
  const best = Math.max(...shares);
  return best >= ALIKE ? shares.indexOf(best) : undefined;
}

/** A content as lines, each with its line end, a byte a character. */
export function linesOf(content: Buffer): string[] {
  return content.toString("latin1").match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The number of lines that two contents have in common, whatever their order, as a share of the longer one's. */
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
