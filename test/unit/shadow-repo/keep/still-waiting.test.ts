import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../world.ts";

const IGNORING = "git init -q .; echo data > .gitignore; echo one > data; echo one > a; echo one > b";

const stepsIn = async ({ io, root }: World) => (await listCheckpoints(io, root)).checkpoints.map(({ id }) => id);

test("a kept file that was there again at the undo is put back by a later undo, once it is away", async () => {
  const world = makeWorld(IGNORING);
  await world.turn("rm data; echo two > a");
  world.sh("echo again > data");
  const skipped = [{ path: "data", why: "it is there again" }];
  expect(await undo(world.io, world.root)).toMatchObject({ skipped, complete: false });
  expect([await stepsIn(world), world.files("a", "data")]).toEqual([[expect.anything()], "one again"]);
  world.sh("rm data");
  expect(await undo(world.io, world.root)).toMatchObject({ skipped: [], complete: true });
  expect([await stepsIn(world), world.files("a", "data")]).toEqual([[], "one one"]);
});

test("a kept file that is there again does not bar the way to older turns, and stays on offer by name", async () => {
  const world = makeWorld(IGNORING);
  await world.turn("echo two > b");
  await world.turn("rm data");
  world.sh("echo again > data");
  const skipped = [{ path: "data", why: "it is there again" }];
  expect(await undo(world.io, world.root)).toMatchObject({ changes: [], skipped, complete: false });
  expect(await undo(world.io, world.root, { paths: ["data"] })).toMatchObject({ changes: [], skipped });
  await undo(world.io, world.root);
  expect(world.files("b", "data")).toBe("one again");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: false, skipped, complete: false });
  world.sh("rm data");
  await undo(world.io, world.root);
  expect([await stepsIn(world), world.files("b", "data")]).toEqual([[], "one one"]);
});

test.each([
  ["whose copy is gone", "rm data", 'rm -r "$SHADOW/keep/files"', "its copy is gone"],
  ["that changed once more", "echo two > data", "echo mine > data", "it changed after the turn"],
])("a kept file %s does not keep its turn on offer", async (_what, did, later, why) => {
  const world = makeWorld(IGNORING);
  await world.turn(`${did}; echo two > a`);
  world.sh(later);
  expect(await undo(world.io, world.root, { kept: true })).toMatchObject({ skipped: [{ path: "data", why }] });
  expect(await stepsIn(world)).toEqual([]);
});
