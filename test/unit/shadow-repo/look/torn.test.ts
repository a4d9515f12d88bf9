import { expect, test } from "vitest";

import { findPlaces } from "../../../../shadow-repo/places.ts";
import { status } from "../../../../shadow-repo/look/status.ts";
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
