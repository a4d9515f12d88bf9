import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { redo } from "../../shadow-repo/redo.ts";
import { undo } from "../../shadow-repo/undo.ts";
import { liveIn } from "./support/driver.ts";
import { COMMITTED, tortureWorld, type TortureWorld } from "./support/torture-world.ts";

const HOUR = 3_600_000;
const worlds: TortureWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

/** A world whose clock can be set; what the file system writes down is the real time all the same. */
function worldWithClock(): { world: TortureWorld; clock: { shift: number } } {
  const world = tortureWorld(COMMITTED);
  worlds.push(world);
  const clock = { shift: 0 };
  Object.assign(world.io, { now: () => new Date(Date.now() + clock.shift) });
  return { world, clock };
}

test("no time that a file claims hides a change of it", async () => {
  const { world } = worldWithClock();
  const [old, future] = [new Date("2001-01-01"), new Date("2040-01-01")];
  const file = join(world.root, "base.txt");
  const contents = ["alpha\n", "bravo\n", "gamma\n", "delta\n", "omega\n"]; // all of one length
  const times = [future, old, future, undefined, old];
  await world.hook("session_start");
  for (const [n, content] of contents.entries()) {
    if (n === 0) continue;
    await world.hook("turn_start");
    writeFileSync(file, content);
    if (times[n]) utimesSync(file, times[n], times[n]);
    await world.hook("turn_end");
    expect(liveIn(world), content).toHaveLength(n);
  }
  for (const content of contents.slice(0, -1).toReversed()) {
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [], conflicts: [] });
    expect(readFileSync(file, "utf8")).toBe(content);
  }
});

test("a lock is not taken for stale, nor kept for ever, because the clock jumped", async () => {
  const { world, clock } = worldWithClock();
  await world.turn("printf one > base.txt");
  clock.shift = -48 * HOUR;
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
  writeFileSync(join(world.shadow(), "restore.lock"), "4194399\n"); // of a process that is no more
  expect(await redo(world.io, world.root)).toMatchObject({ restored: true });
});
