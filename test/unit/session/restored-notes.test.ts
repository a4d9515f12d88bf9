import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { forgetOldNotes, keepRestoredNote, mayHaveNote, takeRestoredNote } from "../../../session/restored-notes.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const io = () => ({ ...ioWith("", world.env), now: () => new Date() });
const MINE = { session: "s", worktree: "w" };
const keep = (id: string, paths: readonly string[], more = 0, listener = MINE) =>
  keepRestoredNote(io(), listener, {
    side: "before",
    id,
    at: "2026-01-01T00:00:00Z",
    files: paths.map((path) => ({ path, status: "modified" })),
    more,
  });
/** `id:path path+more` for each state. */
const taken = (listener = MINE) =>
  takeRestoredNote(io(), listener).map(
    ({ id, files, more }) => `${id}:${files.map(({ path }) => path).join(" ")}+${more}`,
  );

function rest(days: number): void {
  const time = new Date(Date.now() - days * 24 * 3_600_000);
  const told = join(world.data, "told");
  for (const folder of readdirSync(told))
    for (const name of readdirSync(join(told, folder))) utimesSync(join(told, folder, name), time, time);
}

test.each([
  ["of one restore", () => keep("1", ["a", "b"]), ["1:a b+0"]],
  ["a file under its newest state", () => (keep("1", ["a", "b"]), keep("2", ["b", "c"])), ["1:a+0", "2:b c+0"]],
  ["no state of which nothing is left", () => (keep("1", ["a"]), keep("2", ["a"])), ["2:a+0"]],
  ["a state whose files are too many to be listed", () => (keep("1", ["a"], 9), keep("2", ["a"])), ["1:+9", "2:a+0"]],
])("a session is told once which files were put back: %s", (_, act, told) => {
  act();
  expect(mayHaveNote(world.data, "s")).toBe(true);
  expect(taken()).toEqual(told);
  expect(taken()).toEqual([]);
  expect(mayHaveNote(world.data, "s")).toBe(false);
});

test("a session is told of its own worktree alone", () => {
  keep("1", ["a"]);
  expect([taken({ ...MINE, worktree: "v" }), taken({ ...MINE, session: "t" })]).toEqual([[], []]);
  expect([undefined, "", "t"].map((session) => mayHaveNote(world.data, session))).toEqual([false, false, false]);
  expect(taken()).toEqual(["1:a+0"]);
});

test("of very many files the first hundred are listed, and the others counted", () => {
  const paths = Array.from({ length: 103 }, (_, at) => `f${at}`);
  keep("1", paths, 2);
  expect(taken()).toEqual([`1:${paths.slice(0, 100).join(" ")}+5`]);
});

test("a session that comes back after two weeks is told nothing, and what waits for it goes", () => {
  keep("1", ["a"]);
  rest(15);
  expect(taken()).toEqual([]);
  keep("1", ["a"]);
  rest(13);
  forgetOldNotes(io());
  expect(mayHaveNote(world.data, "s")).toBe(true);
  rest(15);
  forgetOldNotes(io());
  expect(mayHaveNote(world.data, "s")).toBe(false);
});
