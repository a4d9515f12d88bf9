import { describe, expect, test } from "vitest";

import {
  NOTHING_RESTORED,
  type RestoreResult,
  type UndoneStep,
} from "../../../shadow-repo/restore/operation/restore-result.ts";
import type { FileChange } from "../../../shadow-repo/journal/checkpoint.ts";
import { describeRestore, sumChanges } from "../../../terminal/describe-restore.ts";

const STEP: UndoneStep = { id: "12ab", session_id: null, scope: "turn", created_at: "2026-01-10T12:00:00Z" };
const CHANGE: FileChange = { path: "a", status: "modified" };
const said = (more: Partial<RestoreResult>, when: "preview" | "done", step: Partial<UndoneStep> = {}) =>
  describeRestore(
    { ...NOTHING_RESTORED, files: 1, changes: [CHANGE], undone: [{ ...STEP, ...step }], ...more },
    when,
  ).split("\n");

describe("the first line of an undo", () => {
  test.each([
    ["preview", false, false, "Would take back turn 12ab of "],
    ["preview", false, true, "Would redo turn 12ab of "],
    ["done", true, false, "Took back turn 12ab of "],
    ["done", true, true, "Redid turn 12ab of "],
    ["done", false, false, "Did not take back turn 12ab of "],
    ["done", false, true, "Did not redo turn 12ab of "],
  ] as const)("says what was done: %s, restored %s, redo %s", (when, restored, isRedo, begins) => {
    expect(said({ restored, ...(isRedo && { isRedo }) }, when)[0]).toMatch(new RegExp(`^${begins}`));
  });

  test.each([
    [{ scope: "tool" }, /^Would take back call 12ab of /],
    [{ open: true }, /^Would take back turn 12ab, which has not ended$/],
    [{ agent: "codex", session_id: "s" }, /, codex, session s$/],
    [{ title: "tidy", command: "ls" }, /: tidy$/],
    [{ command: "ls" }, /: ls$/],
  ] as const)("names the step by all that is known of it: %j", (step, line) => {
    expect(said({}, "preview", step)[0]).toMatch(line);
  });
});

test.each([
  ["preview", "undo", undefined],
  ["done", undefined, undefined],
  ["done", "redo", "The state before this is kept. To bring it back: snapveil redo"],
] as const)("the way back from a restore is told once it was done: %s, %s", (when, wayBack, hint) => {
  const lines = said({ restored: true, ...(wayBack !== undefined && { wayBack }) }, when);
  expect(lines.find((line) => line.includes("The state before"))).toBe(hint);
});

test("of nothing that was put back the reasons are told all the same", () => {
  const skipped = [{ path: "big", why: "lost" }];
  const nothing = { files: 0, changes: [], undone: [], skipped };
  expect(said(nothing, "done")).toEqual(["Nothing was put back.", "  - left alone: big: lost", ""]);
  expect(said(nothing, "preview")[0]).toBe("Nothing would be put back:");
  expect(said({ ...nothing, skipped: [], notes: ["HEAD moved."] }, "done")).toEqual([
    "There is nothing to put back.",
    "  ! HEAD moved.",
    "",
  ]);
});

describe("the first line of a restore", () => {
  const WANTED = { id: "12ab", session_id: "s", created_at: STEP.created_at, title: "tidy" };
  test.each([
    [
      { kind: "turn", side: "before" },
      "preview",
      false,
      /^Would go back to the state before turn 12ab of .+, session s: tidy$/,
    ],
    [{ kind: "undo", side: "after" }, "done", true, /^Went back to the state after undo 12ab of /],
    [{ kind: "manual" }, "done", false, /^Did not go back to the state of checkpoint 12ab of /],
  ] as const)("names the state: %j", (wanted, when, restored, line) => {
    expect(said({ restored, undone: [], wanted: { ...WANTED, ...wanted } }, when)[0]).toMatch(line);
  });

  test("of an operation that died says so", () => {
    expect(said({ undone: [], recovers: "Undo 12ab died." }, "preview").slice(0, 2)).toEqual([
      "Undo 12ab died.",
      "Would put back 1 file:",
    ]);
  });
});

test("the preview of an undo that leaves every file does not say that the turn counts as undone", () => {
  const left = { files: 0, changes: [], skipped: [{ path: "a", why: "no call changed it" }] };
  expect(said({ ...left, complete: false }, "preview")[0]).toMatch(/^Would not take back turn 12ab/);
  expect(said({ ...left, complete: true }, "preview")[0]).toMatch(/^Would count as undone: turn 12ab/);
});

test("files that were as asked for already are named", () => {
  expect(said({ files: 2, already: ["b"], undone: [] }, "done")[0]).toBe(
    "Put back 1 file; 1 more is as asked for already (b).",
  );
  expect(said({ files: 3, already: ["b"], undone: [] }, "done")[0]).toBe(
    "Put back 1 file; 2 more are as asked for already.",
  );
});

test("the sum of changes counts each kind by itself", () => {
  const all = ["deleted", "added", "mode", "modified", "added"] as const;
  expect(sumChanges(all.map((status, at) => ({ path: String(at), status })))).toBe(
    "2 created, 1 overwritten, 1 with another mode, 1 deleted",
  );
});
