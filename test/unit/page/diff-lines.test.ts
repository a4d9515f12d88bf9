import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { diffHunks, sideBySide, type DiffLine } from "../../../page/checkpoint/diff-lines.ts";
import { times } from "../../support/chance.ts";

/** What git writes for two texts. */
function patchOf(before: string, after: string): string {
  const folder = mkdtempSync(join(tmpdir(), "snapveil-diff-"));
  try {
    writeFileSync(join(folder, "a"), before);
    writeFileSync(join(folder, "b"), after);
    return execFileSync("git", ["diff", "--no-index", "--text", "--no-color", "a", "b"], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
    });
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    if (status !== 1) throw error; // 1: they differ
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const textOf = (line: DiffLine) => line.parts.map(({ text }) => text).join("");
const sideOf = (lines: readonly DiffLine[], other: DiffLine["kind"]) =>
  lines
    .filter(({ kind }) => kind !== other)
    .map((line) => textOf(line) + (line.isUnended ? "" : "\n"))
    .join("");

test.each([
  ["what looks like a header", "-- a/x\n@@ -1 +1 @@\ndiff --git a b\n", "++ b/x\n@@ -9,9 +9 @@\n\\ No newline\n"],
  [
    "line ends of all kinds within lines",
    "one\r\ntwo\rthree\u2028four\u0085five\f\n",
    "one\ntwo\rthree\u2028vier\u0085five\f\n",
  ],
  ["no line end on either side", "one\ntwo", "one\nzwei"],
  ["a line end that comes", "one\ntwo", "one\ntwo\n"],
  ["a new file", "", "one\ntwo\n"],
  ["an emptied file", "one\ntwo\n", ""],
])("reads %s", (_what, before, after) => {
  const lines = diffHunks(patchOf(before, after)).flatMap((hunk) => hunk.lines);
  expect(sideOf(lines, "added")).toBe(before);
  expect(sideOf(lines, "removed")).toBe(after);
});

test("both sides of any two short texts come back whole, with their numbers, in both views", () => {
  const text = fc
    .array(fc.constantFrom("a", "b b", "", "const x = 1;", "const y = 2;", "+", "-", "\\", "\t"), { maxLength: 5 })
    .map((lines) => lines.map((line) => `${line}\n`).join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const lines = diffHunks(patchOf(before, after)).flatMap((hunk) => hunk.lines);
      expect(sideOf(lines, "added")).toBe(before);
      expect(sideOf(lines, "removed")).toBe(after);
      expect(lines.flatMap((line) => line.before ?? [])).toEqual(
        before
          .split("\n")
          .slice(0, -1)
          .map((_, at) => at + 1),
      );
      const pairs = sideBySide(lines);
      expect(pairs.flatMap(([left]) => left ?? []).map(textOf)).toEqual(before.split("\n").slice(0, -1));
      expect(pairs.flatMap(([, right]) => right ?? []).map(textOf)).toEqual(after.split("\n").slice(0, -1));
    }),
    { numRuns: times(60) },
  );
});

test("marks what changed within a line, and nothing where two lines have little in common", () => {
  const marked = (before: string, after: string) =>
    diffHunks(patchOf(`${before}\n`, `${after}\n`))
      .flatMap((hunk) => hunk.lines)
      .map((line) => line.parts.filter(({ changed }) => changed).map(({ text }) => text));
  expect(marked("const limit = 10;", "const limit = 25;")).toEqual([["10"], ["25"]]);
  expect(marked("import fs from 'node:fs';", "It was a dark and stormy night.")).toEqual([[], []]);
  expect(marked(`x${"a ".repeat(600)}`, `y${"a ".repeat(600)}`)).toEqual([[], []]); // too long to compare
});

test("blanks alone are passed over where that is wished, as git does with -w", () => {
  const before = "if (a) {\nold();\nsame();\n}\n";
  const after = "if (a) {\n  fresh();\n\tsame( );\n}\n";
  const texts = (space: "shown" | "hidden") =>
    diffHunks(patchOf(before, after), space)
      .flatMap((hunk) => hunk.lines)
      .filter(({ kind }) => kind !== "same")
      .map((line) => `${line.kind} ${line.before ?? ""}${line.after ?? ""} ${textOf(line)}`);
  expect(texts("shown").length).toBe(4);
  expect(texts("hidden")).toEqual(["removed 2 old();", "added 2   fresh();"]);
  expect(diffHunks(patchOf("a\n\tb\n", "a\n    b\n"), "hidden")).toEqual([]);
});

test("with blanks passed over both sides keep their numbers, whatever the texts", () => {
  const text = fc
    .array(fc.constantFrom("a", " a", "a ", "b b", "bb", "", "\t", "c"), { maxLength: 6 })
    .map((lines) => lines.map((line) => `${line}\n`).join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const bare = (line: string) => line.replace(/\s+/g, "");
      for (const line of diffHunks(patchOf(before, after), "hidden").flatMap((hunk) => hunk.lines)) {
        if (line.before !== undefined) expect(bare(before.split("\n")[line.before - 1]!)).toBe(bare(textOf(line)));
        if (line.after !== undefined) expect(after.split("\n")[line.after - 1]).toBe(textOf(line));
      }
    }),
    { numRuns: times(40) },
  );
});
