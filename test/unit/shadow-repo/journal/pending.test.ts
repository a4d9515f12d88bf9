import { expect, test } from "vitest";

import { readHistory } from "../../../../shadow-repo/journal/replay.ts";
import { appendRecord } from "../../../../shadow-repo/journal/journal.ts";
import { lastTrees } from "../../../../shadow-repo/journal/last-trees.ts";
import { allPending, putPending, takePending } from "../../../../shadow-repo/journal/pending.ts";
import { withOwed, writeOwed } from "../../../../shadow-repo/record/owed-checkpoints.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld } from "../world.ts";

const KEY = { kind: "turn", session: "s" } as const;

test("who is done with a beginning leaves the one that another process put in its place", async () => {
  const world = makeWorld();
  await world.hook("turn_start");
  const taken = takePending(world.shadow(), KEY)!;
  putPending(world.shadow(), KEY, { ...taken.pending, id: "00000001" }, process.pid);
  taken.done();
  expect(allPending(world.shadow()).map(({ id }) => id)).toEqual(["00000001"]);
  takePending(world.shadow(), KEY)!.done();
  expect(allPending(world.shadow())).toEqual([]);
});

/** A turn whose beginning owes a checkpoint that no line of the journal is about. */
async function owing() {
  const world = makeWorld();
  await world.hook("turn_start");
  world.sh("printf 1 > base.txt");
  await undo(world.io, world.root);
  const shadow = world.shadow();
  const { order: _order, undoneBy: _undoneBy, ...record } = readHistory(shadow).checkpoints[0]!;
  const pending = { ...allPending(shadow)[0]!, owed: { ...record, id: "00000002" } };
  putPending(shadow, KEY, pending, process.pid);
  const looked = () => withOwed(shadow, readHistory(shadow)).checkpoints.map(({ id }) => id);
  const written = () => readHistory(shadow).checkpoints.map(({ id }) => id);
  return { shadow, pending, looked, written, first: record.id };
}

test("a checkpoint that a beginning owes is seen by who looks, and written once", async () => {
  const { shadow, pending, looked, written, first } = await owing();
  expect([looked(), written()]).toEqual([[first, "00000002"], [first]]);
  for (let time = 0; time < 2; time += 1) writeOwed(shadow, pending);
  expect([looked(), written()]).toEqual([
    [first, "00000002"],
    [first, "00000002"],
  ]);
});

test("one that was forgotten before it was written is owed no more", async () => {
  const { shadow, pending, looked, written, first } = await owing();
  appendRecord(shadow, { type: "forget", ids: ["00000002"], at: pending.startedAt });
  writeOwed(shadow, pending);
  expect([looked(), written()]).toEqual([[first], [first]]);
});

test("of an operation that died on the way the state before and the one it led to count as recorded", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  const { before, after } = readHistory(world.shadow()).checkpoints[0]!;
  await undo(world.io, world.root);
  world.sh("sed -i '$d' \"$SHADOW/journal\""); // the line that says that it ended
  expect(lastTrees(world.shadow())).toEqual([after, before]);
});
