import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { KeptPlan } from "../../../../shadow-repo/restore/kept/kept-plan.ts";
import { putAllKept } from "../../../../shadow-repo/restore/kept/put-kept.ts";
import { placeOf } from "../../../../shadow-repo/place.ts";
import { makeWorld } from "../world.ts";

/** Puts folders back, each given by its path and permissions, in this order. */
function putFolders(root: string, place: ReturnType<typeof placeOf>, ...folders: readonly [string, number][]) {
  const ready = folders.map(([path, mode]) => ({ file: { path, mode, isFolder: true }, step: "1" }));
  const { done, left } = putAllKept(place, { ready } as unknown as KeptPlan, "op", new Set());
  const modes = folders.map(([path]) => (statSync(join(root, path)).mode & 0o7777).toString(8));
  return { done: done.map(({ file }) => file.path), left, modes };
}

test("outer folders are made first, and get their permissions last, in whatever order they went", () => {
  const { io, root } = makeWorld();
  const put = putFolders(root, placeOf(io, root), ["a/b/c/", 0o750], ["a/", 0o500], ["a/b/", 0o2770]);
  expect(put).toEqual({ done: ["a/", "a/b/", "a/b/c/"], left: [], modes: ["750", "500", "2770"] });
});

test("a folder in whose place or above which something else is stays away, and the others come", () => {
  const { io, root } = makeWorld();
  writeFileSync(join(root, "file"), "");
  writeFileSync(join(root, "way"), "");
  mkdirSync(join(root, "there"));
  const ready = ["file/", "way/x/", "there/", "z/"].map((path) => ({ file: { path, mode: 0o700, isFolder: true } }));
  const { done, left } = putAllKept(placeOf(io, root), { ready } as unknown as KeptPlan, "op", new Set());
  expect(done.map(({ file }) => file.path)).toEqual(["there/", "z/"]);
  expect(left).toEqual([
    { path: "file/", why: "something else is in its place by now" },
    { path: "way/x/", why: "a folder above it is something else by now" },
  ]);
});
