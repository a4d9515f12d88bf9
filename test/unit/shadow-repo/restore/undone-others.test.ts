import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../world.ts";

const SETUP = "git init -q .; printf 0 > base";
const ONE = { sessionId: "one" };
const TWO = { sessionId: "two" };

/** One session's file by a call, or by a turn without calls, during the turn of another session with a call. */
const overlapping = async (world: World, isByCall: boolean) => {
  await world.hook("turn_start", TWO);
  await world.call("two", "printf 2 > two.txt", TWO);
  if (isByCall) await world.call("one", "printf 1 > one.txt", ONE);
  else await world.turn("printf 1 > one.txt", ONE);
  await world.hook("turn_end", TWO);
};
const listed = async (world: World) =>
  (await listCheckpoints(world.io, world.root, { session: "two" })).checkpoints.map(({ scope, files }) =>
    [scope, ...files.map(({ path }) => path)].join(" "),
  );

test.each([true, false])(
  "a file of another session that was undone is not the turn's, by call: %s",
  async (isByCall) => {
    const world = makeWorld(SETUP);
    await overlapping(world, isByCall);
    expect(await listed(world)).toEqual(["tool two.txt", "turn two.txt"]);
    await undo(world.io, world.root, { session: "one" });
    expect(world.files("one.txt", "two.txt")).toBe("- 2");
    expect(await listed(world)).toEqual(["tool two.txt", "turn two.txt"]);
    world.sh("printf mine > one.txt");
    expect(await undo(world.io, world.root, { session: "two" })).toMatchObject({
      restored: true,
      complete: true,
      files: 1,
      skipped: [],
      conflicts: [],
    });
    expect(world.files("one.txt", "two.txt")).toBe("mine -");
  },
);

test("a redo makes the file the other session's again", async () => {
  const world = makeWorld(SETUP);
  await overlapping(world, true);
  await undo(world.io, world.root, { session: "one" });
  await redo(world.io, world.root);
  const { skipped } = await undo(world.io, world.root, { session: "two" });
  expect(skipped.map(({ path }) => path)).toEqual(["one.txt"]);
  expect(world.files("one.txt", "two.txt")).toBe("1 -");
});

test("one file of the other session's call that was undone alone is not the turn's either", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start", TWO);
  await world.call("two", "printf 2 > two.txt", TWO);
  await world.call("one", "printf 1 > one.txt; printf 1 > more.txt", ONE);
  await world.hook("turn_end", TWO);
  await undo(world.io, world.root, { session: "one", paths: ["one.txt"] });
  expect(await listed(world)).toEqual(["tool two.txt", "turn two.txt"]);
});
