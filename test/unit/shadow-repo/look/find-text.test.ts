import { afterEach, expect, test, vi } from "vitest";

import { batchesOf } from "../../../../shadow-repo/look/find-text.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { makeWorld } from "../world.ts";

afterEach(() => vi.unstubAllEnvs());

test.each(["git", "isomorphic-git"])(
  "a text is found in bytes that are no UTF-8, and in a link, with %s",
  async (name) => {
    if (name !== "git") vi.stubEnv("SNAPVEIL_TEST_ENGINE", name);
    const world = makeWorld();
    await world.turn("printf '\\xff\\0needle\\nneedle' > raw; ln -s needle link; printf 'none' > other");
    const list = await listCheckpoints(world.io, world.root, { text: "needle" });
    expect(
      list.checkpoints.map(({ files }) => files.map(({ path, occurrences }) => [path, occurrences?.after])),
    ).toEqual([
      [
        ["link", 1],
        ["raw", 2],
      ],
    ]);
  },
);

test("contents are read in groups that fit in memory, and a larger one alone", () => {
  const mb = 1024 * 1024;
  const sizes = new Map(Object.entries({ a: 40 * mb, b: 20 * mb, c: 10 * mb, d: 300 * mb, e: 1 }));
  expect(batchesOf(sizes)).toEqual([["a", "b"], ["c"], ["d"], ["e"]]);
});
