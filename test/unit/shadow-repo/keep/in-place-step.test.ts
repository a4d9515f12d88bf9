import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld } from "../world.ts";

test("a step that only changed kept files in place stays in effect when it is named, until these are put back", async () => {
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
