import fc from "fast-check";
import { expect, test } from "vitest";

import { LineAuthors } from "../../../../../shadow-repo/look/blame/line-authors.ts";

/** What line-authors.ts compares at once. */
const BLOCK = 4096;
const authorsAfter = (old: string, now: string) => {
  const lines = new LineAuthors();
  return [...lines.carryOver(lines.writtenBy(Buffer.from(old), 0), Buffer.from(now), 1).authors];
};

test.each([
  ["nothing changed", "a\nb\n", "a\nb\n", [0, 0]],
  ["a line in the middle", "a\nb\nc\n", "a\nx\nc\n", [0, 1, 0]],
  ["lines at both ends", "a\nb\n", "x\na\nb\ny\n", [1, 0, 0, 1]],
  ["a line that goes", "a\nb\nc\n", "a\nc\n", [0, 0]],
  ["a line that ends as another begins", "ab\nb\n", "b\nb\n", [1, 0]],
  ["a line that becomes longer at its front", "b\nz\n", "ab\nz\n", [1, 0]],
  ["a line that becomes longer at its end", "a\nb\n", "a\nbc\n", [0, 1]],
  ["a block that moves", "a\nb\nc\nd\n", "c\nd\na\nb\n", [0, 0, 1, 1]],
  ["the last line end is taken away", "a\nb\n", "a\nb", [0, 0]],
  ["a line after a last one without an end", "a\nb", "a\nb\nc\n", [0, 0, 1]],
  ["the same line once more", "a\na\n", "a\na\na\n", [0, 0, 1]],
  ["a block like the one before it", "x\n\na\n}\n", "y\n\na\n}\n\nb\n}\n", [1, 0, 0, 0, 1, 1, 1]],
  ["everything goes", "a\nb\n", "", []],
  ["from nothing", "", "a\n", [1]],
  ["a change behind the first block", `${"-".repeat(BLOCK)}\nb\nc\n`, `${"-".repeat(BLOCK)}\nx\nc\n`, [0, 1, 0]],
])("who wrote each line: %s", (_, old, now, authors) => {
  expect(authorsAfter(old, now)).toEqual(authors);
});

/** The length of the longest common order of lines, by the table that everybody knows. */
function longest(old: readonly string[], now: readonly string[]): number {
  const row = Array.from({ length: now.length + 1 }, () => 0);
  for (const line of old) {
    let diagonal = 0;
    for (const [at, other] of now.entries()) {
      const above = row[at + 1]!;
      row[at + 1] = line === other ? diagonal + 1 : Math.max(above, row[at]!);
      diagonal = above;
    }
  }
  return row.at(-1)!;
}

test("as many lines keep their author as two contents have in common, in their order", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c", "dd", "", "a longer line"), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (old, now) => {
      const [before, after] = [old, now].map((some) => some.map((line) => `${line}\n`).join("")) as [string, string];
      const made = new LineAuthors();
      const first = { ...made.writtenBy(Buffer.from(before), 0), authors: Int32Array.from(old.keys()) };
      const { authors } = made.carryOver(first, Buffer.from(after), -1);
      const kept = [...authors.entries()].filter(([, author]) => author >= 0);
      for (const [line, author] of kept) expect(now[line]).toBe(old[author]);
      const from = kept.map(([, author]) => author);
      expect(from).toEqual(from.toSorted((one, other) => one - other));
      expect(new Set(from).size).toBe(from.length);
      expect(kept.length).toBe(longest(old, now));
    }),
    { numRuns: 500 },
  );
});
