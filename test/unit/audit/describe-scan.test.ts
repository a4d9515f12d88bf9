import { expect, test } from "vitest";

import pretty from "../../../audit/reporters/pretty.ts";
import { describeScan } from "../../../audit/reporters/reporter.ts";

const REPORT = { findings: [], remembered: 0, binaries: 0, known: 0, allowed: 0 };
const said = (sources: number, more: object = {}) =>
  describeScan({ ...REPORT, scanned: { sources, bytes: sources }, ...more } as never);

test("a search without any text does not say that it found no secrets", () => {
  expect(said(0)).toBe("Nothing was searched: there was no text.");
  expect(said(1)).toMatch(/^No secrets found; 1 text searched/);
  expect(said(0, { remembered: 1 })).toMatch(/^No secrets found; .*1 object known to be clean/);
});

test("a report for a person shortens paths and wraps sentences, and one for a program does neither", () => {
  const place = { kind: "k", certainty: "certain", hmac: "ab:cd", excerpt: "x", line: 3, column: 7 };
  const findings = [
    { ...place, name: "one/two/three.ts" },
    { ...place, name: "one/two/four.ts", commit: "0123456789abcdef" },
  ];
  const report = { ...REPORT, scanned: { sources: 2, bytes: 2 }, findings } as never;
  const asked: [string, number][] = [];
  const person = {
    columns: 40,
    path: (path: string, columns: number) => (asked.push([path, columns]), "…/short"),
    indented: (sentence: string, indent: number) => `<${indent}>${sentence}`,
  };
  const lines = pretty(report, { version: "1", color: false, person }).split("\n");
  expect(lines[0]).toBe("…/short:3:7  k (certain)");
  expect(lines[2]).toBe("    also …/short:3:7 in commit 0123456789ab");
  expect(lines.filter((line) => line.startsWith("<4>"))).toHaveLength(2);
  // The columns are those that the rest of the line leaves.
  expect(asked).toEqual([
    ["one/two/three.ts", 40 - ":3:7  k (certain)".length],
    ["one/two/four.ts", 16],
  ]);
  expect(pretty(report, { version: "1", color: false })).toMatch(/^one\/two\/three\.ts:3:7 .*\n.*\n {4}also one\/two/);
});
