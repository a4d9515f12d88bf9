import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { COMMITTED, makeWorld } from "../world.ts";

test("a list of the newest turns reads the files of these alone", async () => {
  const world = makeWorld(COMMITTED);
  await world.turn("echo one > one.txt");
  await world.turn("echo two > two.txt");
  const { checkpoints } = await listCheckpoints(world.io, world.root, { newestSteps: 1 });
  const turns = checkpoints.filter(({ scope }) => scope === "turn");
  expect(turns.map(({ files }) => files.map(({ path }) => path))).toEqual([[], ["two.txt"]]);
});

test("a list of no turn's files reads no file at all", async () => {
  const world = makeWorld(COMMITTED);
  await world.turn("echo one > one.txt");
  const { checkpoints } = await listCheckpoints(world.io, world.root, { newestSteps: 0 });
  expect(checkpoints.flatMap(({ files }) => files)).toEqual([]);
  expect(checkpoints.length).toBeGreaterThan(0);
});

test.each([
  ["paths", { path: "two.txt", status: "modified" }],
  ["lines", { path: "two.txt", status: "modified", additions: 1, deletions: 1 }],
  ["sizes", { path: "two.txt", status: "modified", additions: 1, deletions: 1, size: 4 }],
  [undefined, { path: "two.txt", status: "modified", additions: 1, deletions: 1, size: 4 }],
] as const)("a list tells of each file as much as is asked for: %s", async (detail, file) => {
  const world = makeWorld(`${COMMITTED} && echo 1 > two.txt`);
  await world.turn("echo two > two.txt");
  const { checkpoints } = await listCheckpoints(world.io, world.root, detail === undefined ? {} : { detail });
  expect(checkpoints.filter(({ scope }) => scope === "turn").map(({ files }) => files)).toEqual([[file]]);
});
