/** The lines that a hunk is about on either side; counted from 1. */
export interface HunkHead {
  readonly before: LineRun;
  readonly after: LineRun;
}

interface LineRun {
  readonly start: number;
  readonly count: number;
}

/** Reads the first `@@ -3 +3,2 @@` of a patch, or of a line; a count of one is left out there. */
export function hunkHead(text: string): HunkHead | undefined {
  const found = /(?:^|\n)@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
  if (!found) return undefined;
  const run = (start: string, count = "1") => ({ start: Number(start), count: Number(count) });
  return { before: run(found[1]!, found[2]), after: run(found[3]!, found[4]) };
}
