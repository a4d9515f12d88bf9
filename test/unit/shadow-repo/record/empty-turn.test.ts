import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { listSteps } from "../../../../shadow-repo/look/list-steps.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld } from "../world.ts";

/** A world with a turn that edits a file, and a turn that edits it and takes that back by a second call. */
async function worldWithEmptyTurn() {
  const world = makeWorld();
  await world.turn("printf one > base.txt");
  await world.hook("turn_start");
  await world.call("b1", "printf two > base.txt");
  await world.call("b2", "printf one > base.txt");
  await world.hook("turn_end");
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  return { world, checkpoints };
}

test("a turn whose calls change nothing together stays as a row, with its calls", async () => {
  const { checkpoints } = await worldWithEmptyTurn();
  const turns = checkpoints.filter(({ scope }) => scope === "turn");
  expect(turns.map(({ files }) => files.length)).toEqual([1, 0]);
  expect(checkpoints.filter(({ turn }) => turn === turns[1]!.id)).toHaveLength(2);
});

test("an undo goes past it, and does not stop in its middle", async () => {
  const { world, checkpoints } = await worldWithEmptyTurn();
  const first = checkpoints.find(({ scope }) => scope === "turn");
  const steps = await listSteps(world.io, world.root);
  expect(steps.checkpoints.map(({ id }) => id)).toEqual([first!.id]);
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, undone: [{ id: first!.id }] });
  expect(world.files("base.txt")).toBe("alpha");
});

test("a call in it is taken back by its own id", async () => {
  const { world, checkpoints } = await worldWithEmptyTurn();
  const last = checkpoints.findLast(({ scope }) => scope === "tool")!;
  expect(await undo(world.io, world.root, { step: last.id })).toMatchObject({ restored: true });
  expect(world.files("base.txt")).toBe("two");
});

test("a turn whose calls changed nothing at all is no row", async () => {
  const world = makeWorld();
  await world.hook("turn_start");
  await world.call("c", "true");
  await world.hook("turn_end");
  expect((await listCheckpoints(world.io, world.root)).checkpoints).toEqual([]);
});
