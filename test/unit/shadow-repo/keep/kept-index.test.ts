// @module-tag long
import fs, { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { setTimeout } from "node:timers/promises";

import { describe, expect, test, vi } from "vitest";

import { readHistory } from "../../../../shadow-repo/journal/replay.ts";
import { lastKeptState, readKeptState } from "../../../../shadow-repo/keep/kept-state.ts";
import { toText } from "../../../../shadow-repo/git-path.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

/** So many ignored files that an index of git's is made of them. */
const MANY =
  `${COMMITTED} && echo data/ > .gitignore && git add . && git commit -qm ignore && mkdir -p data/below && ` +
  "for i in $(seq 1100); do echo $i > data/below/f$i; done; ln -s f1 data/link; head -c 9000000 /dev/zero > data/large";

/** A world whose ignored files have not changed for so long that git can tell when they do. */
async function settledWorld(): Promise<World> {
  const world = makeWorld(MANY);
  await world.turn("true");
  await setTimeout(2300);
  await world.turn("true");
  expect(existsSync(`${world.shadow()}/keep/index`)).toBe(true);
  return world;
}

function kept(world: World): string[] {
  const shadow = world.shadow();
  return (readKeptState(shadow, lastKeptState(shadow))?.files ?? []).map(({ path }) => toText(path));
}

/** The looks that Node has at files during some work. */
async function looksDuring(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(fs, "lstatSync");
  syncBuiltinESMExports();
  try {
    await work();
    return spy.mock.calls.length;
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
}

/** Each change leaves the size, and the times that a program can set, as they were. */
const CHANGES: Readonly<Record<string, string>> = {
  "data/below/f11": "printf '99\\n' > data/below/f11; touch -d 2020-01-01 data/below/f11 data/below/f12",
  "data/below/f13":
    "stamp=$(stat -c %y data/below/f13); printf 'x3\\n' > data/below/f13; touch -d \"$stamp\" data/below/f13",
  "data/below/f14": "chmod 600 data/below/f14",
  "data/below/f15": "printf 'x5\\n' > new; touch -r data/below/f15 new; mv new data/below/f15",
  "data/link": "ln -sfn f2 data/link",
};

describe("thousands of ignored files", () => {
  test("are not looked at one by one while none has changed, and every change of a turn is found", {
    tags: ["sample"],
  }, async () => {
    const world = await settledWorld();
    expect(await looksDuring(() => world.turn("echo 1 > base.txt"))).toBeLessThan(100);
    await world.hook("turn_start");
    world.sh(`${Object.values(CHANGES).join("; ")}; rm data/below/f16`);
    await world.hook("turn_end");
    const { keepChanges } = readHistory(world.shadow()).checkpoints.at(-1)!;
    expect(keepChanges?.deleted).toEqual(["data/below/f16"]);
    expect(Object.keys(keepChanges!.changed).toSorted()).toEqual(Object.keys(CHANGES));
    await undo(world.io, world.root, { kept: true });
    expect(world.files("data/below/f11", "data/below/f13", "data/below/f15", "data/below/f16")).toBe("11 13 15 16");
  });

  test.each([
    ["a new file", "echo > data/below/new", "data/below/new"],
    ["a new file in a new folder", "mkdir data/more; echo > data/more/new", "data/more/new"],
    ["a file that was too large", ": > data/large", "data/large"],
  ])("are looked at anew for %s", async (_what, script, path) => {
    const world = await settledWorld();
    world.sh(script);
    await world.hook("turn_start");
    expect(kept(world)).toContain(path);
  });

  test("do not hide one that is not kept from the account of what is lost", async () => {
    const world = await settledWorld();
    await world.turn("rm data/large data/below/f18");
    const { notHeld } = await undo(world.io, world.root);
    expect(notHeld.map(({ path }) => path)).toEqual(["data/large"]);
    expect(world.files("data/below/f18")).toBe("18");
  });

  test("have a copy of a file that changed in place between two turns", async () => {
    const world = await settledWorld();
    world.sh("printf '99\\n' > data/below/f17");
    await world.turn("rm data/below/f17");
    await undo(world.io, world.root);
    expect(world.files("data/below/f17")).toBe("99");
  });

  test.each([
    ["is gone", 'rm "$SHADOW/keep/index"'],
    ["is damaged", 'truncate -s -30 "$SHADOW/keep/index"'],
    ["holds other bytes", 'printf x | dd of="$SHADOW/keep/index" bs=1 seek=100 conv=notrunc status=none'],
  ])("are looked at one by one where the index %s", async (_what, script) => {
    const world = await settledWorld();
    world.sh(script);
    await world.turn("rm data/below/f18");
    await undo(world.io, world.root);
    expect(world.files("data/below/f18")).toBe("18");
  });
});
