import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { expect, test } from "vitest";

import { createShadow } from "../../../../shadow-repo/create-shadow.ts";
import type { SnapshotEngine } from "../../../../shadow-repo/engine.ts";
import jsEngine from "../../../../shadow-repo/js/js-engine.ts";
import { forgetStatCache, readStatCache, writeStatCache } from "../../../../shadow-repo/js/stat-cache.ts";
import { placeOf } from "../../../../shadow-repo/place.ts";
import { snapshotNow } from "../../../../shadow-repo/record/snapshot-now.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

const ALL = { prefix: "", maxFileSize: 1e6 };

function engineIn(world: World): { engine: SnapshotEngine; shadow: string } {
  const place = placeOf(world.io, world.root);
  createShadow(world.io, place);
  return { engine: jsEngine(world.io, place), shadow: place.shadow };
}

/** The tree that git makes of the present files. */
function treeByGit(world: World): string {
  return world.sh("export GIT_INDEX_FILE=../judge; git read-tree --empty; git add -A; git write-tree").trim();
}

test("a file that is as young as the cache is read once more, and then no more", async () => {
  const world = makeWorld(COMMITTED);
  const { engine, shadow } = engineIn(world);
  const file = join(world.root, "new");
  writeFileSync(file, "one");
  const soon = Date.now() / 1000 + 60;
  utimesSync(file, soon, soon);
  await engine.capture(ALL);
  expect(readStatCache(shadow, new Date())?.get("new")?.stat).toBe("");
  utimesSync(file, 1, 1);
  await setTimeout(1100);
  await engine.capture(ALL);
  expect(readStatCache(shadow, new Date())?.get("new")?.stat).toMatch(/^3 /);
  const written = readFileSync(join(shadow, "stat-cache"), "utf8");
  await engine.capture(ALL);
  expect(readFileSync(join(shadow, "stat-cache"), "utf8")).toBe(written);
});

test("a change that keeps size and time is seen", async () => {
  const world = makeWorld(COMMITTED);
  const { engine } = engineIn(world);
  for (const text of ["one", "two", "six"]) {
    writeFileSync(join(world.root, "new"), text);
    utimesSync(join(world.root, "new"), 1_000_000_000, 1_000_000_000);
    expect((await engine.capture(ALL)).tree).toBe(treeByGit(world));
  }
});

test("a cache that a clock of the future wrote vouches for no file", async () => {
  const world = makeWorld(COMMITTED);
  const { engine, shadow } = engineIn(world);
  await setTimeout(1100);
  await engine.capture(ALL);
  const stats = (now: Date) => [...readStatCache(shadow, now)!.values()].map(({ stat }) => stat);
  expect(stats(new Date())).not.toContain("");
  expect(new Set(stats(new Date(Date.now() - 3_600_000)))).toEqual(new Set([""]));
});

test.each(["garbage", "", "[]", '{"files":[["base.txt"]],"began":1}', '{"files":{},"began":1}', '{"files":[]}'])(
  "a cache that is damaged is made anew: %s",
  async (text) => {
    const world = makeWorld(COMMITTED);
    const { engine, shadow } = engineIn(world);
    await engine.capture(ALL);
    writeFileSync(join(shadow, "stat-cache"), text);
    expect(readStatCache(shadow, new Date())).toBeUndefined();
    expect((await engine.capture(ALL)).tree).toBe(treeByGit(world));
    expect(readStatCache(shadow, new Date())?.size).toBeGreaterThan(0);
  },
);

test.each([
  ["is gone", 'rm -rf "$C"'],
  ["is a folder", 'rm -rf "$C"; mkdir -p "$C/x"'],
  ["is a link to nothing", 'ln -sf nowhere "$C"'],
  ["is a pipe", 'rm -rf "$C"; mkfifo "$C"'],
])("where it %s the present is recorded all the same", async (_how, damage) => {
  const world = makeWorld(COMMITTED);
  const io = { ...world.io, env: { ...world.io.env, PATH: "/nowhere" } };
  await snapshotNow(io, world.root);
  world.sh(`C="$SHADOW/stat-cache"; ${damage}; printf 2 > base.txt`);
  await snapshotNow(io, world.root);
  expect(readStatCache(world.shadow(), new Date())?.get("base.txt")?.id).toBe(
    world.sh("git hash-object base.txt").trim(),
  );
});

test("contents that the cache names and no store holds are stored again", async () => {
  const world = makeWorld(`${COMMITTED}; mkdir d; for n in $(seq 100); do printf $n > d/$n; done`);
  const { engine, shadow } = engineIn(world);
  const { tree } = await engine.capture(ALL);
  rmSync(join(shadow, "objects"), { recursive: true });
  createShadow(world.io, placeOf(world.io, world.root));
  expect((await engine.capture(ALL)).tree).toBe(tree);
  expect(world.sh(`git --git-dir='${shadow}' ls-tree -r ${tree} | wc -l`).trim()).not.toBe("0");
  expect(world.sh(`git --git-dir='${shadow}' fsck --connectivity-only ${tree} 2>&1`)).not.toContain("missing");
});

test("that a cache was forgotten is told only if there was one", () => {
  const { home } = makeWorld();
  writeStatCache(home, new Map(), 0, 1);
  expect([forgetStatCache(home), forgetStatCache(home)]).toEqual([true, false]);
});
