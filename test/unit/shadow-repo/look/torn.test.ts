import { expect, test } from "vitest";

import { findPlaces } from "../../../../shadow-repo/places.ts";
import { aboutTorn } from "../../../../shadow-repo/look/about-torn.ts";
import { status } from "../../../../shadow-repo/look/status.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { forgetJointMark, writeJointMark } from "../../../../shadow-repo/restore/across/joint-mark.ts";
import { makeWorld } from "../world.ts";

test("status names a restore of several repositories that died by its short id, until it has ended", async () => {
  const world = makeWorld();
  const torn = async () => {
    const { own, folder } = await status(world.io, world.root);
    return [own!.torn, folder.torn];
  };
  const places = findPlaces(world.io, world.root);
  expect(await torn()).toEqual([null, null]);
  writeJointMark(world.io, places, "0123456789abcdef 2");
  expect(await torn()).toEqual(["01234567", "01234567"]);
  forgetJointMark(places);
  expect(await torn()).toEqual([null, null]);
});

test.each(["undo", "redo"] as const)(
  "after a %s that died, each command says so, and brings back what was before",
  async (kind) => {
    const world = makeWorld();
    await world.turn("printf agent > base.txt");
    await undo(world.io, world.root);
    if (kind === "redo") await redo(world.io, world.root);
    expect(aboutTorn(world.io, world.root)).toBeUndefined();
    world.sh("sed -i '$d' \"$SHADOW/journal\""); // the line that says that it ended
    const { own } = await status(world.io, world.root);
    expect(own).toMatchObject({ torn: expect.any(String), torn_kind: kind });
    const died = `${kind === "undo" ? "Undo" : "Redo"} ${own!.torn} died on the way`;
    expect(aboutTorn(world.io, world.root)).toBe(`${died}. To bring back the state before it: snapveil undo`);
    const recovers = `${died}; this brings back the state before it.`;
    expect(await undo(world.io, world.root, { dryRun: true })).toMatchObject({ recovers, files: 1 });
    if (kind === "undo")
      expect(await redo(world.io, world.root, { dryRun: true })).toMatchObject({ recovers, files: 1 });
    expect(await undo(world.io, world.root)).toMatchObject({ recovers, restored: true });
    expect(aboutTorn(world.io, world.root)).toBeUndefined();
  },
);
