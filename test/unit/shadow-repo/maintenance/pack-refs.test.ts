import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readHistory } from "../../../../shadow-repo/journal/replay.ts";
import { packRefs } from "../../../../shadow-repo/maintenance/pack-refs.ts";
import { refsFolder } from "../../../../shadow-repo/refs.ts";
import { makeWorld } from "../world.ts";

test("a ref that another process writes while refs are packed stays a file, as that process left it", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  const history = readHistory(world.shadow());
  const folder = refsFolder(world.shadow(), history.checkpoints[0]!.id);
  const ref = join(folder, "after");
  const later = readFileSync(join(folder, "before"), "utf8");
  // The pid is asked for when the lock of the packed file is taken: after the refs were read, before they are removed.
  const io = {
    ...world.io,
    get pid() {
      writeFileSync(ref, later);
      return world.io.pid;
    },
  };
  packRefs(io, world.shadow(), history);
  expect(readFileSync(ref, "utf8")).toBe(later);
  expect(world.holds(`test ! -e '${join(folder, "before")}'`)).toBe(true);
});
