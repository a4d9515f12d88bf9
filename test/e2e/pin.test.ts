import { expect, test } from "vitest";

import type { CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(COMMITTED);
const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");
const list = async () => (await world.json<CheckpointList>(["checkpoints"])).checkpoints;

test("a snapshot with a note is pinned, one without is not, and unpin takes the pin away", async () => {
  await world.snapveil(["snapshot", "-m", "before the rename"]);
  world.write("file.txt", "two\n");
  await world.snapveil(["snapshot"]);
  const [noted, other] = await list();
  expect([noted, other]).toEqual([
    expect.objectContaining({ note: "before the rename", pinned: true }),
    expect.not.objectContaining({ pinned: true }),
  ]);
  expect((await world.snapveil(["unpin", noted!.id])).stdout).toMatch(/is not pinned any more/);
  expect((await world.snapveil(["unpin", noted!.id])).stdout).toMatch(/was not pinned/);
  expect((await list())[0]).toMatchObject({ note: "before the rename" });
  expect((await list())[0]).not.toHaveProperty("pinned");
});

test("pin gives a checkpoint a name, by the beginning of its id, and keeps no secret in it", async () => {
  await world.snapveil(["snapshot"]);
  world.write("file.txt", "two\n");
  await world.snapveil(["snapshot"]);
  const { id } = (await list())[0]!;
  expect(await world.json(["pin", id.slice(0, 5), `worked with ${TOKEN}`])).toEqual({
    checkpoint: id,
    pinned: true,
    note: expect.stringMatching(/^worked with \[REDACTED/),
    changed: true,
  });
  expect((await world.snapveil(["pin", id, "worked"])).stdout).toBe(`Pinned checkpoint ${id}: worked\n`);
  expect((await world.snapveil(["pin", id])).stdout).toBe(`Pinned already: checkpoint ${id}: worked\n`);
  expect((await world.snapveil(["checkpoints"])).stdout).toMatch(RegExp(`${id} .*worked.*\\(pinned\\)`));
  expect(await world.snapveil(["pin", "ffffffff0"])).toMatchObject({ exitCode: 2 });
  expect(await world.json(["verify"])).toMatchObject({ ok: true });
});
