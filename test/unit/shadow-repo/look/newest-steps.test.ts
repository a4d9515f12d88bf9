import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { COMMITTED, makeWorld } from "../world.ts";

test("a list of the newest turns has their files with line counts and no sizes; a whole list has the sizes", async () => {
  const world = makeWorld(COMMITTED);
  await world.turn("echo one > one.txt");
  await world.turn("echo two > two.txt");
  const filesOf = async (newestSteps?: number) =>
    (await listCheckpoints(world.io, world.root, newestSteps === undefined ? {} : { newestSteps })).checkpoints
      .filter(({ scope }) => scope === "turn")
      .map(({ files }) => files);
  expect(await filesOf(1)).toEqual([[], [{ path: "two.txt", status: "added", additions: 1, deletions: 0 }]]);
  expect((await filesOf()).flat().map(({ size }) => size)).toEqual([4, 4]);
});
