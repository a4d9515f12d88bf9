import { expect, test } from "vitest";

import { daysOfAge, newestSession, outdated } from "../../../../shadow-repo/maintenance/retention.ts";
import { prune } from "../../../../shadow-repo/maintenance/prune.ts";
import { verify } from "../../../../shadow-repo/maintenance/verify.ts";
import { historyOf, readHistory } from "../../../../shadow-repo/journal/replay.ts";
import type { CheckpointRecord } from "../../../../shadow-repo/journal/records.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { status } from "../../../../shadow-repo/look/status.ts";
import { pin } from "../../../../shadow-repo/restore/across/pin-parts.ts";
import { snapshotNow } from "../../../../shadow-repo/record/snapshot-now.ts";
import { keepTitle, readTitle } from "../../../../shadow-repo/record/session-title.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { describeStatus } from "../../../../terminal/describe-status.ts";
import { runSnapveil } from "../../../support/run.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

const DAY = 24 * 3_600_000;
const NOISE = "head -c 280000 /dev/urandom > noise";
const texts = async (world: World) =>
  (await listCheckpoints(world.io, world.root)).checkpoints.map(({ session_id, note }) => note ?? session_id);

/** A history of one checkpoint at each of some days, each of a session of its own. */
function historyAt(days: readonly number[]) {
  const records = days.map((day, at): CheckpointRecord => {
    const time = new Date(Date.parse("2026-01-01T00:00:00Z") + day * DAY).toISOString();
    const states = { before: "a".repeat(40), after: "b".repeat(40), prefix: "" };
    return {
      type: "checkpoint",
      id: `c${at}`,
      session: `s${at}`,
      scope: "turn",
      ...states,
      startedAt: time,
      createdAt: time,
    };
  });
  return historyOf(records);
}

test.each([
  ["one a day", [0, 1, 2, 3, 4, 5], ["c0", "c1"]],
  ["all at once", [0, 0, 0, 0], []],
  ["after a silence of a month", [0, 1, 30, 31, 32], ["c0", "c1"]],
  ["a record in the middle is from the future", [0, 0.1, 400, 0.2, 0.3], []],
  ["a record in the middle is by a clock that was behind", [10, 10.1, 0, 10.2], []],
  ["the clock was set back for good", [400, 400.1, 0, 0.1], []],
  ["the clock was set back, and days went by", [400, 400.1, 0, 1, 2, 3, 4], ["c0", "c1", "c2"]],
])("age is counted in days before the newest record, and order corrects the clock: %s", (_, days, old) => {
  expect(outdated(historyAt(days), { bytes: 0, days: 3 })).toEqual(old);
});

test("the newest turn stays with all of its calls, and what came before it goes as the last resort", () => {
  const states = { before: "a".repeat(40), after: "b".repeat(40), prefix: "" };
  const record = (id: string, more: Partial<CheckpointRecord>): CheckpointRecord => ({
    type: "checkpoint",
    id,
    session: "s",
    scope: "tool",
    ...states,
    startedAt: "2026-01-01T00:00:00Z",
    createdAt: "2026-01-01T00:00:00Z",
    ...more,
  });
  const older = record("older", { scope: "turn" });
  const calls = ["c1", "c2"].map((id) => record(id, { turn: "newest" }));
  const history = historyOf([older, ...calls, record("newest", { scope: "turn" })]);
  expect(newestSession(history)).toEqual(["older"]);
});

test("of a journal without records nothing has an age", () => {
  expect(daysOfAge(historyOf([]))(0)).toBe(0);
});

test.each([31, -31])(
  "prune under a clock that is %i days off forgets nothing, and no turn loses its beginning",
  async (off) => {
    const world = makeWorld();
    for (const session of ["one", "two", "three"])
      await world.turn(`echo ${session} > base.txt`, { sessionId: session });
    await world.hook("turn_start", { sessionId: "open" });
    world.sh("echo open > base.txt");
    const wrong = { ...world.io, now: () => new Date(Date.now() + off * DAY) };
    expect(await prune(wrong, world.root, { dryRun: true })).toMatchObject({ forgotten: 0 });
    expect(await prune(wrong, world.root)).toMatchObject({ forgotten: 0, over_budget: null });
    await world.hook("turn_end", { sessionId: "open" });
    expect(await texts(world)).toEqual(["one", "two", "three", "open"]);
    await undo(world.io, world.root, { count: 4 });
    expect(world.sh("cat base.txt")).toBe("alpha\n");
  },
);

test("a beginning whose turn never ended goes once it is old by the order of events", async () => {
  const world = makeWorld();
  const io = world.io as { now: () => Date };
  await world.turn("printf 0 > base.txt");
  await world.hook("turn_start", { sessionId: "dead" });
  for (let day = 1; day <= 4; day += 1) {
    io.now = () => new Date(Date.now() + day * DAY);
    await world.turn(`printf ${day} > base.txt`);
  }
  const budget = { bytes: 1e9, days: 3 };
  world.sh('find "$SHADOW/pending" -type f -exec touch -d "4 days ago" {} +');
  await prune(world.io, world.root, { budget: { ...budget, days: 30 } });
  expect((await status(world.io, world.root)).own).toMatchObject({ open: 1 });
  await prune(world.io, world.root, { budget: { ...budget, days: 2 } });
  expect((await status(world.io, world.root)).own).toMatchObject({ open: 0 });
});

test("a session's title goes with its last checkpoint, unless a turn of it is open", async () => {
  const world = makeWorld();
  const io = world.io as { now: () => Date };
  await world.turn("printf 1 > base.txt", { sessionId: "forgotten" });
  await world.turn("printf 2 > base.txt", { sessionId: "open" });
  io.now = () => new Date(Date.now() + 9 * DAY);
  await world.turn("printf 3 > base.txt", { sessionId: "recorded" });
  await world.hook("turn_start", { sessionId: "open" });
  const sessions = ["forgotten", "open", "recorded"];
  for (const session of sessions) keepTitle(world.io, world.shadow(), session, `of ${session}`);
  world.sh('find "$SHADOW/titles" -type f -exec touch -d "9 days" {} +'); // a title of yesterday goes in any case
  expect(await prune(world.io, world.root, { budget: { bytes: 1e9, days: 3 } })).toMatchObject({ forgotten: 2 });
  const titles = sessions.map((session) => readTitle(world.shadow(), session));
  expect(titles).toEqual([undefined, "of open", "of recorded"]);
});

test("the newest session is forgotten last, is told before, and keeps its newest turn", {
  tags: ["long"],
}, async () => {
  const world = makeWorld(`${COMMITTED}; mkdir -p "$HOME/.config/snapveil"
    echo 'checkpoints: { budget: 1 MiB }' > "$HOME/.config/snapveil/config.yaml"`);
  await world.turn(`${NOISE}; printf a > base.txt`, { sessionId: "older" });
  for (let n = 0; n < 6; n += 1) await world.turn(`${NOISE}; printf ${n} > base.txt`, { sessionId: "now" });
  await snapshotNow(world.io, world.root, { note: "mine" });
  await world.turn("printf last > base.txt", { sessionId: "now" });
  const old = () => world.sh("find \"$SHADOW/objects\" -type f -exec touch -d '2 days ago' {} +");

  old();
  expect((await prune(world.io, world.root, { dryRun: true })).over_budget).toMatchObject({ next: "older sessions" });
  expect(await world.hook("turn_start", { sessionId: "now" })).toEqual({});
  // As a session's end starts it. By hand it would go on at once.
  const background = { ...world.io, env: { ...world.io.env, SNAPVEIL_CURRENT_SESSION: "now" } };
  expect(await prune(background, world.root)).toMatchObject({
    forgotten: 1,
    over_budget: { next: "newest session", checkpoints: 6 },
  });
  expect(await texts(world)).toEqual([...Array.from({ length: 6 }, () => "now"), "mine", "now"]);

  const told = (await status(world.io, world.root)).own!;
  expect(told).toMatchObject({ budget: { bytes: 1024 ** 2 }, over_budget: { next: "newest session" } });
  expect(describeStatus(told)).toMatch(
    /over the budget\. `snapveil prune` forgets the oldest of 6 of the newest session/,
  );
  const { stdout } = await runSnapveil(["prune", "--dry-run"], {
    env: world.io.env as Record<string, string>,
    cwd: world.root,
  });
  expect(stdout).toMatch(/over the budget\. `snapveil prune` forgets the oldest of 6 of the newest session/);
  expect((await world.hook("turn_start", { sessionId: "now" })).notice?.join()).toMatch(
    /next prune forgets the oldest/,
  );
  expect(await world.hook("turn_start", { sessionId: "now" })).toEqual({});

  old();
  expect(await prune(world.io, world.root)).toMatchObject({ forgotten: 4, over_budget: null });
  expect(await texts(world)).toEqual(["now", "now", "mine", "now"]);
  old();
  const third = await prune(world.io, world.root);
  expect(third).toMatchObject({ forgotten: 0, over_budget: null });
  expect(third.bytes_after).toBeLessThanOrEqual(1024 ** 2);
  expect(await world.hook("turn_start", { sessionId: "other" })).toEqual({});
  expect((await verify(world.io, world.root)).problems).toEqual([]);
  await undo(world.io, world.root);
  expect(world.sh("cat base.txt")).toBe("5");
});

test("a prune forgets no more than it must, though git keeps what was written just now", {
  tags: ["long"],
}, async () => {
  const world = makeWorld();
  for (let n = 0; n < 8; n += 1) await world.turn(`${NOISE}; printf ${n} > base.txt`, { sessionId: `s${n}` });
  const budget = { bytes: 1_500_000, days: 14 };
  const { forgotten, over_budget } = await prune(world.io, world.root, { budget });
  expect(over_budget).toBeNull();
  expect(forgotten).toBeGreaterThan(2);
  expect(forgotten).toBeLessThan(6);
  expect(await prune(world.io, world.root, { budget })).toMatchObject({ forgotten: 0, over_budget: null });
  expect(await texts(world)).toHaveLength(8 - forgotten);
});

test("marks with a note and the newest turn stay however little the budget is", { tags: ["long"] }, async () => {
  const world = makeWorld();
  for (const n of [1, 2, 3]) await world.turn(`${NOISE}; printf ${n} > base.txt`);
  const io = world.io as { now: () => Date };
  await snapshotNow(world.io, world.root, { note: "kept" });
  world.sh("printf 4 > base.txt");
  await snapshotNow(world.io, world.root);
  io.now = () => new Date(Date.now() + DAY);
  await world.turn("printf 5 > base.txt");
  const budget = { bytes: 1, days: 1 };
  for (let n = 0; n < 3; n += 1) await prune(world.io, world.root, { budget });
  expect(await texts(world)).toEqual(["kept", "s"]);
  expect(await prune(world.io, world.root, { budget })).toMatchObject({ over_budget: { next: "nothing" } });
  expect(readHistory(world.shadow()).checkpoints).toHaveLength(2);
});

test("what is pinned stays, undone and unended too, until it is unpinned", async () => {
  const world = makeWorld();
  const io = world.io as { now: () => Date };
  for (const n of [1, 2, 3]) await world.turn(`printf ${n} > base.txt`, { sessionId: `s${n}` });
  await world.hook("turn_start", { sessionId: "open" });
  world.sh("printf 4 > base.txt");
  const ids = (await listCheckpoints(world.io, world.root)).checkpoints.map(({ id }) => id);
  expect(ids).toHaveLength(4);
  const [first = "", , , open = ""] = ids;
  for (const checkpoint of [first, open])
    await pin(world.io, world.root, { checkpoint, pinned: true, note: `pin of ${checkpoint}` });
  await undo(world.io, world.root, { session: "s1" });
  io.now = () => new Date(Date.now() + 9 * DAY);
  await world.turn("printf 5 > base.txt", { sessionId: "new" });
  world.sh('find "$SHADOW/pending" -type f -exec touch -d "9 days ago" {} +');
  const kept = async () => {
    await prune(world.io, world.root, { budget: { bytes: 1, days: 3 } });
    const { checkpoints } = await listCheckpoints(world.io, world.root, { all: true });
    return checkpoints.flatMap(({ note, pinned }) => (pinned ? [note] : []));
  };
  expect(await kept()).toEqual([`pin of ${first}`, `pin of ${open}`]);
  expect((await verify(world.io, world.root)).ok).toBe(true);
  await pin(world.io, world.root, { checkpoint: first, pinned: false });
  expect(await kept()).toEqual([`pin of ${open}`]);
  expect(readHistory(world.shadow()).checkpoints.map(({ id }) => id)).not.toContain(first);
});

test("a pinned turn that never ended waits on, however old it is", async () => {
  const world = makeWorld();
  await world.hook("turn_start", { sessionId: "open" });
  world.sh("printf 1 > base.txt");
  await world.turn("printf 2 > base.txt", { sessionId: "old" });
  const open = (await listCheckpoints(world.io, world.root)).checkpoints.find((one) => one.open);
  await pin(world.io, world.root, { checkpoint: open!.id, pinned: true });
  (world.io as { now: () => Date }).now = () => new Date(Date.now() + 9 * DAY);
  await world.turn("printf 3 > base.txt", { sessionId: "new" });
  world.sh('find "$SHADOW/pending" -type f -exec touch -d "9 days ago" {} +');
  await prune(world.io, world.root, { budget: { bytes: 1e9, days: 3 } });
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  expect(checkpoints.find(({ id }) => id === open!.id)).toMatchObject({ open: true, pinned: true });
});

test("status counts what the disk counts", async () => {
  const world = makeWorld();
  for (const n of [1, 2, 3]) await world.turn(`printf ${n} > base.txt`);
  const counted = (await status(world.io, world.root)).own!.bytes;
  const onDisk = Number(world.sh('du -s --block-size=1 "$SHADOW"').split("\t")[0]);
  expect(counted).toBe(onDisk);
});
