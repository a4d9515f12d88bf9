import { expect, test } from "vitest";

import { ProgressBoard } from "../../../bin/progress-board.ts";
import { progressLine } from "../../../terminal/progress-line.ts";
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

test("the board shows nothing before the time, nothing when hidden, and hides a line that stands there", () => {
  const worker = new ProgressBoard();
  const thread = new ProgressBoard(worker.shared);
  const seen: [string, number][] = [];
  const draw = (now: number) =>
    thread.draw(now, 500, ({ doing, done }, seconds) => seen.push([`${doing} ${done}`, seconds]));
  worker.begin(80);
  draw(10_000);
  worker.report({ doing: "One", done: 1, total: 9, unit: "files" }, 1000);
  draw(1400);
  expect(seen).toEqual([]);
  expect(worker.hide()).toBe(false);
  worker.report({ doing: "One", done: 2, total: 9, unit: "files" }, 2000);
  draw(2500);
  worker.report({ doing: "Another", done: 3, total: 9, unit: "files" }, 3000);
  draw(3100); // its rate is its own
  expect(seen).toEqual([
    ["One 2", 0.5],
    ["Another 3", 0.1],
  ]);
  expect(worker.hide()).toBe(true);
  expect(worker.hide()).toBe(false);
  draw(9000);
  expect(seen).toHaveLength(2);
});
