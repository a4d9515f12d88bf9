import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { restore } from "../../shadow-repo/restore/restore.ts";
import { askSnapveil } from "../support/run.ts";
import { removeSmallDisks, smallDisk } from "../support/small-disk.ts";
import { liveIn } from "./support/driver.ts";
import { bytesLost, copyOf, differences, type Copy } from "./support/files.ts";
import { hookInput } from "./support/start-killable.ts";
import { tortureWorld, type TortureWorld } from "./support/torture-world.ts";

afterEach(removeSmallDisks);

/** Fills a disk up to its last `left` kilobytes. */
function fill(folder: string, left: number): string {
  const ballast = join(folder, "ballast");
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left * 1024)));
  return ballast;
}

const hook = (world: TortureWorld, event: string) =>
  askSnapveil(["hook", "snapshot"], { ...world, input: hookInput(world, event) });
const command = (world: TortureWorld, ...args: string[]) => world.snapveil([...args, "--yes", "--json"]);

const PROJECT =
  "git init -q -b main .; for n in $(seq 60); do mkdir -p d$((n % 5)); seq $n $((n * 40)) > d$((n % 5))/f$n; " +
  "done; printf '*.ign\\n' > .gitignore; printf kept > k.ign; git add -A; git commit -qm start";
const EDIT = (n: number) =>
  `for f in $(seq ${n} 7 60); do head -c 20000 /dev/urandom > d$((f % 5))/f$f; done; rm -f d1/f1; ` +
  `mkdir -p new; head -c 9000 /dev/urandom > new/n${n}`;

test("a full disk under snapveil's data: it is said, nothing is lost, and with room again all goes on", async (context) => {
  const world = tortureWorld(PROJECT);
  if (!smallDisk(world.data, 12_000)) return context.skip();
  const known = new Map<string, { before: Copy; after: Copy }>();
  const turn = async (n: number) => {
    const before = copyOf(world.root);
    const ids = new Set(liveIn(world).map(({ id }) => id));
    const first = await hook(world, "turn_start");
    world.sh(EDIT(n));
    const second = await hook(world, "turn_end");
    const after = copyOf(world.root);
    // The turn before it may not have ended, for want of room: that is a step by now, too.
    for (const { id } of liveIn(world).slice(-1)) if (!ids.has(id)) known.set(id, { before, after });
    return [first, second];
  };
  for (const n of [1, 2, 3]) for (const run of await turn(n)) expect(run).toMatchObject({ exitCode: 0, stderr: "" });

  let failures = 0;
  let said = 0;
  for (const [n, left] of [200, 120, 60, 40, 24, 12, 8, 4, 0].entries()) {
    const ballast = fill(world.data, left);
    const present = copyOf(world.root);
    for (const run of await turn(10 + n)) {
      expect(run.exitCode, "no hook fails the agent's work").toBe(0);
      if (/full|space/i.test(run.stdout + run.stderr)) said += 1;
      expect(`${run.stdout}${run.stderr}`).not.toMatch(/ at .*\.(?:cjs|ts)/); // no stack
    }
    const now = copyOf(world.root);
    const refused = await command(world, "undo");
    const result = copyOf(world.root);
    if (refused.exitCode !== 0) {
      failures += 1;
      expect(refused.stderr).toMatch(/full|space/i);
      expect(differences(result, now), "refused, so nothing is touched").toEqual([]);
    }
    expect(present.get("k.ign")).toBe(result.get("k.ign"));
    rmSync(ballast);
    // Whatever happened: with room again, an undo either finishes or takes back, and the next turn is recorded.
    const live = liveIn(world).length;
    for (const run of await turn(30 + n)) expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect([live + 1, live + 2]).toContain(liveIn(world).length);
    expect(world.fsck()).toBe("");
  }
  let lost = 0;
  for (const [id, { before, after }] of known) {
    await restore(world.io, world.root, { checkpoint: id, after: false });
    lost += bytesLost(copyOf(world.root), before);
    await restore(world.io, world.root, { checkpoint: id, after: true });
    lost += bytesLost(copyOf(world.root), after);
  }
  process.stderr.write(
    `torture, full disk under the data: 9 fillings, ${failures} commands refused, said ${said} times in hooks, ` +
      `${known.size} checkpoints restored, ${lost} bytes lost\n`,
  );
  expect(lost).toBe(0);
});

test("a full disk under the project: each file is whole, what was not written is named, redo or undo finish it", async (context) => {
  const world = tortureWorld("true");
  if (!smallDisk(world.root, 6_000)) return context.skip();
  world.sh(PROJECT);
  let named = 0;
  for (const [n, left] of [400, 100, 40, 16, 4, 0].entries()) {
    const before = copyOf(world.root);
    await world.turn(`for f in $(seq 1 3 60); do head -c 30000 /dev/urandom > d$((f % 5))/f$f; done; rm -rf d${n % 5}`);
    const after = copyOf(world.root);
    const ballast = fill(world.root, left);
    const run = await command(world, "undo");
    rmSync(ballast);
    const middle = copyOf(world.root);
    for (const [path, value] of middle)
      if (path !== "ballast") expect([before.get(path), after.get(path)], `${path} is whole`).toContain(value);
    if (run.stdout !== "") {
      const { skipped, restored } = JSON.parse(run.stdout) as { skipped: { path: string }[]; restored: boolean };
      const open = [...before].filter(([path, value]) => middle.get(path) !== value).map(([path]) => path);
      expect(skipped.map(({ path }) => path)).toEqual(expect.arrayContaining(open));
      named += skipped.length;
      // With room again: the state after the turn comes back whole.
      if (restored) await command(world, "redo");
    }
    expect(differences(copyOf(world.root), after)).toEqual([]);
    expect(await command(world, "undo")).toMatchObject({ exitCode: 0 });
    expect(differences(copyOf(world.root), before)).toEqual([]);
  }
  process.stderr.write(
    `torture, full disk under the project: 6 fillings, ${named} files named that could not be written, 0 bytes lost\n`,
  );
});
