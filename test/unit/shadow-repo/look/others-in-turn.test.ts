import { expect, test } from "vitest";

import { blame } from "../../../../shadow-repo/look/blame/blame.ts";
import { showCheckpoint } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { makeWorld } from "../world.ts";

test("show leaves out the files of another session during the turn, as the list does, and names these", async () => {
  const world = makeWorld("git init -q .");
  await world.hook("turn_start");
  await world.call("c", "printf 1 > own.txt");
  await world.call("o", "printf 1 > other.txt", { sessionId: "other" });
  await world.hook("turn_end");
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  const turn = checkpoints.find(({ scope }) => scope === "turn")!;
  const shown = await showCheckpoint(world.io, world.root, { checkpoint: turn.id });
  expect(shown.files).toEqual(turn.files);
  expect(shown).toMatchObject({ files: [{ path: "own.txt" }], others: ["other.txt"] });
  const asked = await showCheckpoint(world.io, world.root, { checkpoint: turn.id, paths: ["other.txt"] });
  expect(asked.files).toMatchObject([{ path: "other.txt" }]);
});

test("a line that no call of a turn wrote may be a person's; without announced calls it is the turn's", async () => {
  const world = makeWorld("git init -q .");
  await world.hook("turn_start");
  await world.call("c", "echo agent > a");
  world.sh("echo mine >> a");
  await world.hook("turn_end");
  const { lines } = await blame(world.io, world.root, "a");
  expect(lines.map(({ text, by_no_call }) => [text, by_no_call])).toEqual([
    ["agent", undefined],
    ["mine", true],
  ]);
  await world.turn("echo whose > b", { sessionId: "other" });
  expect((await blame(world.io, world.root, "b")).lines[0]!.by_no_call).toBeUndefined();
});
