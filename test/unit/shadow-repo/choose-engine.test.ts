import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { listCheckpoints } from "../../../shadow-repo/look/list-checkpoints.ts";
import { undo } from "../../../shadow-repo/restore/undo.ts";
import { makeWorld } from "./world.ts";

test.each([".gitignore", ".gitattributes", "sub/.gitignore"])(
  "with a pipe in the place of %s all else is recorded and comes back",
  async (path) => {
    const world = makeWorld();
    world.sh(`mkdir -p sub; rm -f ${path}; mkfifo ${path}; printf 1 > sub/own.txt; printf 1 > base.txt`);
    await world.turn("printf 2 > base.txt; printf 2 > sub/own.txt");
    expect((await listCheckpoints(world.io, world.root)).checkpoints).toHaveLength(1);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
    expect(["base.txt", "sub/own.txt"].map((name) => readFileSync(join(world.root, name), "utf8"))).toEqual(["1", "1"]);
    world.sh(`rm ${path}`);
    await world.turn("printf 3 > base.txt");
    const { checkpoints } = await listCheckpoints(world.io, world.root);
    expect(checkpoints.map(({ files }) => files.map((file) => file.path))).toEqual([["base.txt"]]);
  },
);
