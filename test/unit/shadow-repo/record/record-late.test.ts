import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import type { Io } from "../../../../kit/io.ts";
import { TooSlow } from "../../../../kit/run-within.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { showCheckpoint } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { status } from "../../../../shadow-repo/look/status.ts";
import { allPending } from "../../../../shadow-repo/journal/pending.ts";
import { ownerLine } from "../../../../shadow-repo/locks/owned-lock.ts";
import { placeOf } from "../../../../shadow-repo/place.ts";
import { lateJobs, lateLock } from "../../../../shadow-repo/record/late-queue.ts";
import { workLate } from "../../../../shadow-repo/record/work-late.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { findPlaces } from "../../../../shadow-repo/places.ts";
import { checkpointView } from "../../../../web/ui/checkpoint-view.ts";
import { journalReader } from "../../../../web/ui/open-journal.ts";
import { removeSmallDisks, smallDisk } from "../../../support/small-disk.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

afterEach(removeSmallDisks);

/** Until it is told otherwise no hook of the world has any time, and nobody does late work but `catchUp`. */
function slowWorld(
  setup = COMMITTED,
): World & { hurry(isLate: boolean): void; catchUp(): Promise<void>; jobs(): string } {
  const world = makeWorld(setup);
  world.sh("sleep 0.1");
  const io = world.io as { program?: readonly string[]; timeLeft?: () => number };
  io.program = ["/bin/true"];
  const hurry = (isLate: boolean) => void (io.timeLeft = () => (isLate ? 0 : 600_000));
  hurry(true);
  const place = placeOf(world.io, world.root);
  // A time that the disk's clock shows as later than those before.
  const pause = () => world.sh("sleep 0.1");
  return {
    ...world,
    hurry,
    async catchUp() {
      pause();
      await workLate(unhurried(world.io), place);
      pause();
    },
    jobs: () =>
      lateJobs(world.io, place)
        .map(({ work }) => work.kind)
        .join(" "),
  };
}

function unhurried(io: Io): Io {
  const { timeLeft: _, ...rest } = io;
  return rest;
}

const stepsOf = async (world: World) => (await listCheckpoints(unhurried(world.io), world.root)).checkpoints;
const filesOf = ({ files }: { files: readonly { path: string }[] }) => files.map(({ path }) => path).join(" ");

test("a turn whose state does not fit into its hook has one, and says from when on it holds", async () => {
  const world = slowWorld();
  expect(await world.hook("turn_start")).toEqual({});
  expect(world.jobs()).toBe("before");
  expect((await status(unhurried(world.io), world.root)).own?.late).toMatchObject({ waiting: 1, failed: null });
  world.sh("echo early > early.txt; sleep 0.1");
  await world.catchUp();
  world.hurry(false);
  world.sh("echo later > base.txt; echo later > later.txt");
  const { notice } = await world.hook("turn_end");
  const says =
    /The state before .* was recorded at 20.*: changes before that, such as in early\.txt, are not in the checkpoint/;
  expect(notice?.join()).toMatch(says);
  const [step] = await stepsOf(world);
  expect(filesOf(step!)).toBe("base.txt later.txt");
  expect(step).toMatchObject({ holds_from: expect.stringMatching(/Z$/), early: ["early.txt"] });
  expect((await showCheckpoint(unhurried(world.io), world.root, { checkpoint: step!.id })).late).toMatch(says);
  const read = journalReader(unhurried(world.io), findPlaces(unhurried(world.io), world.root));
  expect((await checkpointView(await read(), step!.id)).late).toMatch(says);
  const undone = await undo(unhurried(world.io), world.root);
  expect(undone.notes.join()).toMatch(says);
  expect(world.files("base.txt", "early.txt", "later.txt")).toBe("alpha early -");
  expect((await status(unhurried(world.io), world.root)).own?.late).toBeNull();
});

test("one that nobody wrote before is the state of the beginning, however late it was captured", async () => {
  const world = slowWorld("git init -q; mkdir -p a/b; echo 1 > a/b/c; git add .; git commit -qm one; sleep 0.1");
  await world.hook("turn_start");
  await world.catchUp();
  world.hurry(false);
  world.sh("echo 2 > a/b/c");
  expect(await world.hook("turn_end")).toEqual({});
  const [step] = await stepsOf(world);
  expect([step && filesOf(step), step?.holds_from, step?.early]).toEqual(["a/b/c", undefined, undefined]);
});

test("a file that was removed before it was captured is told by its folder", async () => {
  const world = slowWorld(
    "git init -q; mkdir a; echo 1 > a/gone; echo 1 > a/c; git add .; git commit -qm one; sleep 0.1",
  );
  await world.hook("turn_start");
  world.sh("rm a/gone");
  await world.catchUp();
  world.hurry(false);
  world.sh("echo 2 > a/c");
  await world.hook("turn_end");
  const [step] = await stepsOf(world);
  expect([step && filesOf(step), step?.holds_from !== undefined]).toEqual(["a/c", true]);
});

test("what events ask for meanwhile waits behind it, in order; a call that is over needs no state", async () => {
  const world = slowWorld();
  await world.hook("turn_start");
  await world.hook("pre_tool_use", { toolUseId: "one" });
  await world.hook("pre_tool_use", { toolUseId: "two" });
  expect(world.jobs()).toBe("before before before");
  await world.hook("post_tool_use", { toolUseId: "one" });
  expect(world.jobs()).toBe("before before");
  await world.catchUp();
  expect(allPending(world.shadow()).map(({ key, turn }) => [key?.kind, turn !== undefined])).toEqual(
    expect.arrayContaining([
      ["turn", false],
      ["call", true],
    ]),
  );
  world.hurry(false);
  world.sh("echo 2 > base.txt");
  await world.hook("post_tool_use", { toolUseId: "two" });
  await world.hook("turn_end");
  expect((await stepsOf(world)).map(({ scope }) => scope)).toEqual(["tool", "turn"]);
});

test.each([
  ["late", "echo 2 > base.txt", async (world: ReturnType<typeof slowWorld>) => world.catchUp()],
  ["never", "echo 2 > base.txt", async () => {}],
])("nothing is said to be nobody's whose call got its state %s", async (_, work, then) => {
  const world = slowWorld();
  world.hurry(false);
  await world.hook("turn_start");
  await world.hook("pre_tool_use", { toolUseId: "one" });
  await world.hook("post_tool_use", { toolUseId: "one" });
  world.hurry(true);
  await world.hook("pre_tool_use", { toolUseId: "two" });
  world.sh(work);
  await then(world);
  world.hurry(false);
  await world.hook("post_tool_use", { toolUseId: "two" });
  await world.hook("turn_end");
  const { conflicts, notes, restored } = await undo(unhurried(world.io), world.root, { onlyAgent: true });
  expect([restored, conflicts, notes.filter((note) => note.includes("no call"))]).toMatchObject([{}, [], []]);
  expect(world.files("base.txt")).toBe("alpha");
});

test("a turn that ends first is ended by the same process, and the person hears of it", async () => {
  const world = slowWorld();
  await world.hook("turn_start");
  world.sh("echo 2 > base.txt");
  expect((await world.hook("turn_end")).notice?.join()).toMatch(/still recording the state before this turn/);
  expect(world.jobs()).toBe("before after");
  await world.catchUp();
  expect([world.jobs(), allPending(world.shadow())]).toEqual(["", []]);
  world.hurry(false);
  await world.turn("echo 3 > base.txt");
  await undo(unhurried(world.io), world.root);
  expect(world.files("base.txt")).toBe("2");
});

test("a hook that waits long enough finds the state there, and nothing to say", async () => {
  const world = slowWorld();
  await world.hook("turn_start");
  const place = placeOf(world.io, world.root);
  // One state waits already, so this hook hands its own over, and then has time to wait.
  Object.assign(world.io, { timeLeft: () => 60_000 });
  const waiting = world.hook("turn_start", { sessionId: "other" });
  await expect.poll(() => world.jobs()).toBe("before before");
  await workLate(unhurried(world.io), place);
  expect(await waiting).toEqual({});
  expect(allPending(world.shadow())).toHaveLength(2);
});

test("two processes at once do each piece of work once", async () => {
  const world = slowWorld();
  const place = placeOf(world.io, world.root);
  for (const sessionId of ["a", "b", "c"]) await world.hook("turn_start", { sessionId });
  world.sh("echo 2 > base.txt");
  for (const sessionId of ["a", "b", "c"]) await world.hook("turn_end", { sessionId });
  await Promise.all([workLate(unhurried(world.io), place), workLate(unhurried(world.io), place)]);
  expect([world.jobs(), allPending(world.shadow()), existsSync(lateLock(place))]).toEqual(["", [], false]);
});

test("the lock of a process that died is taken over", async () => {
  const world = slowWorld();
  const place = placeOf(world.io, world.root);
  await world.hook("turn_start");
  const { pid } = spawnSync("/bin/true");
  writeFileSync(lateLock(place), ownerLine({ ...world.io, pid }));
  await world.catchUp();
  expect([world.jobs(), allPending(world.shadow()).length]).toEqual(["", 1]);
});

test("where no other process can be started the hook is too slow, and nothing rests", async () => {
  const world = slowWorld();
  delete (world.io as { program?: unknown }).program;
  await expect(world.hook("turn_start")).rejects.toThrow(TooSlow);
  world.hurry(false);
  await world.turn("echo 2 > base.txt");
  expect(await stepsOf(world)).toHaveLength(1);
});

test("a worktree that is removed meanwhile is no deletion of all its files", async () => {
  const world = slowWorld();
  const place = placeOf(world.io, world.root);
  await world.hook("turn_start");
  renameSync(world.root, `${world.root}.away`);
  await workLate(unhurried(world.io), place);
  expect(world.jobs()).toBe("");
  renameSync(`${world.root}.away`, world.root);
  world.hurry(false);
  await world.turn("echo 2 > base.txt");
  expect((await stepsOf(world)).map(filesOf)).toEqual(["base.txt"]);
});

test("a full disk keeps the state before, and says so", async () => {
  const world = makeWorld(COMMITTED);
  if (!smallDisk(world.data, 2048)) return;
  world.sh('head -c 300000 /dev/urandom > "$DATA/of-another"');
  await world.turn("echo 2 > base.txt");
  const io = world.io as { program?: readonly string[]; timeLeft?: () => number };
  Object.assign(io, { program: ["/bin/true"], timeLeft: () => 0 });
  await world.hook("turn_start");
  world.sh("head -c 1500000 /dev/urandom > one; head -c 1500000 /dev/urandom > two");
  await workLate(unhurried(world.io), placeOf(world.io, world.root));
  io.timeLeft = () => 600_000;
  world.sh('rm one two "$DATA/of-another"');
  expect((await world.hook("turn_end")).notice?.join()).toMatch(/records no checkpoints: .*full/);
  await undo(unhurried(world.io), world.root);
  expect(world.files("base.txt")).toBe("alpha");
});

test("nothing of it is left on the disk when it is done", async () => {
  const world = slowWorld();
  await world.hook("turn_start");
  await world.catchUp();
  const folder = join(world.data, "late", readdirSync(join(world.data, "late"))[0]!);
  expect(readdirSync(folder)).toEqual([]);
});
