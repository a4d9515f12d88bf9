import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld } from "../world.ts";

test("a path that only an older turn changed names that turn, whose path an undo takes back", async () => {
  const world = makeWorld("git init -q .; printf 0 > a; printf 0 > b");
  await world.turn("printf 1 > a");
  const [older] = (await listCheckpoints(world.io, world.root)).checkpoints;
  await world.turn("printf 2 > b");
  const command = `snapveil undo --step ${older!.id} a`;
  await expect(undo(world.io, world.root, { paths: ["a"] })).rejects.toThrow(command);
  expect(world.files("a", "b")).toBe("1 2");
  await undo(world.io, world.root, { step: older!.id, paths: ["a"] });
  expect(world.files("a", "b")).toBe("0 2");
});

test("an undo of two turns at a path names only the turn that changed it, and leaves the other one to undo", async () => {
  const world = makeWorld("git init -q .; printf 0 > a; printf 0 > b");
  await world.turn("printf 1 > a");
  await world.turn("printf 2 > b");
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  for (const dryRun of [true, false]) {
    const { undone } = await undo(world.io, world.root, { count: 2, paths: ["a"], dryRun });
    expect(undone.map(({ id }) => id)).toEqual([checkpoints[0]!.id]);
  }
  expect(world.files("a", "b")).toBe("0 2");
  expect((await undo(world.io, world.root)).undone.map(({ id }) => id)).toEqual([checkpoints[1]!.id]);
});
