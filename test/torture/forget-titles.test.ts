import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { historyOf } from "../../shadow-repo/journal/replay.ts";
import { appendRecord, readJournal } from "../../shadow-repo/journal/journal.ts";
import { prune } from "../../shadow-repo/maintenance/prune.ts";
import { verify } from "../../shadow-repo/maintenance/verify.ts";
import { startKillable, type Death } from "./support/start-killable.ts";
import { COMMITTED, tortureWorld, type TortureWorld } from "./support/torture-world.ts";

const OLD = "An old story, with “quotes” and a \\ in it";
const NEW = "A new story";

/** Two sessions, the first of them older than the budget allows. */
async function twoSessions(): Promise<TortureWorld> {
  const world = tortureWorld(COMMITTED);
  const io = world.io as { now: () => Date };
  const { now } = io;
  io.now = () => new Date("2020-01-01T00:00:00Z");
  for (const content of ["1", "2"])
    await world.turn(`printf ${content} > base.txt`, { sessionId: "old", prompt: `${content} ${OLD}` });
  io.now = now;
  await world.turn("printf 3 > base.txt", { sessionId: "new", prompt: NEW });
  return world;
}

const journalOf = (world: TortureWorld) => readFileSync(join(world.shadow(), "journal"), "utf8");

/** Nothing of the forgotten titles is left, and every record stands where it stood. */
async function expectForgotten(world: TortureWorld, before: string, what: string): Promise<void> {
  const after = journalOf(world);
  expect(after, what).not.toContain("old story");
  expect(after, what).toContain(NEW);
  const lines = before.split("\n");
  expect(
    after
      .split("\n")
      .slice(0, lines.length - 1)
      .map((line) => Buffer.byteLength(line)),
    what,
  ).toEqual(lines.slice(0, -1).map((line) => Buffer.byteLength(line)));
  const { records, damaged } = readJournal(world.shadow());
  expect(damaged, what).toEqual([]);
  expect(historyOf(records).checkpoints, what).toMatchObject([{ session: "new", title: NEW }]);
  expect(await verify(world.io, world.root), what).toEqual({ ok: true, problems: [] });
}

test("prune takes the titles of what it forgets out of the journal, and moves no line", async () => {
  const world = await twoSessions();
  const before = journalOf(world);
  expect(before).toContain(JSON.stringify(OLD).slice(1, -1));
  expect(await prune(world.io, world.root)).toMatchObject({ forgotten: 2 });
  await expectForgotten(world, before, "once");
  await prune(world.io, world.root);
  await expectForgotten(world, before, "twice");
});

test("a line that is being written at the journal's end meanwhile stays as it is", async () => {
  const world = await twoSessions();
  appendRecord(world.shadow(), { type: "forget", ids: [idOfFirst(world)], at: "2030-01-01T00:00:00.000Z" });
  appendFileSync(join(world.shadow(), "journal"), '1 0123456789ab {"type":"chec');
  const before = journalOf(world);
  await prune(world.io, world.root);
  expect(journalOf(world)).toContain('1 0123456789ab {"type":"chec');
  expect(journalOf(world)).not.toContain(`1 ${JSON.stringify(OLD).slice(1, -1)}`);
  expect(Buffer.byteLength(journalOf(world))).toBeGreaterThanOrEqual(Buffer.byteLength(before));
});

test("where the journal is another one by then, nothing is written into it", async () => {
  const world = await twoSessions();
  const journal = journalOf(world);
  writeFileSync(join(world.shadow(), "journal-blanks"), JSON.stringify([{ at: 3, line: "xxx\n" }]));
  await prune(world.io, world.root);
  expect(journalOf(world)).not.toContain("xxx");
  await expectForgotten(world, journal, "afterwards");
});

test("a prune that is killed while it does so is made up for by the next one", async () => {
  const world = await twoSessions();
  const before = journalOf(world);
  const putBack = world.keep();
  const start = (death?: Death) => startKillable(world, ["prune"], death ? { death } : {});
  const countTo = join(world.top, "count");
  expect(await start({ countTo })).toMatchObject({ exitCode: 0, stderr: "" });
  const calls = Number(readFileSync(countTo, "utf8"));
  await expectForgotten(world, before, "not killed");

  let torn = 0;
  for (let call = calls - 26; call <= calls; call += 1) {
    for (const half of [false, true]) {
      putBack();
      const what = `killed at call ${call} of ${calls}${half ? ", after half of it" : ""}`;
      expect(await start({ call, half }), what).toMatchObject({ killed: true });
      const { records, damaged } = readJournal(world.shadow());
      torn += damaged.length;
      expect(damaged.length, what).toBeLessThanOrEqual(1);
      const kept = historyOf(records).checkpoints.map(({ session }) => session);
      expect(kept.at(-1), what).toBe("new");
      expect(await start(), what).toMatchObject({ exitCode: 0, stderr: "" });
      await expectForgotten(world, before, what);
    }
  }
  expect(torn).toBeGreaterThan(0);
});

function idOfFirst(world: TortureWorld): string {
  return historyOf(readJournal(world.shadow()).records).checkpoints[0]!.id;
}
