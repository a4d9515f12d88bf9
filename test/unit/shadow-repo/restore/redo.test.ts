import { describe, expect, test } from "vitest";

import { stepsOf, type StoredCheckpoint } from "../../../../shadow-repo/journal/history.ts";
import { readHistory } from "../../../../shadow-repo/journal/replay.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld } from "../world.ts";

describe("a redo of what a newer step made again", () => {
  const madeAgain = async () => {
    const world = makeWorld();
    await world.turn("printf two > base.txt");
    await undo(world.io, world.root);
    await world.turn("printf two > base.txt");
    return world;
  };

  test.each([true, false])("finds nothing to redo (dry run: %s) and records nothing", async (dryRun) => {
    const world = await madeAgain();
    const { operations } = readHistory(world.shadow());
    expect(await redo(world.io, world.root, { dryRun })).toMatchObject({
      restored: false,
      complete: true,
      isRedo: true,
      undone: [],
      files: 0,
    });
    expect(readHistory(world.shadow()).operations).toEqual(operations);
  });

  test("leaves the newest step to undo", async () => {
    const world = await madeAgain();
    await redo(world.io, world.root);
    expect((await undo(world.io, world.root)).restored).toBe(true);
    expect(world.files("base.txt")).toBe("alpha");
  });

  test("goes on to an older undo that has a change", async () => {
    const world = makeWorld();
    await world.turn("printf two > base.txt");
    await world.turn("printf new > new.txt");
    await undo(world.io, world.root);
    await undo(world.io, world.root);
    await world.turn("printf two > base.txt");
    expect(await redo(world.io, world.root)).toMatchObject({ restored: true, changes: [{ path: "new.txt" }] });
    expect(world.files("base.txt", "new.txt")).toBe("two new");
  });
});

test("a restore row without a change is no step, but a call without one is", () => {
  const one = (scope: StoredCheckpoint["scope"]) => ({ id: scope, scope, before: "1", after: "1", order: 0 });
  const live = [one("restore"), one("turn"), one("tool")] as unknown as StoredCheckpoint[];
  expect(stepsOf(live).map(([step]) => step!.id)).toEqual(["tool"]);
});
