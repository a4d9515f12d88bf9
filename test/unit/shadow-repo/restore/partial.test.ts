import { describe, expect, test } from "vitest";

import type { Io } from "../../../../kit/io.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { showCheckpoint } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { readHistory } from "../../../../shadow-repo/journal/replay.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { reset } from "../../../../shadow-repo/restore/reset.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

const SETUP = `${COMMITTED}; mkdir sub; printf 0 | tee a b sub/c > sub/d`;

/** What each checkpoint in effect is about. */
async function live({ io, root }: World): Promise<string[]> {
  const { checkpoints } = await listCheckpoints(io, root);
  return checkpoints.map(({ scope, index, files }) => [scope, index, ...files.map(({ path }) => path)].join(" "));
}

/** A file of a folder's name with something ignored in it: what was there cannot come back as a file. */
const OBSTACLE = "rm -f a; mkdir a; printf x > a/x.ign; printf '*.ign\\n' > .git/info/exclude";

async function fourFiles(): Promise<World> {
  const world = makeWorld(SETUP);
  await world.turn("printf 1 | tee a b sub/c > sub/d");
  return world;
}

test("undo path by path uses up what it put back, and the last part ends the turn", async () => {
  const world = await fourFiles();
  await undo(world.io, world.root, { paths: ["a"] });
  expect(await live(world)).toEqual(["turn 0 b sub/c sub/d"]);
  await undo(world.io, world.root, { paths: ["sub"] });
  expect(await live(world)).toEqual(["turn 0 b"]);
  await expect(undo(world.io, world.root, { paths: ["a"] })).rejects.toMatchObject({ code: "undonePath" });
  expect(await undo(world.io, world.root)).toMatchObject({ files: 1, complete: true });
  expect(await live(world)).toEqual([]);
  expect(world.files("a", "b", "sub/c", "sub/d")).toBe("0 0 0 0");
  const states = [];
  for (let step = 0; step < 3; step += 1) {
    await redo(world.io, world.root);
    states.push(world.files("a", "b", "sub/c", "sub/d"));
  }
  expect(states).toEqual(["0 1 0 0", "0 1 1 1", "1 1 1 1"]);
  expect(await live(world)).toEqual(["turn 0 a b sub/c sub/d"]);
});

test("an edit of what was taken back is no conflict of the rest, and stays", async () => {
  const world = await fourFiles();
  await undo(world.io, world.root, { paths: ["a"] });
  world.sh("printf mine > a");
  expect(await undo(world.io, world.root)).toMatchObject({ files: 3, conflicts: [] });
  expect(world.files("a", "b")).toBe("mine 0");
});

test("what an undo from a sub-folder leaves is no change of the turn that goes on", async () => {
  const world = await fourFiles();
  await world.hook("turn_start");
  expect(await undo(world.io, `${world.root}/sub`)).toMatchObject({ complete: false, files: 2 });
  await world.hook("turn_end");
  expect(await live(world)).toEqual(["turn 0 a b"]);
});

test("undo from a sub-folder leaves the rest of the turn, and names it", async () => {
  const world = await fourFiles();
  const below = [{ path: "a" }, { path: "b" }].map((one) => ({ ...one, why: "outside of this folder" }));
  expect(await undo(world.io, `${world.root}/sub`)).toMatchObject({ complete: false, files: 2, skipped: below });
  expect(await live(world)).toEqual(["turn 0 a b"]);
  expect(await undo(world.io, `${world.root}/sub`)).toMatchObject({ restored: false, files: 0 });
  expect(await undo(world.io, world.root)).toMatchObject({ complete: true, files: 2, skipped: [] });
});

test("redo from a sub-folder gives back what lies there; the rest can still be redone", async () => {
  const world = await fourFiles();
  await undo(world.io, world.root);
  expect(await redo(world.io, `${world.root}/sub`)).toMatchObject({ complete: false, files: 2 });
  expect(world.files("a", "b", "sub/c", "sub/d")).toBe("0 0 1 1");
  expect(await live(world)).toEqual(["turn 0 sub/c sub/d"]);
  expect(await redo(world.io, world.root, { dryRun: true })).toMatchObject({ files: 2 });
  await redo(world.io, world.root);
  expect(world.files("a", "b", "sub/c", "sub/d")).toBe("1 1 1 1");
  expect(await live(world)).toEqual(["turn 0 a b sub/c sub/d"]);
  expect(await redo(world.io, world.root)).toMatchObject({ restored: false });
});

test("a redo in part of the second of two undos in part gives back nothing of the first", async () => {
  const world = await fourFiles();
  await undo(world.io, world.root, { paths: ["a"] });
  await undo(world.io, world.root);
  await redo(world.io, `${world.root}/sub`);
  expect(world.files("a", "b", "sub/c", "sub/d")).toBe("0 0 1 1");
  expect(await live(world)).toEqual(["turn 0 sub/c sub/d"]);
  await redo(world.io, world.root, { count: 2 });
  expect(world.files("a", "b", "sub/c", "sub/d")).toBe("1 1 1 1");
  expect(await live(world)).toEqual(["turn 0 a b sub/c sub/d"]);
});

describe("something in the way", () => {
  test("of one file leaves that file undoable", async () => {
    const world = await fourFiles();
    world.sh(OBSTACLE);
    expect(await undo(world.io, world.root, { dryRun: true })).toMatchObject({ complete: false });
    expect(await undo(world.io, world.root)).toMatchObject({
      restored: true,
      complete: false,
      skipped: [{ path: "a" }],
    });
    expect(await live(world)).toEqual(["turn 0 a"]);
    world.sh("rm -r a");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, complete: true, files: 1 });
    expect(world.files("a", "b")).toBe("0 0");
  });

  test("of one file holds up no file whose name begins with that file's", async () => {
    const world = makeWorld(`${SETUP}; printf 0 > a.txt`);
    await world.turn("printf 1 | tee a > a.txt");
    world.sh(OBSTACLE);
    expect(await undo(world.io, world.root)).toMatchObject({ files: 1, complete: false, skipped: [{ path: "a" }] });
    expect(world.files("a.txt")).toBe("0");
  });

  test("of every file makes it no operation: nothing can be redone, and the turn stays", async () => {
    const world = makeWorld(SETUP);
    await world.turn("printf 1 > b");
    await world.turn("printf 1 > a");
    world.sh(OBSTACLE);
    const before = world.sh('find "$SHADOW/refs" -type f | sort');
    const nothing = { restored: false, complete: false, checkpoint: null, files: 0, skipped: [{ path: "a" }] };
    expect(await undo(world.io, world.root)).toMatchObject({ ...nothing, undone: [{ scope: "turn" }] });
    expect(await live(world)).toEqual(["turn 0 b", "turn 1 a"]);
    expect(world.sh('find "$SHADOW/refs" -type f | sort')).toBe(before);
    expect(await redo(world.io, world.root)).toMatchObject({ restored: false });
  });

  test("that comes while files are put back makes it none either, and is left", async () => {
    const world = makeWorld(SETUP);
    await world.turn("printf 1 > b");
    await world.turn("printf 1 > a");
    const before = world.sh('find "$SHADOW/refs" -type f | sort');
    const meanwhile: Io = {
      ...world.io,
      progress: ({ doing }) => void (doing === "Putting files back" && world.sh("printf mine > a")),
    };
    expect(await undo(meanwhile, world.root)).toMatchObject({
      restored: false,
      complete: false,
      checkpoint: null,
      skipped: [{ path: "a" }],
    });
    expect(world.files("a")).toBe("mine");
    expect(readHistory(world.shadow()).operations).toEqual([]);
    expect(world.sh('find "$SHADOW/refs" -type f | sort')).toBe(before);
    expect(await live(world)).toEqual(["turn 0 b", "turn 1 a"]);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, conflicts: [{ path: "a" }] });
    expect(world.files("a", "b")).toBe("0 1");
  });

  test("of a redo leaves that file to be redone", async () => {
    const world = makeWorld(SETUP);
    await world.turn("printf 1 > b; printf n > n");
    await undo(world.io, world.root);
    world.sh("mkdir n; printf x > n/x.ign; printf '*.ign\\n' > .git/info/exclude");
    expect(await redo(world.io, world.root)).toMatchObject({ complete: false, skipped: [{ path: "n" }] });
    expect(await live(world)).toEqual(["turn 0 b"]);
    world.sh("rm -r n");
    expect(await redo(world.io, world.root)).toMatchObject({ complete: true, files: 1 });
    expect(world.files("b", "n")).toBe("1 n");
    expect(await live(world)).toEqual(["turn 0 b n"]);
  });
});

test("a reset in part leaves the rest of each of its turns", async () => {
  const world = makeWorld(SETUP);
  for (const text of ["1", "2"]) await world.turn(`printf ${text} | tee a > b`);
  world.sh(OBSTACLE);
  expect(await reset(world.io, world.root, { session: "s", keep: 0 })).toMatchObject({ complete: false });
  expect(world.files("b")).toBe("0");
  expect(await live(world)).toEqual(["turn 0 a", "turn 1 a"]);
  world.sh("rm -r a; printf 2 > a");
  await undo(world.io, world.root);
  expect(world.files("a", "b")).toBe("1 0");
  await undo(world.io, world.root);
  expect(world.files("a", "b")).toBe("0 0");
});

test("an undo that found every file as it was before did nothing, and is not in the way of a redo", async () => {
  const world = makeWorld(SETUP);
  for (const text of ["1", "2"]) await world.turn(`printf ${text} > a; printf ${text} > b`);
  await undo(world.io, world.root);
  world.sh("printf 0 | tee a > b");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: false, complete: false, isAsBefore: true });
  expect(await redo(world.io, world.root)).toMatchObject({ restored: true, files: 2 });
  expect(world.files("a", "b")).toBe("2 2");
});

test("the calls of a turn go with it, path by path", async () => {
  const world = makeWorld(SETUP);
  await world.hook("turn_start");
  await world.call("c1", "printf 1 | tee a > b");
  await world.call("c2", "printf 2 > b; printf tmp > gone");
  await world.call("c3", "rm gone");
  await world.hook("turn_end");
  await undo(world.io, world.root, { paths: ["b"] });
  expect(await live(world)).toEqual(["tool 0 a", "turn 1 a"]);
  expect((await undo(world.io, world.root)).files).toBe(1);
  expect(await live(world)).toEqual([]);
});

test("what is shown of a turn that was taken back in part is the rest, and its states stay whole", async () => {
  const world = await fourFiles();
  const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  await undo(world.io, world.root, { paths: ["a"] });
  const { files, patch } = await showCheckpoint(world.io, world.root, { checkpoint: id });
  expect(files.map(({ path }) => path)).toEqual(["b", "sub/c", "sub/d"]);
  expect(String(patch)).toContain("a/b");
  expect(String(patch)).not.toContain("a/a");
  await restore(world.io, world.root, { checkpoint: id, after: true, paths: ["a"] });
  expect(world.files("a")).toBe("1");
});

describe("on another branch", () => {
  test("what is as before there already was not put back, and is to be undone on its own branch", async () => {
    const world = makeWorld(SETUP);
    world.sh("git add -A; git commit -qm all");
    await world.turn("printf 1 > a; git commit -qam 1; printf 1 > b");
    world.sh("git stash -q; git checkout -q -b other HEAD~1");
    const result = await undo(world.io, world.root);
    expect(result).toMatchObject({ restored: false, complete: false });
    expect(result.skipped.map(({ path, why }) => [path, /another branch/.test(why)])).toEqual([
      ["a", true],
      ["b", true],
    ]);
    world.sh("git checkout -q main; git stash pop -q");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, complete: true, files: 2 });
    expect(world.files("a", "b")).toBe("0 0");
  });

  test("one that the turn itself changed to is its own, too", async () => {
    const world = makeWorld(SETUP);
    await world.turn("git checkout -q -b other; printf 1 | tee a > b");
    world.sh("printf 0 > a");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, complete: true, skipped: [] });
    expect(await live(world)).toEqual([]);
  });

  test("a turn of another branch stays, though one of this branch is taken back with it", async () => {
    const world = makeWorld(SETUP);
    world.sh("git add -A; git commit -qm all; git checkout -q -b other");
    await world.turn("printf 1 > a");
    world.sh("git commit -qam 1; git checkout -q main");
    await world.turn("printf 2 > b");
    const result = await undo(world.io, world.root, { count: 2 });
    expect(result).toMatchObject({ restored: true, complete: false, skipped: [{ path: "a" }] });
    expect(world.files("a", "b")).toBe("0 0");
    world.sh("git checkout -q other");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, complete: true });
    expect(world.files("a")).toBe("0");
  });
});

describe("files that are as before already", () => {
  test("use no turn up, and the command that goes one further is named", async () => {
    const world = await fourFiles();
    world.sh("printf 0 | tee a b sub/c > sub/d");
    const result = await undo(world.io, world.root);
    expect(result).toMatchObject({ restored: false, complete: false, files: 0, isAsBefore: true });
    expect(result.notes.join("\n")).toContain("snapveil undo 2");
    expect(result.skipped.map(({ path }) => path)).toEqual(["a", "b", "sub/c", "sub/d"]);
    world.sh("printf 1 | tee a b sub/c > sub/d");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, complete: true, files: 4 });
    expect(await live(world)).toEqual([]);
  });

  test("are no whole turn where a file that no call changed waits for a later undo", async () => {
    const world = makeWorld(SETUP);
    await world.hook("turn_start");
    await world.call("c1", "printf 1 > a");
    world.sh("printf mine > b");
    await world.hook("turn_end");
    world.sh("printf 0 > a");
    const result = await undo(world.io, world.root, { onlyAgent: true });
    expect(result).toMatchObject({ restored: false, complete: false, files: 0 });
    expect(result.skipped.map(({ path }) => path).toSorted()).toEqual(["a", "b"]);
    expect([result.isAsBefore, result.notes]).toEqual([undefined, []]);
  });

  test("go with the others of their turn", async () => {
    const world = await fourFiles();
    world.sh("printf 0 | tee b sub/c > sub/d");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, complete: true, files: 4 });
    expect(await live(world)).toEqual([]);
  });

  test("do not, where a stash that was made since may hold them", async () => {
    const world = makeWorld(SETUP);
    world.sh("git add -A; git commit -qm all");
    await world.turn("printf 1 | tee a > b");
    world.sh("git stash push -q b");
    const result = await undo(world.io, world.root);
    expect(result).toMatchObject({ restored: true, complete: false, skipped: [{ path: "b", why: /stash/ }] });
    world.sh("git stash pop -q");
    expect(world.files("a", "b")).toBe("0 1");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, complete: true });
    expect(world.files("a", "b")).toBe("0 0");
  });

  test("also where the turn made the file, so that nothing is left to change: such an undo is none", async () => {
    const world = makeWorld(SETUP);
    world.sh("git add -A; git commit -qm all");
    await world.turn("printf 1 > new");
    world.sh("git add new; git stash push -q");
    for (const _ of [1, 2])
      expect(await undo(world.io, world.root)).toMatchObject({
        restored: false,
        skipped: [{ path: "new", why: /stash/ }],
      });
  });
});

test("a renamed file counts once in the share of a turn", async () => {
  const world = makeWorld(SETUP);
  await world.turn("git mv base.txt moved.txt; printf 1 > a; printf 1 > b");
  const { id } = (await listCheckpoints(world.io, world.root)).checkpoints[0]!;
  const shares = async (paths: readonly string[]) =>
    (await undo(world.io, world.root, { paths, dryRun: true })).shares?.get(id)?.shares;
  expect(await shares(["base.txt", "moved.txt", "a"])).toEqual([{ count: 2, of: 3, unit: "file" }]);
  await undo(world.io, world.root, { paths: ["base.txt", "moved.txt", "a"] });
  const [row] = (await listCheckpoints(world.io, world.root)).checkpoints;
  expect(row!.undone_in_part).toEqual([{ count: 2, of: 3, unit: "file" }]);
});
