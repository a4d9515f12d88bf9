import { join } from "node:path";

import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld } from "../world.ts";

test("from a folder in which the newest turn changed nothing, undo names its files and the way to take one back", async () => {
  const world = makeWorld("git init -q .; mkdir sub; printf 0 > sub/a");
  await world.turn("printf 1 > b; printf 1 > c");
  const { id } = (await listCheckpoints(world.io, world.root)).checkpoints[0]!;
  const sub = join(world.root, "sub");
  const note = (which: string) =>
    `The ${which} (${id}) changed nothing below sub/; its files: ../b, ../c. ` +
    `To take one back: snapveil undo --step ${id} ../b`;
  for (const dryRun of [true, false])
    expect(await undo(world.io, sub, { dryRun })).toMatchObject({ files: 0, notes: [note("newest turn")] });
  expect((await undo(world.io, sub, { step: id, dryRun: true })).notes).toEqual([note("turn")]);
  await expect(undo(world.io, sub, { count: 2 })).rejects.toThrow(
    "2 turns were asked for, and only 0 changed files below sub/. From the top of the worktree: snapveil undo 1",
  );
  await undo(world.io, sub, { step: id, paths: ["../b"] });
  expect(world.files("b", "c")).toBe("- 1");
});
