import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { RestoreResult } from "../../shadow-repo/restore/operation/restore-result.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { times } from "../support/chance.ts";
import { liveIn } from "./support/driver.ts";
import { copyOf, differences, equal } from "./support/files.ts";
import { tortureWorld, type TortureWorld } from "./support/torture-world.ts";

/** How often each thing is tried. */
const ROUNDS = times(2);

const projectWorld = () =>
  tortureWorld(
    "git init -q -b main .; for n in $(seq 200); do mkdir -p d$((n % 9)); seq $n > d$((n % 9))/f$n; done; " +
      "git add -A; git commit -qm start",
  );

const command = (world: TortureWorld, ...args: string[]) => world.json<RestoreResult>([...args, "--yes"]);

const at = (count: number) => Array.from({ length: count }, (_, n) => n);

test("eight first captures at once", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = projectWorld();
    const before = copyOf(world.root);
    await Promise.all(at(8).map((n) => world.process("turn_start", { session_id: `s${n}` })));
    world.sh("rm -rf d1; printf changed > d2/f2; printf new > new");
    const after = copyOf(world.root);
    await Promise.all(at(8).map((n) => world.process("turn_end", { session_id: `s${n}` })));
    expect(
      liveIn(world)
        .map(({ session }) => session)
        .toSorted(),
    ).toEqual(at(8).map((n) => `s${n}`));
    // Eight turns without calls saw the same changes, so each may be another's: they are named and taken back.
    const { restored, skipped, conflicts } = await undo(world.io, world.root, { session: "s5" });
    expect({ restored, skipped }).toEqual({ restored: true, skipped: [] });
    expect(conflicts.map(({ path }) => path)).toContain("new");
    expect(differences(copyOf(world.root), before)).toEqual([]);
    await command(world, "redo");
    expect(differences(copyOf(world.root), after)).toEqual([]);
    expect(world.fsck()).toBe("");
    expect(world.sh('ls "$SHADOW/tmp"').trim(), "no leftovers").toBe("");
  }
});

test("sixteen tool calls at once, each with a file of its own, make sixteen checkpoints", async () => {
  const world = projectWorld();
  await world.process("session_start");
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = liveIn(world).length;
    await Promise.all(
      at(16).map(async (n) => {
        const call = { tool_use_id: `r${round}c${n}`, tool_name: "shell" };
        await world.process("pre_tool_use", call);
        world.sh(`printf ${round} > own-${n}`);
        await world.process("post_tool_use", call);
      }),
    );
    expect(liveIn(world).length - before).toBe(16);
    expect(world.fsck()).toBe("");
  }
});

test("eight calls around the same work each make a checkpoint of all of it", async () => {
  const world = projectWorld();
  const all = (name: "pre_tool_use" | "post_tool_use") =>
    Promise.all(at(8).map((n) => world.process(name, { tool_use_id: `c${n}`, tool_name: "shell" })));
  await all("pre_tool_use");
  world.sh("for n in $(seq 5); do printf changed > d$n/new; done");
  await all("post_tool_use");
  const { checkpoints } = await world.json<{ checkpoints: { after: string; files: unknown[] }[] }>(["checkpoints"]);
  expect(checkpoints.map(({ files }) => files.length)).toEqual(at(8).map(() => 5));
  expect(new Set(checkpoints.map(({ after }) => after)).size).toBe(1);
});

test("two agents that restore at once take their turns", async () => {
  const world = projectWorld();
  const states = [copyOf(world.root)];
  const turn = async (n: number) => {
    await world.turn(
      `for f in $(seq 0 8); do printf 't%s' ${n} > d$f/shared; done; printf ${n} > n${n}; ` +
        `rm -f d$((${n} % 9))/f$((${n} + 9))`,
    );
    states.push(copyOf(world.root));
  };
  for (const n of at(4 * ROUNDS)) await turn(n);
  for (let round = 0; round < ROUNDS; round += 1) {
    const results = await Promise.all([command(world, "undo"), command(world, "undo"), command(world, "undo")]);
    expect(results.every(({ restored, skipped }) => restored && skipped.length === 0)).toBe(true);
    states.splice(-3);
    expect(differences(copyOf(world.root), states.at(-1)!)).toEqual([]);
  }
  await Promise.all([command(world, "redo"), command(world, "redo")]);
  expect(liveIn(world)).toHaveLength(ROUNDS + 2);
  expect(world.fsck()).toBe("");
});

test("a capture in the middle of a restore sees old files and new ones, and never half a file", async () => {
  const world = projectWorld();
  const before = copyOf(world.root);
  await world.turn('for f in d*/*; do seq 1 400 > "$f"; done');
  const after = copyOf(world.root);
  for (let round = 0; round < ROUNDS; round += 1) {
    // Calls of another session: one that sees half of a redo makes a checkpoint of it, which would be the next to be
    // undone.
    const undoing = round % 2 === 0 ? command(world, "undo", "--session", "s") : command(world, "redo");
    const capturing = at(4).map(async (n) => {
      const call = { session_id: "calls", tool_use_id: `during-${round}-${n}`, tool_name: "read" };
      await world.process("pre_tool_use", call);
      await world.process("post_tool_use", call);
    });
    await Promise.all([undoing, ...capturing]);
    expect(differences(copyOf(world.root), round % 2 === 0 ? before : after)).toEqual([]);
  }
  const whole = new Set([...before, ...after].map(([path, value]) => `${path}\0${value.slice(5)}`));
  for (const line of world
    .sh(
      'for c in $(ls "$SHADOW/refs/snapveil"); do for t in before after tree; do [ -f ' +
        '"$SHADOW/refs/snapveil/$c/$t" ] && git --git-dir="$SHADOW" ls-tree -r "$(cat ' +
        '"$SHADOW/refs/snapveil/$c/$t")"; done; done | sort -u || true',
    )
    .trim()
    .split("\n")) {
    const [, id, path] = /^\d+ blob (\w+)\t(.*)$/.exec(line) ?? [];
    if (id) expect(whole.has(`${path}\0${world.sh(`git --git-dir="$SHADOW" cat-file blob ${id}`)}`), line).toBe(true);
  }
  expect(world.fsck()).toBe("");
});

test("the worktrees of one repository each have a history of their own, at the same time", async () => {
  const world = projectWorld();
  world.sh("for n in 1 2 3; do git worktree add -q -b w$n $TOP/w$n; done");
  const roots = [world.root, ...[1, 2, 3].map((n) => join(world.top, `w${n}`))];
  const before = roots.map((root) => copyOf(root));
  await Promise.all(roots.map((cwd, n) => world.process("turn_start", { cwd, session_id: `w${n}` })));
  for (const [n, cwd] of roots.entries()) world.sh(`cd ${cwd}; printf ${n} > d1/f1; printf ${n} > only-${n}; rm d2/f2`);
  await Promise.all(roots.map((cwd, n) => world.process("turn_end", { cwd, session_id: `w${n}` })));
  await Promise.all(roots.map((cwd) => world.json(["undo", "--yes"], { cwd })));
  for (const [n, root] of roots.entries()) expect(differences(copyOf(root), before[n]!), root).toEqual([]);
});

test("files that are written all the time while they are captured stop nothing", async () => {
  const world = projectWorld();
  const before = copyOf(world.root);
  await world.process("turn_start");
  world.sh(
    "(n=0; until [ -e $TOP/stop ]; do n=$((n + 1)); seq $n > busy.log; printf $n > d3/f3; mv -f busy.log moving; " +
      "rm -f moving; done; touch $TOP/stopped) > /dev/null 2>&1 &",
  );
  for (let n = 0; n < 2 * ROUNDS; n += 1) await world.process(n % 2 === 0 ? "turn_end" : "turn_start");
  world.sh("touch $TOP/stop; until [ -e $TOP/stopped ]; do sleep 0.02; done");
  await world.process("turn_start");
  world.sh("printf last > d3/f3");
  await world.process("turn_end");
  // All at once: a turn may hold nothing but the file that was made and removed all the time, and is gone already.
  expect((await undo(world.io, world.root, { count: liveIn(world).length })).restored).toBe(true);
  const end = copyOf(world.root);
  // What was written between two turns is in no checkpoint; all the rest is as it was.
  const quiet = (copy: ReadonlyMap<string, string>) =>
    new Map([...copy].filter(([path]) => !["d3/f3", "busy.log", "moving"].includes(path)));
  expect(equal(quiet(end), quiet(before))).toBe(true);
  expect(readFileSync(join(world.root, "d3/f3"), "utf8").length).toBeGreaterThan(0);
  expect(world.fsck()).toBe("");
});
