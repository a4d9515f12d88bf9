import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { snapshotNow } from "../../../../shadow-repo/record/snapshot-now.ts";
import { makeWorld } from "../world.ts";

test("a state that is recorded by hand is listed with its note, and that of a program with its command", async () => {
  const { io, root, sh } = makeWorld();
  await snapshotNow(io, root, { note: "before the move" });
  sh("echo two > base.txt");
  await snapshotNow(io, root, { command: "make format" });
  const { checkpoints } = await listCheckpoints(io, root);
  expect(checkpoints.map(({ scope, note, command }) => [scope, note, command])).toEqual([
    ["manual", "before the move", undefined],
    ["manual", undefined, "make format"],
  ]);
});
