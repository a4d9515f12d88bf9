import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { redo } from "../../shadow-repo/restore/redo.ts";
import { reset } from "../../shadow-repo/restore/reset.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { liveIn } from "./support/driver.ts";
import { copyOf, differences } from "./support/files.ts";
import { COMMITTED, tortureWorld, type TortureWorld } from "./support/torture-world.ts";

const HOUR = 3_600_000;

/** A world whose clock can be set; what the file system writes down is the real time all the same. */
function worldWithClock(): { world: TortureWorld; clock: { shift: number } } {
  const world = tortureWorld(COMMITTED);
  const clock = { shift: 0 };
  Object.assign(world.io, { now: () => new Date(Date.now() + clock.shift) });
  return { world, clock };
}

function file(world: TortureWorld): string {
  return join(world.root, "base.txt");
}

test("checkpoints made while the clock jumps about are undone in the order in which they were made", async () => {
  const { world, clock } = worldWithClock();
  const states = [copyOf(world.root)];
  for (const [n, shift] of [0, -5, 3, -24, -24, 200].entries()) {
    clock.shift = shift * HOUR;
    await world.turn(`printf ${n} > base.txt; printf ${n} > n${n}`);
    states.push(copyOf(world.root));
  }
  const back = await undo(world.io, world.root, { count: 4 });
  expect(back).toMatchObject({ restored: true, skipped: [], conflicts: [] });
  expect(differences(copyOf(world.root), states[2]!)).toEqual([]);
  await redo(world.io, world.root);
  expect(differences(copyOf(world.root), states[6]!)).toEqual([]);
  await reset(world.io, world.root, { keep: 1, session: "s" });
  expect(differences(copyOf(world.root), states[1]!)).toEqual([]);
  expect(world.fsck()).toBe("");
});

test("a clock that is set back within a turn changes nothing", async () => {
  const { world, clock } = worldWithClock();
  const states = [copyOf(world.root)];
  for (const n of [1, 2, 3]) {
    clock.shift = 0;
    await world.hook("turn_start");
    for (const call of ["a", "b"]) {
      clock.shift -= 7 * HOUR;
      await world.hook("pre_tool_use", { toolUseId: `${n}${call}`, toolName: "shell" });
      world.sh(`printf ${n}${call} > base.txt; printf ${n} > ${call}${n}`);
      await world.hook("post_tool_use", { toolUseId: `${n}${call}`, toolName: "shell" });
    }
    await world.hook("turn_end");
    states.push(copyOf(world.root));
  }
  for (const n of [2, 1, 0]) {
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [], conflicts: [] });
    expect(differences(copyOf(world.root), states[n]!)).toEqual([]);
  }
  await redo(world.io, world.root, { count: 3 });
  expect(differences(copyOf(world.root), states[3]!)).toEqual([]);
});

test("two calls at once, the second by an earlier clock, are taken back to before the first", async () => {
  const { world, clock } = worldWithClock();
  const before = copyOf(world.root);
  await world.hook("pre_tool_use", { toolUseId: "one", toolName: "shell" });
  world.sh("printf one > base.txt");
  clock.shift = -HOUR;
  await world.hook("pre_tool_use", { toolUseId: "two", toolName: "shell" });
  world.sh("printf two > base.txt");
  await world.hook("post_tool_use", { toolUseId: "one", toolName: "shell" });
  world.sh("printf three > base.txt");
  await world.hook("post_tool_use", { toolUseId: "two", toolName: "shell" });
  await undo(world.io, world.root, { count: 2 });
  expect(differences(copyOf(world.root), before)).toEqual([]);
});

test("an index from the future hides no change that its stat data cannot show", async () => {
  const { world } = worldWithClock();
  const file = join(world.root, "base.txt");
  for (const [n, content] of ["bravo\n", "gamma\n", "delta\n"].entries()) {
    await world.hook("turn_start");
    writeFileSync(file, content); // the same size within the second in which the index was written
    world.sh('touch -r base.txt ../stamp; touch -d 2040-01-01 "$SHADOW/index"');
    await world.hook("turn_end");
    expect(liveIn(world)).toHaveLength(n + 1);
  }
});

test("a hook that is started twice makes one checkpoint a call, and a change made again is another", async () => {
  const { world } = worldWithClock();
  const call = (name: "pre_tool_use" | "post_tool_use") =>
    world.hook(name, {
      wireName: name === "pre_tool_use" ? "PreToolUse" : "PostToolUse",
      toolName: "Write",
      toolInput: { path: "base.txt" },
    } as object);
  const twice = async (work: string) => {
    await Promise.all([call("pre_tool_use"), call("pre_tool_use")]);
    world.sh(work);
    await Promise.all([call("post_tool_use"), call("post_tool_use")]);
  };
  await twice("printf B > base.txt");
  expect(liveIn(world)).toHaveLength(1);
  await twice("printf 'alpha\\n' > base.txt"); // the way back
  await twice("printf B > base.txt");
  expect(liveIn(world)).toHaveLength(3);
  world.sh("printf 'alpha\\n' > base.txt"); // by hand, seen by no hook
  await twice("printf B > base.txt");
  expect(liveIn(world)).toHaveLength(4);
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1 });
  expect(readFileSync(file(world), "utf8")).toBe("alpha\n");
});

test("calls without an id are paired newest first, whatever the clock says", async () => {
  const { world, clock } = worldWithClock();
  const call = { wireName: "PreToolUse", toolName: "Write", toolInput: { path: "base.txt" } } as object;
  await world.hook("pre_tool_use", call);
  world.sh("printf outer > outer.txt");
  clock.shift = -HOUR; // back: the inner call seems to have begun before the outer one
  await world.hook("pre_tool_use", call);
  world.sh("printf inner > inner.txt");
  await world.hook("post_tool_use", { ...call, wireName: "PostToolUse" } as object);
  expect(liveIn(world)).toHaveLength(1);
  await undo(world.io, world.root);
  expect([...copyOf(world.root).keys()].toSorted()).toEqual(["base.txt", "outer.txt"]);
});

test("no time that a file claims hides a change of it", async () => {
  const { world } = worldWithClock();
  const [old, future] = [new Date("2001-01-01"), new Date("2040-01-01")];
  const file = join(world.root, "base.txt");
  const contents = ["alpha\n", "bravo\n", "gamma\n", "delta\n", "omega\n"]; // all of one length
  const times = [future, old, future, undefined, old];
  await world.hook("session_start");
  for (const [n, content] of contents.entries()) {
    if (n === 0) continue;
    await world.hook("turn_start");
    writeFileSync(file, content);
    if (times[n]) utimesSync(file, times[n], times[n]);
    await world.hook("turn_end");
    expect(liveIn(world), content).toHaveLength(n);
  }
  for (const content of contents.slice(0, -1).toReversed()) {
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [], conflicts: [] });
    expect(readFileSync(file, "utf8")).toBe(content);
  }
});

test("caches from the future are not believed", async () => {
  const { world } = worldWithClock();
  await world.turn("printf one > base.txt");
  world.sh('find "$SHADOW" -type f -exec touch -d 2040-01-01 {} +'); // as after a clock that ran ahead was set right
  await world.turn("printf two > base.txt; printf '*.log\\n' > .gitignore; printf x > x.log");
  expect(liveIn(world)).toHaveLength(2);
  await undo(world.io, world.root);
  expect(readFileSync(join(world.root, "base.txt"), "utf8")).toBe("one");
  expect(readFileSync(join(world.root, "x.log"), "utf8")).toBe("x");
});

test("a lock is not taken for stale, nor kept for ever, because the clock jumped", async () => {
  const { world, clock } = worldWithClock();
  await world.turn("printf one > base.txt");
  clock.shift = -48 * HOUR;
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
  writeFileSync(join(world.shadow(), "restore.lock"), "4194399\n"); // of a process that is no more
  expect(await redo(world.io, world.root)).toMatchObject({ restored: true });
});
