import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Writable } from "node:stream";

import { expect, test } from "vitest";

import { prune } from "../../shadow-repo/maintenance/prune.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { liveIn } from "./support/driver.ts";
import { tortureWorld } from "./support/torture-world.ts";

/** What dead processes, power cuts and other programs leave in the shadow repository stops nobody. */

test.each([
  ["a lock of a dead process", "printf '999999999\\n' > \"$SHADOW/restore.lock\""],
  ["a stale index lock", ': > "$SHADOW/index.lock"'],
  ["a torn line of the journal", 'printf \'1 abc {"type":"check\' >> "$SHADOW/journal"'],
])("%s", async (_what, leave) => {
  const world = tortureWorld();
  await world.turn("printf 1 > base.txt");
  world.sh(leave);
  await world.turn("printf 2 > base.txt");
  expect(liveIn(world)).toHaveLength(2);
  expect(await undo(world.io, world.root, { count: 2 })).toMatchObject({ restored: true });
  expect(world.read("base.txt")).toBe("alpha\n");
});

test("locks of a process that nobody waits for, and the mark of a gc that was killed", async (context) => {
  if (process.platform !== "linux") {
    process.stderr.write("left out: only Linux tells that a process is dead and not waited for\n");
    return context.skip();
  }
  const world = tortureWorld();
  await world.turn("printf 1 > base.txt");
  // The inner one ends when the outer one has become what never waits for it: the shell still would.
  const outer = spawn("bash", ["-c", "cat <&3 > /dev/null & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "ignore", "pipe"],
  });
  try {
    const pid = Number(String((await once(outer.stdout!, "data"))[0]));
    await expect.poll(() => readFileSync(`/proc/${outer.pid}/comm`, "latin1")).toBe("sleep\n");
    (outer.stdio[3] as Writable).end();
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "latin1")).toMatch(/\) Z /);
    world.sh(
      `printf '${pid}\\n' > "$SHADOW/restore.lock"; cp "$SHADOW/restore.lock" "$SHADOW/prune.lock"; ` +
        `printf '%s %s' ${pid} $(hostname) > "$SHADOW/gc.pid"`,
    );
    await prune(world.io, world.root);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
  } finally {
    outer.kill("SIGKILL");
  }
});

test.each([
  'printf garbage > "$SHADOW/index"',
  ': > "$SHADOW/index"',
  'truncate -s -30 "$SHADOW/index"',
  'head -c 300 /dev/urandom > "$SHADOW/index"',
  "printf '{' > \"$SHADOW/index.state\"",
  'rm "$SHADOW/index"',
  'rm -f "$SHADOW/index.state"',
])("a damaged cache is made anew: %s", async (damage) => {
  const world = tortureWorld();
  await world.hook("turn_start");
  world.sh(damage);
  world.sh("printf 2 > base.txt");
  await world.hook("turn_end");
  expect(liveIn(world)).toHaveLength(1);
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1 });
});
