import { expect, test } from "vitest";

import { hintAt, nearestName } from "../../../kit/nearest-name.ts";

const KNOWN = ["add_date", "add_context", "snapshot", "undo"];

test.each([
  ["add_dat", "add_date"],
  ["Add-Date", "add_date"],
  ["snpashot", "snapshot"],
  ["snapxxxt", "snapshot"], // three of eight letters
  ["snapxxxx", undefined],
  ["redo", "undo"], // two of four
  ["rada", undefined],
  ["", undefined],
])("%j may mean %j: at most a third of its letters differ", (name, meant) => {
  expect(nearestName(name, KNOWN)).toBe(meant);
  expect(hintAt(name, KNOWN)).toBe(meant === undefined ? "" : ` (did you mean "${meant}"?)`);
});

test("of two that are as near the first is meant, and the nearer one before it", () => {
  expect(nearestName("log", ["lag", "leg"])).toBe("lag");
  expect(nearestName("logs", ["lags", "lo", "log"])).toBe("lags");
  expect(nearestName("history", ["mystery", "histories", "history2"])).toBe("history2");
});
