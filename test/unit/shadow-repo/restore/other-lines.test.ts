import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { makeWorld } from "../world.ts";

/** A file of three lines that are far apart. */
const SETUP = "git init -q .; seq 1 30 > a";
const LINES = "sed -n '1p;15p;30p' a | tr '\\n' ' '";
const edit = (line: number, text: string) => `sed -i ${line}s/.*/${text}/ a`;

test("a person's lines in a file that a call edited in the same turn stay; --whole takes these, too", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start");
  world.sh(edit(15, "mine"));
  await world.call("c1", edit(1, "agent"));
  world.sh(edit(30, "mine"));
  await world.hook("turn_end");
  const again = world.keep();
  const result = await undo(world.io, world.root);
  expect(result).toMatchObject({ restored: true, complete: true, conflicts: [] });
  expect(result.notes.join()).toMatch(/Other lines of a are of other edits, and stay\./);
  expect(world.sh(LINES)).toBe("1 mine mine ");
  again();
  expect(await undo(world.io, world.root, { whole: true })).toMatchObject({ restored: true, complete: true });
  expect(world.sh(LINES)).toBe("1 15 30 ");
});

test("--only-agent takes the calls' lines out of a file, too, where lines separate these, and nothing waits", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start");
  await world.call("c1", edit(1, "agent"));
  world.sh(edit(30, "mine"));
  await world.hook("turn_end");
  const preview = await undo(world.io, world.root, { onlyAgent: true, dryRun: true });
  expect(preview).toMatchObject({ complete: true, skipped: [], changes: [{ path: "a", additions: 1, deletions: 1 }] });
  expect(await undo(world.io, world.root, { onlyAgent: true })).toMatchObject({ restored: true, complete: true });
  expect(world.sh(LINES)).toBe("1 15 mine ");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: false, files: 0 });
});

test("--whole takes what was edited between two turns, too", async () => {
  const world = makeWorld(SETUP);
  await world.turn(edit(1, "agent"));
  world.sh(edit(30, "mine"));
  await world.turn(edit(15, "agent"));
  const again = world.keep();
  await undo(world.io, world.root, { count: 2 });
  expect(world.sh(LINES)).toBe("1 15 mine ");
  again();
  expect(await undo(world.io, world.root, { count: 2, whole: true })).toMatchObject({
    complete: true,
    conflicts: [{ path: "a", why: "edited since the checkpoint, and that edit goes, too" }],
  });
  expect(world.sh(LINES)).toBe("1 15 30 ");
  again();
  // Another session's line between the turns stays.
  await undo(world.io, world.root);
  await world.turn(edit(30, "other"), { sessionId: "other" });
  await world.turn(edit(15, "agent"));
  await undo(world.io, world.root, { session: "s", count: 2, whole: true });
  expect(world.sh(LINES)).toBe("1 15 other ");
});

test.each([
  ["undo", async ({ io, root }: ReturnType<typeof makeWorld>, whole: boolean) => undo(io, root, { whole })],
  [
    "redo",
    async ({ io, root }: ReturnType<typeof makeWorld>, whole: boolean) => {
      return redo(io, root, { whole });
    },
  ],
  [
    "restore",
    async ({ io, root }: ReturnType<typeof makeWorld>, whole: boolean) => {
      const [one] = (await listCheckpoints(io, root, { all: true })).checkpoints;
      return restore(io, root, { checkpoint: one!.id, after: true, whole });
    },
  ],
] as const)("%s leaves what was edited since in other lines; --whole does not", async (verb, act) => {
  const world = makeWorld(SETUP);
  await world.turn(edit(1, "agent"));
  if (verb !== "undo") await undo(world.io, world.root);
  world.sh(edit(30, "mine"));
  const again = world.keep();
  const first = verb === "undo" ? "1" : "agent";
  const result = await act(world, false);
  expect(result.notes.join()).toMatch(/Other lines of a are of other edits, and stay\./);
  expect(world.sh(LINES)).toBe(`${first} 15 mine `);
  again();
  await act(world, true);
  expect(world.sh(LINES)).toBe(`${first} 15 30 `);
});

test("a file that a widened sparse checkout brought stays and is named, though the turn edited it, too", async () => {
  const world = makeWorld(
    "git init -q .; mkdir d; echo a > a; echo b > d/b; git add .; git commit -qm one; git sparse-checkout set --no-cone /a",
  );
  await world.turn("git sparse-checkout disable; echo edited >> d/b");
  expect(await undo(world.io, world.root)).toMatchObject({
    restored: false,
    complete: false,
    skipped: [{ path: "d/b", why: "the sparse checkout was widened to it" }],
  });
  expect(world.sh("cat d/b")).toBe("b\nedited\n");
});

test("of the files that a widened sparse checkout brought, only those that were asked for and are there are named", async () => {
  const world = makeWorld(
    "git init -q .; mkdir d e; echo a > a; touch d/b d/c e/f; git add .; git commit -qm one; git sparse-checkout set --no-cone /a",
  );
  await world.turn("git sparse-checkout disable; echo edited >> a; echo new > e/new");
  const again = world.keep();
  const named = async (how: Parameters<typeof undo>[2]) => {
    again();
    world.sh("rm d/c");
    const { skipped } = await undo(world.io, world.root, how);
    return skipped.map(({ path }) => path);
  };
  expect(await named({})).toEqual(["d/b", "e/f"]);
  expect(await named({ paths: ["a"] })).toEqual([]);
  expect(await named({ paths: ["a", "e"] })).toEqual(["e/f"]);
});

test.each([
  [
    "turned back, where the step turned all",
    "a\nb\nc\n",
    "a\r\nB\r\nc\r\n",
    "a\r\nB\r\nc\r\nmine\r\n",
    "a\nb\nc\nmine\n",
  ],
  ["kept, where the step turned some", "a\nb\nc\n", "a\r\nb\nc\n", "a\r\nb\nc\nmine\r\n", "a\nb\nc\nmine\r\n"],
  ["kept, where the file had both kinds", "a\r\nb\nc\n", "a\nb\nc\n", "a\nb\nc\nmine\n", "a\r\nb\nc\nmine\n"],
])("line ends are %s", async (_how, before, after, present, expected) => {
  const world = makeWorld(SETUP);
  const file = join(world.root, "a");
  writeFileSync(file, before);
  await world.hook("turn_start");
  writeFileSync(file, after);
  await world.hook("turn_end");
  writeFileSync(file, present);
  await undo(world.io, world.root);
  expect(readFileSync(file, "utf8")).toBe(expected);
});
