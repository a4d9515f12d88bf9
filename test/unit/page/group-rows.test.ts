import { expect, test } from "vitest";

import { groupRows, type Line } from "../../../page/timeline/group-rows.ts";
import type { HistoryRow } from "../../../web/ui/api.ts";

const row = (id: string, session: string | null, scope: HistoryRow["scope"], turn?: string): HistoryRow => ({
  id,
  session,
  scope,
  at: "2026-01-01T00:00:00Z",
  ...(turn !== undefined && { turn }),
});
const drawn = (lines: readonly Line[]) =>
  lines.map(({ level, row, session, children }) => `${" ".repeat(level - 1)}${row?.id ?? `${session}:${children}`}`);

const ROWS = [
  row("c1", "s", "tool", "t1"),
  row("c2", "s", "tool", "t1"),
  row("t1", "s", "turn"),
  row("mark", null, "manual"),
  row("c3", "s", "tool", "t2"),
  row("x", "other", "turn"),
  row("c4", "s", "tool", "t9"),
];

test("calls stand below their turn, newest first; a call whose turn is no checkpoint stands for itself", () => {
  expect(drawn(groupRows(ROWS, new Set()).lines)).toEqual([
    "s:1",
    " c4",
    "other:1",
    " x",
    "s:3",
    " c3",
    " mark",
    " t1",
    "  c2",
    "  c1",
  ]);
});

test("a turn stands for its calls among the checkpoints", () => {
  expect(groupRows(ROWS, new Set()).checkpoints.map(({ id }) => id)).toEqual(["t1", "mark", "c3", "x", "c4"]);
});

test("what is closed hides what is below it, and stays closed when something new comes", () => {
  const key = groupRows(ROWS, new Set()).lines.find(({ row }) => row?.id === "t1")!.parent!;
  expect(drawn(groupRows(ROWS, new Set(["t1"])).lines).slice(-4)).toEqual(["s:3", " c3", " mark", " t1"]);
  expect(drawn(groupRows(ROWS, new Set([key])).lines)).toEqual(["s:1", " c4", "other:1", " x", "s:3"]);
  expect(drawn(groupRows([...ROWS, row("c5", "s", "tool")], new Set([key])).lines)).toEqual([
    "s:2",
    " c5",
    " c4",
    "other:1",
    " x",
    "s:3",
  ]);
});

test("a call that fits the filter is shown without its turn that does not", () => {
  expect(
    drawn(
      groupRows(
        ROWS.filter(({ id }) => id === "c2"),
        new Set(),
      ).lines,
    ),
  ).toEqual(["s:1", " c2"]);
});

test("every line says its place among its siblings", () => {
  const lines = groupRows(ROWS, new Set()).lines;
  expect(lines.map(({ position, siblings }) => `${position}/${siblings}`)).toEqual([
    "1/3",
    "1/1",
    "2/3",
    "1/1",
    "3/3",
    "1/3",
    "2/3",
    "3/3",
    "1/2",
    "2/2",
  ]);
});
