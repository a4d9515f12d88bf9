import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { findPlace, type Place } from "../../../../shadow-repo/place.ts";
import { hasOnlyGrown, lookAtStore, provenStore } from "../../../../shadow-repo/git/object-store.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

/** A store with one object in each of two folders, whose times are minutes ago. */
function makeStore(): { world: World; place: Place; objects: string } {
  const world = makeWorld(COMMITTED);
  const place = findPlace(world.io, world.root)!;
  const objects = join(place.shadow, "objects");
  for (const file of ["11/one", "22/two", "pack/one.pack"]) {
    mkdirSync(join(objects, file, ".."), { recursive: true });
    writeFileSync(join(objects, file), "");
  }
  for (const folder of ["11", "22", "pack", ""]) utimesSync(join(objects, folder), 1_700_000_000, 1_700_000_000);
  return { world, place, objects };
}

/** Puts a file into its place as git does: under another name first. */
function bring(file: string): void {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(`${file}.tmp`, "");
  renameSync(`${file}.tmp`, file);
}

test.skipIf(process.platform === "win32").each([
  ["nothing happens", () => {}, true],
  ["an object comes into a folder", (objects: string) => bring(join(objects, "11/new")), true],
  ["an object comes into a new folder", (objects: string) => bring(join(objects, "33/new")), true],
  ["a pack comes, and packing can remove objects", (objects: string) => bring(join(objects, "pack/new.pack")), false],
  ["a pack goes", (objects: string) => rmSync(join(objects, "pack/one.pack")), false],
  ["a folder goes", (objects: string) => rmSync(join(objects, "11"), { recursive: true }), false],
])("whether the store has only grown when %s", (_, happens, expected) => {
  const { world, place, objects } = makeStore();
  const before = lookAtStore(world.io, place);
  happens(objects);
  expect(hasOnlyGrown(place, before, lookAtStore(world.io, place))).toBe(expected);
});

test.skipIf(process.platform === "win32")("an object that goes from an old folder is no growth", () => {
  const { world, place, objects } = makeStore();
  const before = lookAtStore(world.io, place);
  rmSync(join(objects, "22/two"));
  writeFileSync(join(objects, "11/one"), ""); // what happens elsewhere explains nothing
  utimesSync(join(objects, "22"), 1_700_000_100, 1_700_000_100);
  expect(hasOnlyGrown(place, before, lookAtStore(world.io, place))).toBe(false);
});

test.skipIf(process.platform === "win32")(
  "a store is proven only while it is as it was when a tree was found whole",
  () => {
    const { world, place, objects } = makeStore();
    const { signature } = lookAtStore(world.io, place);
    const known = { tree: "1".repeat(40), store: signature };
    expect(provenStore(world.io, place, known)?.signature).toBe(signature);
    rmSync(join(objects, "22/two"));
    expect(provenStore(world.io, place, known)).toBeUndefined();
  },
);
