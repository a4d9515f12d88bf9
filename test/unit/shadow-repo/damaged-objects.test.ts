import { existsSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { setObjectsAside } from "../../../shadow-repo/damaged-objects.ts";
import { findPlace } from "../../../shadow-repo/place.ts";
import { COMMITTED, makeWorld } from "./world.ts";

test.each([
  ["pack-1", true],
  [".tmp-77-pack-1", false],
  ["tmp_pack_1", false],
])("%s, whose index names another checksum, is set aside: %s", async (name, isMoved) => {
  const world = makeWorld(COMMITTED);
  await world.turn("echo 1 > a");
  const place = findPlace(world.io, world.root)!;
  const files = ["idx", "pack"].map((ending) => `${place.shadow}/objects/pack/${name}.${ending}`);
  for (const file of files) writeFileSync(file, file.padEnd(100, "."));
  writeFileSync(files[0]!, "x".repeat(100));
  expect(setObjectsAside(world.io, place, "at a glance")).toBe(isMoved);
  expect(files.map((file) => existsSync(file))).toEqual([!isMoved, !isMoved]);
});
