import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { reset } from "../../../../shadow-repo/restore/reset.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld } from "../world.ts";

test("what an undo left, and why, is told of its turn until the undo is taken back", async () => {
  const world = makeWorld(
    `${COMMITTED} && printf '.env\\n' > .gitignore && git add . && git commit -qm i && echo K=1 > .env`,
  );
  await world.turn("echo two > base.txt; echo K=2 > .env; head -c 3000000 /dev/zero > big");
  const { checkpoint } = await undo(world.io, world.root, {});
  const rows = async () =>
    (await listCheckpoints(world.io, world.root, { all: true })).checkpoints.map((one) => one.undo);
  expect(await rows()).toEqual([
    {
      id: checkpoint,
      account: {
        restored: [],
        remaining: [],
        notHeld: [{ path: "big", why: expect.stringContaining("larger than") as string }],
        kept: [{ path: ".env", state: "changed" }],
      },
    },
  ]);
  await redo(world.io, world.root);
  expect(await rows()).toEqual([undefined]);
});

test("redo, restore and reset name what git lost since the turn began, as undo does", async () => {
  const world = makeWorld(`${COMMITTED}; echo own >> base.txt; git stash push -qm work`);
  await world.turn("git stash drop -q; echo > by-agent.txt");
  const named = ({ git = [] }: Awaited<ReturnType<typeof undo>>) => git.map(({ kind }) => kind);
  const [{ id }] = (await listCheckpoints(world.io, world.root)).checkpoints as unknown as [{ id: string }];
  expect(named(await restore(world.io, world.root, { checkpoint: id, dryRun: true }))).toEqual(["stash"]);
  expect(named(await reset(world.io, world.root, { keep: 0, session: "s", dryRun: true }))).toEqual(["stash"]);
  expect(named(await undo(world.io, world.root, {}))).toEqual(["stash"]);
  expect(named(await redo(world.io, world.root))).toEqual(["stash"]);
});
