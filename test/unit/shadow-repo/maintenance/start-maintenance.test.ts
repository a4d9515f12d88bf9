import { existsSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { startMaintenance } from "../../../../shadow-repo/maintenance/start-maintenance.ts";
import { placeOf } from "../../../../shadow-repo/place.ts";
import { makeWorld } from "../world.ts";

const HOUR = 3_600_000;

test("a session's end tidies once a day, and says which session is not to be forgotten", async () => {
  const world = makeWorld();
  const called = join(world.root, "../called");
  // Takes the place of snapveil: its words come behind the script.
  const program = ["/bin/sh", "-c", `echo "$0 $SNAPVEIL_CURRENT_SESSION" >> '${called}'`] as const;
  const end = (session: string) => startMaintenance({ ...world.io, program }, placeOf(world.io, world.root), session);
  const lastWas = (hours: number) => {
    const time = new Date(Date.now() - hours * HOUR);
    utimesSync(join(world.shadow(), "housekeeping"), time, time);
  };
  end("before anything is recorded");
  expect(existsSync(called)).toBe(false);
  await world.turn("echo two > base.txt");
  end("on the first day");
  end("at once");
  lastWas(23);
  end("a little later");
  lastWas(25);
  end("a day later");
  await expect.poll(() => existsSync(called) && readFileSync(called, "utf8")).toBeTruthy();
  end("at once again");
  lastWas(-2); // by a clock that was wrong then
  end("after a time to come");
  const two = "prune a day later\nprune after a time to come\n";
  await expect.poll(() => readFileSync(called, "utf8")).toBe(two);
});
