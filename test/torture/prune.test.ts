import { readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { readHistory } from "../../shadow-repo/journal/replay.ts";
import { prune } from "../../shadow-repo/maintenance/prune.ts";
import { verify } from "../../shadow-repo/maintenance/verify.ts";
import { packedRefs } from "../../shadow-repo/refs.ts";
import { redo } from "../../shadow-repo/restore/redo.ts";
import { restore } from "../../shadow-repo/restore/restore.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { randomFrom, SEED, times } from "../support/chance.ts";
import { removeSmallDisks, smallDisk } from "../support/small-disk.ts";
import { liveIn } from "./support/driver.ts";
import { copyOf, differences, type Copy } from "./support/files.ts";
import { startKillable } from "./support/start-killable.ts";
import { ENGINES, tortureWorld, type Engine, type TortureWorld } from "./support/torture-world.ts";

afterEach(removeSmallDisks);

const PROJECT = "git init -q -b main .; for n in $(seq 20); do seq $n > f$n; done; git add -A; git commit -qm start";

/** A worktree whose states are copied, so that each checkpoint that is left can be held against what was there. */
class Recorded {
  readonly world: TortureWorld;
  readonly #states = new Map<string, { before: Copy; after: Copy }>();
  #turns = 0;

  constructor(engine?: Engine) {
    this.world = tortureWorld(PROJECT, engine);
  }

  /** Each turn in a session of its own. */
  async turn(): Promise<void> {
    this.#turns += 1;
    const n = this.#turns;
    const before = copyOf(this.world.root);
    await this.world.turn(
      `head -c 20000 /dev/urandom > noise; echo ${n} > f${1 + (n % 20)}; rm -f f${1 + ((n + 7) % 20)}`,
      {
        sessionId: `s${n}`,
      },
    );
    const id = liveIn(this.world).at(-1)!.id;
    this.#states.set(id, { before, after: copyOf(this.world.root) });
  }

  /** Nothing that is still named is lost, in whichever form its refs are by now. */
  async isWhole(what: string): Promise<void> {
    const { world } = this;
    const { ok, problems } = await verify(world.io, world.root);
    expect({ ok, problems }, what).toEqual({ ok: true, problems: [] });
    expect(world.fsck(), what).toBe("");
    const refs = new Map(
      world
        .sh('git --git-dir="$SHADOW" for-each-ref --format="%(refname) %(objectname)"')
        .trim()
        .split("\n")
        .map((line) => line.split(" ") as [string, string]),
    );
    const { checkpoints, operations } = readHistory(world.shadow());
    for (const { id, before, after } of checkpoints)
      expect([refs.get(`refs/snapveil/${id}/before`), refs.get(`refs/snapveil/${id}/after`)], what).toEqual([
        before,
        after,
      ]);
    for (const { id, before } of operations) expect(refs.get(`refs/snapveil/${id}/before`), what).toBe(before);
  }

  async everyStateComesBack(): Promise<void> {
    const { io, root } = this.world;
    for (const { id, scope } of liveIn(this.world)) {
      const states = this.#states.get(id);
      if (scope !== "turn" || !states) continue;
      await restore(io, root, { checkpoint: id });
      expect(differences(copyOf(root), states.before), id).toEqual([]);
      await restore(io, root, { checkpoint: id, after: true });
      expect(differences(copyOf(root), states.after), id).toEqual([]);
    }
  }

  /** What is forgotten is as old as it looks to git, too. */
  makeOld(): void {
    this.world.sh("find \"$SHADOW\" -type f -exec touch -d '2 hours ago' {} +");
  }
}

/** The user allows so little that each prune forgets something. */
function allowLittle(world: TortureWorld, engine: Engine): void {
  writeFileSync(world.env["SNAPVEIL_CONFIG"]!, `engine: ${engine}\ncheckpoints: { budget: 1 MiB }\n`);
  world.sh("head -c 900000 /dev/urandom > large");
}

for (const engine of ENGINES) {
  test(`a prune that is killed at any point loses nothing that is still named: ${engine}`, async () => {
    const random = randomFrom(SEED);
    const recorded = new Recorded(engine);
    const { world } = recorded;
    allowLittle(world, engine);
    for (let n = 0; n < 6; n += 1) await recorded.turn();
    recorded.makeOld();
    const counted = join(world.top, "calls");
    await startKillable(world, ["prune"], { death: { countTo: counted } });
    const calls = Number(readFileSync(counted, "utf8").trim().split("\n").at(-1));
    let killed = 0;
    for (let n = 0; n < times(8); n += 1) {
      await recorded.turn();
      await recorded.turn();
      recorded.makeOld();
      const death =
        n % 3 === 2 ? { milliseconds: 100 + random(400) } : { call: 1 + random(calls + 20), half: random(2) === 0 };
      const ended = await startKillable(world, ["prune"], { death });
      if (ended.killed) killed += 1;
      else expect(ended, "not killed").toMatchObject({ exitCode: 0, stderr: "" });
      await recorded.isWhole(`trial ${n}: ${JSON.stringify(death)}`);
      if (n % 4 === 3) expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
    }
    expect(await startKillable(world, ["prune"], {})).toMatchObject({ exitCode: 0, stderr: "" });
    await recorded.isWhole("at the end");
    expect(packedRefs(world.shadow()).size).toBeGreaterThan(0);
    await recorded.everyStateComesBack();
    process.stderr.write(`torture, prune killed, ${engine}: ${killed} of ${times(8)} died on the way\n`);
  });
}

test("prunes, turns, undos and somebody's git pack-refs at once lose nothing", async () => {
  const recorded = new Recorded();
  const { world } = recorded;
  for (let n = 0; n < 4; n += 1) await recorded.turn();
  for (let round = 0; round < times(4); round += 1) {
    const prunes = [0, 1].map(() => startKillable(world, ["prune"], {}));
    const other = startKillable(world, ["verify"], {});
    await recorded.turn();
    world.sh('git --git-dir="$SHADOW" pack-refs --all --prune || true');
    await recorded.turn();
    await undo(world.io, world.root);
    await redo(world.io, world.root);
    for (const ended of await Promise.all(prunes)) expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
    await other;
    await recorded.isWhole(`round ${round}`);
  }
  expect(liveIn(world)).toHaveLength(4 + 2 * times(4));
  await recorded.everyStateComesBack();
});

test("a turn goes on whose beginning somebody's git packed", async () => {
  const { world } = new Recorded();
  await world.turn("echo 9 > f1");
  await world.hook("turn_start");
  world.sh('git --git-dir="$SHADOW" pack-refs --all --prune; echo 2 > f1');
  await prune(world.io, world.root);
  await world.hook("turn_end");
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
  world.sh("touch -d '2 hours ago' \"$SHADOW/packed-refs\"");
  await prune(world.io, world.root);
  expect([...packedRefs(world.shadow()).keys()].filter((ref) => ref.includes("pending"))).toEqual([]);
  await undo(world.io, world.root, { count: 2 });
  expect(world.sh("cat f1")).toBe("1\n");
});

test("packed refs take a line each, and a damaged file of them costs no turn and no checkpoint", async () => {
  const recorded = new Recorded();
  const { world } = recorded;
  for (let n = 0; n < 3; n += 1) await recorded.turn();
  await prune(world.io, world.root);
  expect(world.sh('ls "$SHADOW/refs/snapveil"')).toBe("");
  expect(packedRefs(world.shadow()).size).toBe(6);
  for (const damage of [
    "printf 'garbage[' >> $F",
    ": > $F",
    "head -c 100 /dev/zero > $F",
    "rm $F",
    "truncate -s -9 $F",
  ]) {
    world.sh(`F="$SHADOW/packed-refs"; ${damage}`);
    await recorded.turn();
    expect(await undo(world.io, world.root), damage).toMatchObject({ restored: true });
    await redo(world.io, world.root);
    await prune(world.io, world.root);
    await recorded.isWhole(damage);
  }
  await recorded.everyStateComesBack();
});

test("where git's own lock of the packed refs lies, refs stay files and nothing is lost", async () => {
  const recorded = new Recorded();
  const { world } = recorded;
  await recorded.turn();
  world.sh(': > "$SHADOW/packed-refs.lock"');
  await prune(world.io, world.root);
  await recorded.isWhole("locked");
  expect(packedRefs(world.shadow()).size).toBe(0);
  world.sh(
    'printf "4194399 - elsewhere x\\n" > "$SHADOW/packed-refs.lock"; touch -d "2 hours ago" "$SHADOW/packed-refs.lock"',
  );
  await prune(world.io, world.root);
  expect(packedRefs(world.shadow()).size).toBe(2);
  await recorded.isWhole("the lock of a dead process");
});

test("on a full disk a prune says so, loses nothing, and goes on once there is room", async (context) => {
  const { world } = new Recorded();
  if (!smallDisk(world.data, 12_000)) return context.skip();
  for (let n = 0; n < 6; n += 1) await world.turn(`head -c 300000 /dev/urandom > noise; echo ${n} > f1`);
  for (const left of [0, 4, 16, 64, 256, 1024]) {
    const { bavail, bsize } = statfsSync(world.data);
    const ballast = join(world.data, "ballast");
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left * 1024)));
    const { exitCode, stderr } = await startKillable(world, ["prune"], {});
    if (exitCode !== 0) expect(stderr).toMatch(/full|space/i);
    expect(stderr).not.toMatch(/ at .*\.(?:cjs|ts)/);
    rmSync(ballast);
    expect(await verify(world.io, world.root), `${left} KiB left`).toEqual({ ok: true, problems: [] });
  }
  expect(await startKillable(world, ["prune"], {})).toMatchObject({ exitCode: 0, stderr: "" });
  await undo(world.io, world.root, { count: 6 });
  expect(world.sh("cat f1")).toBe("1\n");
});
