/** The lines of a hunk before and after the change, counted from 1. */
export interface HunkHead {
  readonly before: LineRun;
  readonly after: LineRun;
}

interface LineRun {
  readonly start: number;
  readonly count: number;
}

/**
 * Parses the first hunk header (`@@ -3 +3,2 @@`) of a text; `undefined` if the text has none. Where git leaves out a
 * number of lines, the number is 1.
 */
export function hunkHead(text: string): HunkHead | undefined {
  const found = /(?:^|\n)@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
  if (!found) return undefined;
  const run = (start: string, count = "1") => ({ start: Number(start), count: Number(count) });
  return { before: run(found[1]!, found[2]), after: run(found[3]!, found[4]) };
}
