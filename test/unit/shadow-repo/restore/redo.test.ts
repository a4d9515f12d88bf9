import { describe, expect, test } from "vitest";

import { stepsOf, type StoredCheckpoint } from "../../../../shadow-repo/journal/history.ts";
import { readHistory } from "../../../../shadow-repo/journal/replay.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld } from "../world.ts";

describe("a redo of what a newer turn made again", () => {
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

  test("leaves the newest turn to undo", async () => {
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

test.each([1, 2, 3])("a dry run of a redo of %i undos tells what the redo then does", async (count) => {
  const world = makeWorld();
  for (const name of ["a", "b", "c", "d"]) await world.turn(`printf ${name} > ${name}.txt`);
  await undo(world.io, world.root, { count: 2 });
  for (let at = 0; at < 2; at += 1) await undo(world.io, world.root);
  const preview = await redo(world.io, world.root, { count, dryRun: true });
  expect(world.files("a.txt", "b.txt", "c.txt", "d.txt")).toBe("- - - -");
  const done = await redo(world.io, world.root, { count });
  expect(preview).toMatchObject({ files: done.files, changes: done.changes, complete: true });
  expect(new Set(preview.undone)).toEqual(new Set(done.undone));
  expect(world.files("a.txt", "b.txt", "c.txt", "d.txt")).toBe(["a - - -", "a b - -", "a b c d"][count - 1]);
});

test("a restore row without a change is no turn, but a call without one is", () => {
  const one = (scope: StoredCheckpoint["scope"]) => ({ id: scope, scope, before: "1", after: "1", order: 0 });
  const live = [one("restore"), one("turn"), one("tool")] as unknown as StoredCheckpoint[];
  expect(stepsOf(live).map(([step]) => step!.id)).toEqual(["tool"]);
});

describe("the way back from a redo", () => {
  const redone = async (
    between: (world: ReturnType<typeof makeWorld>) => unknown,
    options: Parameters<typeof redo>[2],
  ) => {
    const world = makeWorld();
    for (const name of ["a", "b"]) await world.turn(`printf ${name} > ${name}.txt; printf ${name} > ${name}2.txt`);
    await between(world);
    return { world, wayBack: (await redo(world.io, world.root, options)).wayBack };
  };

  test("is the undo of the turns that it brought back", async () => {
    const one = await redone(({ io, root }) => undo(io, root), {});
    expect(one.wayBack).toBe("undo");
    await undo(one.world.io, one.world.root);
    expect(one.world.files("a.txt", "b.txt")).toBe("a -");
    expect((await redone(({ io, root }) => undo(io, root, { count: 2 }), {})).wayBack).toBe("undo 2");
    const twice = async ({ io, root }: ReturnType<typeof makeWorld>) => [await undo(io, root), await undo(io, root)];
    expect((await redone(twice, { count: 2 })).wayBack).toBe("undo 2");
  });

  test.each<[what: string, between: (world: ReturnType<typeof makeWorld>) => unknown, whole: boolean]>([
    ["a part of a turn", ({ io, root }) => undo(io, root, { paths: ["b.txt"] }), false],
    [
      "a turn below another",
      async ({ io, root, shadow }) => {
        const [older] = readHistory(shadow()).checkpoints;
        await undo(io, root, { step: older!.id });
      },
      false,
    ],
    [
      "edits that it discards",
      async ({ io, root, sh }) => {
        await undo(io, root);
        sh("printf mine > b.txt");
      },
      true,
    ],
  ])("is a restore, if it brought back %s", async (_, between, whole) => {
    expect((await redone(between, { whole })).wayBack).toMatch(/^restore \w+$/);
  });
});
