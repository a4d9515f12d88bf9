import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { COMMITTED, makeWorld } from "../world.ts";

test("a turn that only changed kept files in place stays in effect when it is named, until these are put back", async () => {
  const world = makeWorld(
    `${COMMITTED} && echo data/ > .gitignore && git add . && git commit -qm i && mkdir data && echo one > data/a`,
  );
  await world.turn("echo mine > data/a");
  const steps = async () => (await listCheckpoints(world.io, world.root)).checkpoints.map(({ id }) => id);
  const [step] = await steps();
  const notes = [expect.stringMatching(/^data\/a was changed in place/)];
  expect(await undo(world.io, world.root, { step: step! })).toMatchObject({ restored: false, notes });
  expect([await steps(), world.files("data/a")]).toEqual([[step], "mine"]);
  expect(await undo(world.io, world.root, { step: step!, kept: true })).toMatchObject({ restored: true });
  expect([await steps(), world.files("data/a")]).toEqual([[], "one"]);
});

test("a turn of which only another's file and a kept file changed in place are left does not bar the way to older ones", async () => {
  const world = makeWorld("git init -q .; echo data > .gitignore; echo one > data; echo one > a; echo one > b");
  await world.turn("echo two > b");
  await world.hook("turn_start");
  await world.call("c", "echo two > data");
  await world.call("d", "echo two > a", { sessionId: "other" });
  await world.hook("turn_end");
  const told = [expect.stringMatching(/^data was changed in place/)];
  expect(await undo(world.io, world.root, { session: "s" })).toMatchObject({ changes: [], notes: told });
  await undo(world.io, world.root, { session: "s" });
  expect(world.files("a", "b", "data")).toBe("two one two");
  await undo(world.io, world.root, { session: "s", kept: true });
  expect(world.files("a", "b", "data")).toBe("two one one");
});

test("an undo that puts back only kept files names no redo, which would take back another undo", async () => {
  const world = makeWorld("git init -q .; echo data > .gitignore; echo one > data; echo one > a");
  await world.turn("rm data");
  await world.turn("echo two > a");
  expect((await undo(world.io, world.root)).wayBack).toBe("redo");
  const { restored, wayBack } = await undo(world.io, world.root);
  expect([restored, wayBack, world.files("a", "data")]).toEqual([true, undefined, "one one"]);
});

test("an undo that wrote only over kept files names the restore that returns these", async () => {
  const world = makeWorld("git init -q .; echo data > .gitignore; echo one > data");
  await world.turn("echo two > data");
  const { checkpoint, wayBack } = await undo(world.io, world.root, { kept: true });
  expect([wayBack, world.files("data")]).toEqual([`restore ${checkpoint} .`, "one"]);
  await restore(world.io, world.root, { checkpoint: checkpoint!, paths: ["."] });
  expect(world.files("data")).toBe("two");
});

test.each([
  ["removed", "rm data"],
  ["changed once more", "echo three > data"],
])("a kept file that two turns changed in place and then %s goes back turn by turn", async (_what, then) => {
  const world = makeWorld("git init -q .; echo data > .gitignore; echo one > data; echo one > a");
  await world.turn("echo two > data");
  await world.turn(then);
  await undo(world.io, world.root, { kept: true });
  expect(world.files("data")).toBe("two");
  expect(await undo(world.io, world.root, { kept: true })).toMatchObject({ complete: true, skipped: [] });
  expect(world.files("data")).toBe("one");
});
