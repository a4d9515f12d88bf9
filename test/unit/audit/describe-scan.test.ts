import { expect, test } from "vitest";

import { describeScan } from "../../../audit/reporters/reporter.ts";

const REPORT = { findings: [], remembered: 0, binaries: 0, known: 0, allowed: 0 };
const said = (sources: number, more: object = {}) =>
  describeScan({ ...REPORT, scanned: { sources, bytes: sources }, ...more } as never);

test("a search without any text does not say that it found no secrets", () => {
  expect(said(0)).toBe("Nothing was searched: there was no text.");
  expect(said(1)).toMatch(/^No secrets found; 1 text searched/);
  expect(said(0, { remembered: 1 })).toMatch(/^No secrets found; .*1 object known to be clean/);
});
