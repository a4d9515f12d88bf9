import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readJournal } from "../../shadow-repo/journal/journal.ts";
import type { CheckpointRecord } from "../../shadow-repo/journal/records.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { times } from "../support/chance.ts";
import { copyOf, differences } from "./support/files.ts";
import { hookInput, startKillable, type Death } from "./support/start-killable.ts";
import { tortureWorld, type TortureWorld } from "./support/torture-world.ts";

/**
 * The ref of the state before changes its name when a turn becomes a checkpoint: at no moment its tree may be without.
 */

/** Of the calls at which it is killed each counts where there is time. */
const STEP = times(1) > 1 ? 1 : 7;

const makeWorld = () =>
  tortureWorld(
    "git init -q -b main .; mkdir -p a/b; for n in $(seq 30); do seq $n > a/b/f$n; done; git add -A; " +
      "git commit -qm start",
  );

const end = (world: TortureWorld, death?: Death) =>
  startKillable(world, ["hook", "snapshot"], { input: hookInput(world, "turn_end"), ...(death && { death }) });
const refsOf = (world: TortureWorld) => readdirSync(join(world.shadow(), "refs/snapveil")).toSorted();
const git = (world: TortureWorld, ...args: string[]) =>
  execFileSync("git", ["--git-dir", world.shadow(), ...args], { env: world.env, encoding: "utf8" }).trim();
const refOf = (world: TortureWorld, id: string, role: string) =>
  git(world, "rev-parse", "--verify", `refs/snapveil/${id}/${role}`);
const checkpointsOf = (world: TortureWorld) =>
  readJournal(world.shadow()).records.filter((one): one is CheckpointRecord => one.type === "checkpoint");
/** What no ref reaches is gone then. */
const collect = (world: TortureWorld) => git(world, "gc", "--quiet", "--prune=now");

test("killed at any step of a turn's end, the next one still makes the checkpoint", async () => {
  const counting = makeWorld();
  await counting.hook("turn_start");
  counting.sh("seq 5 > a/b/f1; printf new > a/new");
  const countTo = join(counting.top, "count");
  expect(await end(counting, { countTo })).toMatchObject({ exitCode: 0, stderr: "" });
  const calls = Number(readFileSync(countTo, "utf8"));
  expect(calls).toBeGreaterThan(30);

  for (let call = 1; call <= calls; call += STEP) {
    const world = makeWorld();
    await world.hook("turn_start");
    const before = copyOf(world.root);
    world.sh("seq 5 > a/b/f1; printf new > a/new");
    const { killed } = await end(world, { call, half: call % 2 === 0 });
    // The last calls are not made each time: a file as young as the index is read once more.
    if (!killed) expect(call, "it came to its end").toBeGreaterThan(calls - 5);
    collect(world);
    if (killed) expect(await end(world), `after call ${call}`).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
    collect(world);
    expect(world.fsck(), `after call ${call}`).toBe("");
    const [checkpoint] = checkpointsOf(world);
    expect(checkpoint, `after call ${call}`).toBeDefined();
    expect(
      [refOf(world, checkpoint!.id, "before"), refOf(world, checkpoint!.id, "after")],
      `after call ${call}`,
    ).toEqual([checkpoint!.before, checkpoint!.after]);
    await undo(world.io, world.root);
    expect(differences(before, copyOf(world.root)), `after call ${call}`).toEqual([]);
    world.remove();
  }
  process.stderr.write(`torture, a turn's end: killed at ${Math.ceil(calls / STEP)} of ${calls} calls\n`);
});

test("where a power cut left the ref empty, it is written anew", async () => {
  const world = makeWorld();
  await world.hook("turn_start");
  const [waiting] = refsOf(world);
  expect(waiting).toMatch(/^pending-/);
  world.sh(`: > "$SHADOW/refs/snapveil/${waiting}/before"; seq 5 > a/b/f1`);
  await world.hook("turn_end");
  const [{ id, before }] = checkpointsOf(world) as [CheckpointRecord];
  expect(refsOf(world)).toEqual([id]);
  expect(refOf(world, id, "before")).toBe(before);
});

test("a turn in which nothing changed leaves no ref behind", async () => {
  const world = makeWorld();
  await world.hook("turn_start");
  await world.hook("turn_end");
  expect(refsOf(world)).toEqual([]);
  expect(readdirSync(join(world.shadow(), "pending"))).toEqual([]);
});

test("the hook started twice at a turn's end, while the next turn begins", async () => {
  const world = makeWorld();
  const start = () => startKillable(world, ["hook", "snapshot"], { input: hookInput(world, "turn_start") });
  await start();
  for (let round = 0; round < times(3); round += 1) {
    world.sh(`seq ${round + 1} 99 > a/b/f${round % 30}`);
    const ended = await Promise.all([
      end(world),
      end(world),
      start(),
      ...(round % 2 === 0 ? [end(world), start()] : []),
    ]);
    for (const one of ended) expect(one).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
    await start();
  }
  world.sh("touch -d '2 hours ago' \"$SHADOW\"/refs/snapveil/*");
  const { sweepLeftovers } = await import("../../shadow-repo/maintenance/sweep-leftovers.ts");
  const { placeOf } = await import("../../shadow-repo/place.ts");
  sweepLeftovers(world.io, placeOf(world.io, world.root));
  const waiting = refsOf(world).filter((name) => name.startsWith("pending-"));
  expect(waiting).toHaveLength(1);
  collect(world);
  expect(world.fsck()).toBe("");
  const checkpoints = checkpointsOf(world);
  expect(checkpoints.length).toBeGreaterThan(0);
  for (const { id, before, after } of checkpoints)
    expect([refOf(world, id, "before"), refOf(world, id, "after")]).toEqual([before, after]);
  // The one that waits is still whole as well.
  world.sh("printf last > a/last");
  expect(await end(world)).toMatchObject({ exitCode: 0, stderr: "" });
  expect((await undo(world.io, world.root)).restored).toBe(true);
  expect(world.sh("test ! -e a/last && echo gone")).toBe("gone\n");
});
