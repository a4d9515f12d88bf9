import { expect, test } from "vitest";

import { parseCount, parseNumber, parseSince, parseSpan } from "../../../bin/commands/option-values.ts";

const NOW = new Date("2026-03-01T12:00:00Z");

test.each([
  ["90s", 90_000],
  ["2m", 120_000],
  ["1h30m", 5_400_000],
  ["1d2h3m4s", 93_784_000],
  ["366d", 31_622_400_000],
  ["367d", undefined],
  ["0s", undefined],
  ["1", undefined],
  ["-1h", undefined],
  ["1h 30m", undefined],
  ["1.5h", undefined],
  ["1s1s1s1s1s", undefined],
])("the time %j is %j milliseconds", (text, milliseconds) => {
  expect(parseSpan(text)).toBe(milliseconds);
});

test.each([
  ["1h", "2026-03-01T11:00:00.000Z"],
  ["2026-02-01", "2026-02-01T00:00:00.000Z"],
  ["2026-02-01T08:00:00Z", "2026-02-01T08:00:00.000Z"],
  ["2026-02-01t08:00:00.5+02:00", "2026-02-01T06:00:00.500Z"],
])("the moment %j is %s", (text, moment) => {
  expect(parseSince(text, NOW).toISOString()).toBe(moment);
});

test.each(["yesterday", "2026-02-01T08:00:00", "2026-13-01", "1", "2026", "367d"])("%j is no moment", (text) => {
  expect(() => parseSince(text, NOW)).toThrow("neither a time");
});

test("a number is a whole one, and a count is above zero", () => {
  expect(["7", "-7", "+7"].map(parseNumber)).toEqual([7, -7, 7]);
  for (const text of ["", "1.5", "1e3", "0x10", "7 "]) expect(() => parseNumber(text)).toThrow("whole number");
  expect(parseCount("1")).toBe(1);
  for (const text of ["0", "-1"]) expect(() => parseCount(text)).toThrow("above zero");
});
