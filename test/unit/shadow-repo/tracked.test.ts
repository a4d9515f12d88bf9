import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { allTracked, isTracked, noteTracked, trackedAround } from "../../../shadow-repo/tracked.ts";
import { makeWorld } from "./world.ts";

test("a folder is recorded from its first whole state on, for all that lies in it", () => {
  const { data, io, root } = makeWorld("mkdir -p notes/sub");
  const notes = join(root, "notes");
  expect(trackedAround(data, notes)).toBeUndefined();
  noteTracked(io, data, { root: notes, state: "begun" });
  expect(trackedAround(data, join(notes, "sub"))).toBeUndefined();
  expect(isTracked(data, notes)).toBe(true); // so that prune keeps what is on its way
  noteTracked(io, data, { root: notes, state: "done" });
  symlinkSync(notes, join(root, "link"));
  for (const folder of [notes, join(notes, "sub"), join(root, "link/sub")])
    expect(trackedAround(data, folder)?.root).toBe(notes);
  expect(trackedAround(data, root)).toBeUndefined();
  expect(allTracked(data)).toEqual([{ root: notes, state: "done" }]);
});

test("a folder around a worktree has no say in it, and one that is begun hides none around it", () => {
  const { data, io, root } = makeWorld("true");
  const inner = join(root, "inner/repository");
  mkdirSync(inner, { recursive: true });
  noteTracked(io, data, { root, state: "done" });
  noteTracked(io, data, { root: join(root, "inner"), state: "begun" });
  expect(trackedAround(data, inner)?.root).toBe(root);
  expect(trackedAround(data, inner, inner)).toBeUndefined();
});
