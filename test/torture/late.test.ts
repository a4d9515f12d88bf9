import { expect, test } from "vitest";

import { randomFrom, SEED, times } from "../support/chance.ts";
import { placeOf } from "../../shadow-repo/place.ts";
import { lateJobs, putJob } from "../../shadow-repo/record/late-queue.ts";
import { startKillable, type Death } from "./support/start-killable.ts";
import { tortureWorld } from "./support/torture-world.ts";

const PROJECT = "git init -q -b main . && echo a > a.txt && git add . && git commit -qm start";
/** Calls by which late work touches the disk or starts git, and some more. */
const MOST_CALLS = 120;

test("late work that is killed anywhere is done by the next process, and the state before stays", {
  timeout: 3_600_000,
}, async () => {
  const world = tortureWorld(PROJECT, "git");
  const random = randomFrom(SEED);
  const faults: string[] = [];
  const place = placeOf(world.io, world.root);
  const late = (death?: Death) => startKillable(world, ["record-late", world.root], death ? { death } : {});
  for (let trial = 0; trial < times(12); trial += 1) {
    const before = `${trial}`;
    world.sh(`echo ${before} > a.txt`);
    const key = { kind: "turn", session: `s${trial}` } as const;
    putJob(world.io, place, { kind: "before", key, prefix: "", beginning: {}, options: { keeps: true } });
    const first: Death =
      random(3) === 0 ? { milliseconds: 30 + random(200) } : { call: 1 + random(MOST_CALLS), half: random(2) === 0 };
    await late(first);
    await late();
    world.sh(`echo after ${trial} > a.txt`);
    putJob(world.io, place, { kind: "after", key, call: {} });
    await late({ call: 1 + random(MOST_CALLS), half: random(2) === 0 });
    await late();
    const { stdout } = await startKillable(world, ["undo", "--yes", "--json"], {});
    const now = world.sh("cat a.txt").trim();
    if (now !== before || lateJobs(world.io, place).length > 0)
      faults.push(`trial ${trial}: ${JSON.stringify(first)}: ${now}, ${stdout}`);
    if (world.fsck() !== "") faults.push(`trial ${trial}: ${world.fsck()}`);
  }
  expect(faults).toEqual([]);
});
