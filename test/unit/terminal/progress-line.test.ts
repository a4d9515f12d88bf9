import { expect, test } from "vitest";

import { progressDrawer, progressLine } from "../../../terminal/progress-line.ts";
import { widthOf } from "../../../terminal/text-width.ts";

const searching = { doing: "Searching", done: 5e6, total: 20e6, unit: "bytes" } as const;

test("tells what, how much, how fast and how long still", () => {
  expect(progressLine(searching, 1, 100)).toBe(
    "Searching ━━━━━━────────────────── 25 % · 5.0 MB of 20 MB · 5.0 MB/s · 3 s left",
  );
  expect(progressLine({ doing: "Recording files", done: 4500, total: 100_000, unit: "files" }, 2, 100)).toBe(
    "Recording files ━─────────────────────── 4 % · 4500 of 100000 files · 2250/s · 43 s left",
  );
  expect(progressLine({ doing: "Recording files", done: 10, total: 100_000, unit: "files" }, 2, 100)).toMatch(
    / · 334 min left$/,
  );
});

test("says no more than it knows where the whole, or anything at all, is not known", () => {
  expect(progressLine({ ...searching, done: 30e6, total: 0 }, 2, 100)).toBe("Searching · 30 MB · 15 MB/s");
  expect(progressLine({ ...searching, done: 0, total: 0 }, 7.9, 100)).toBe("Searching · 7 s");
  expect(progressLine({ ...searching, done: 0 }, 7.9, 100)).toBe(
    "Searching ──────────────────────── 0 % · 0.0 MB of 20 MB",
  );
});

test.each([80, 60, 40, 20, 5, 1])("is never wider than %i columns", (columns) => {
  for (const seconds of [0, 1, 3000])
    expect(widthOf(progressLine(searching, seconds, columns))).toBeLessThanOrEqual(columns);
});

test("nothing is drawn before the time, each turn has a rate of its own, and a line that stands there goes", () => {
  const seen: string[] = [];
  const drawer = progressDrawer((text) => seen.push(text), 60);
  const report = (doing: string, done: number, now: number) =>
    drawer.report({ doing, done, total: 9, unit: "files" }, now);
  report("One", 1, 1000);
  report("One", 2, 1400);
  drawer.hide();
  expect(seen).toEqual([]);
  report("One", 2, 2000);
  report("One", 4, 2500);
  report("One", 5, 2550); // too soon after the last
  report("Another", 0, 2900);
  report("Another", 3, 3100);
  expect(seen.map((text) => /(\w+) ━*─* .*?(?:(\d+)\/s|$)/.exec(text)?.slice(1))).toEqual([
    ["One", "8"],
    ["Another", undefined],
    ["Another", "15"],
  ]);
  seen.splice(0);
  drawer.hide();
  drawer.hide();
  expect(seen).toEqual(["\r\u001b[K"]);
});
