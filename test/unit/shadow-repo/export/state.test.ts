import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { filesOfState } from "../../../../shadow-repo/export/state.ts";
import { openShadow } from "../../../../shadow-repo/open/open-shadow.ts";
import { OUT_OF_BOUNDS } from "../../../../shadow-repo/path-fault.ts";
import { placeOf } from "../../../../shadow-repo/place.ts";
import { makeWorld } from "../world.ts";

test("a file whose name no export writes is left out by its name", async () => {
  const world = makeWorld();
  await world.turn("true");
  const store = (type: "blob" | "tree", input: Buffer) =>
    execFileSync("git", ["--git-dir", world.shadow(), "hash-object", "-t", type, "-w", "--stdin", "--literally"], {
      input,
      encoding: "utf8",
    }).trim();
  const id = store("blob", Buffer.from("x\n"));
  const entries = [".GIT", "sound.txt"].flatMap((name) => [Buffer.from(`100644 ${name}\0`), Buffer.from(id, "hex")]);
  const { engine } = await openShadow(world.io, placeOf(world.io, world.root));
  const { files, refused } = await filesOfState(engine, store("tree", Buffer.concat(entries)));
  expect([...files]).toEqual([["sound.txt", { mode: "100644", id }]]);
  expect(refused).toEqual([{ path: ".GIT", why: OUT_OF_BOUNDS }]);
});
