import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { runSnapveil, type Run } from "../support/run.ts";
import { copyOf, differences } from "./support/files.ts";
import { tortureWorld, type TortureWorld } from "./support/torture-world.ts";

const mounted: string[] = [];
const worlds: TortureWorld[] = [];
afterEach(() => {
  for (const folder of mounted.splice(0)) spawnSync("umount", ["-l", folder]);
  for (const world of worlds.splice(0)) world.remove();
});

/** A disk of a few megabytes; `false`, with the reason printed, where none can be had. */
function smallDisk(folder: string, kilobytes: number): boolean {
  mkdirSync(folder, { recursive: true });
  const result = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k,mode=0700`, "tmpfs", folder], { encoding: "utf8" });
  if (result.status !== 0) {
    process.stderr.write(`left out: a full disk, since nothing can be mounted here: ${(result.stderr || String(result.error)).trim()}\n`);
    return false;
  }
  mounted.push(folder);
  return true;
}

/** Fills a disk up to its last `left` kilobytes. */
function fill(folder: string, left: number): string {
  const ballast = join(folder, "ballast");
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left * 1024)));
  return ballast;
}

function command(world: TortureWorld, ...args: string[]): Promise<Run> {
  return runSnapveil([...args, "--yes", "--json"], { env: world.env, cwd: world.root });
}

const PROJECT = "git init -q -b main .; for n in $(seq 60); do mkdir -p d$((n % 5)); seq $n $((n * 40)) > d$((n % 5))/f$n; done; printf '*.ign\\n' > .gitignore; printf kept > k.ign; git add -A; git commit -qm start";

test("a full disk under the project: each file is whole, what could not be written is named, and redo or undo finish it", { timeout: 300_000 }, async (context) => {
  const world = tortureWorld("true");
  worlds.push(world);
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
    for (const [path, value] of middle) if (path !== "ballast") expect([before.get(path), after.get(path)], `${path} is whole`).toContain(value);
    if (run.exitCode === 0) {
      const { skipped } = JSON.parse(run.stdout) as { skipped: { path: string; why: string }[] };
      const open = [...before].filter(([path, value]) => middle.get(path) !== value).map(([path]) => path);
      expect(skipped.map(({ path }) => path)).toEqual(expect.arrayContaining(open));
      named += skipped.length;
    }
    // With room again: the state after the turn comes back whole.
    await command(world, "redo");
    expect(differences(copyOf(world.root), after)).toEqual([]);
    expect(await command(world, "undo")).toMatchObject({ exitCode: 0 });
    expect(differences(copyOf(world.root), before)).toEqual([]);
  }
  process.stderr.write(`torture, full disk under the project: 6 fillings, ${named} files named that could not be written, 0 bytes lost\n`);
});
