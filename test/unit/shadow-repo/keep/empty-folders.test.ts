import { describe, expect, test } from "vitest";

import { emptyFoldersBelow, withoutOuterFolders } from "../../../../shadow-repo/keep/empty-folders.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { accountOf } from "../../../../shadow-repo/restore/operation/account.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

const FOLDERS =
  `${COMMITTED} && printf 'ignored/\\ndata/\\n' > .gitignore && mkdir tracked parent && echo t > tracked/f && git add . && ` +
  "git commit -qm t && echo p > parent/f && mkdir -p empty a/b/c tracked/e parent/child ignored data/sub/e && " +
  "echo v > data/sub/v && chmod 2770 empty && chmod 700 a/b && chmod 750 data/sub && " +
  "sleep 0.1"; // so that the folders are older than the step by more than the clock's resolution

/** Everything in the project but git's folder: kind, permissions and path. */
function tree(world: World): string {
  return world.sh("find . -path ./.git -prune -o -printf '%y %m %p\\n' | sort -k3");
}

/** The files of the newest step, and the folders without files. */
async function listed(world: World): Promise<string[]> {
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  return checkpoints.at(-1)!.files.map(({ path }) => path);
}

describe("a folder without files", () => {
  test.each([
    ["that was removed", "rmdir empty"],
    ["below others that went as well", "rm -r a"],
    ["of a tracked folder", "rmdir tracked/e"],
    ["removed together with its files' folder", "rm -r parent"],
    ["that is ignored", "rmdir ignored"],
    ["in an ignored folder, with the permissions of others there", "rm -r data"],
    ["removed by git clean", "git clean -fdq"],
    ["removed by git clean with the ignored ones", "git clean -fdqx"],
    ["in whose place a file came", "rmdir empty; echo x > empty"],
    ["in whose place a link came", "rmdir empty; ln -s /tmp empty"],
    ["that got files", "echo x > empty/x; mkdir a/b/c/d; echo y > a/b/c/d/y"],
    ["that was made anew and got files", "rmdir empty; mkdir -m 2770 empty; echo x > empty/x"],
  ])("%s comes back with its permissions", async (_what, script) => {
    const world = makeWorld(FOLDERS);
    const before = tree(world);
    await world.turn(script);
    const result = await undo(world.io, world.root);
    expect(result).toMatchObject({ restored: true, complete: true });
    expect(tree(world)).toBe(before);
  });

  test("that a call removed within a turn is the turn's, and the call's", async () => {
    const world = makeWorld(FOLDERS);
    const before = tree(world);
    await world.hook("turn_start");
    await world.call("1", "mkdir made; echo 1 > made/x");
    await world.call("2", "rmdir empty a/b/c; rm -r made");
    await world.hook("turn_end");
    const { checkpoints } = await listCheckpoints(world.io, world.root);
    expect(checkpoints.map(({ files }) => files.map(({ path }) => path))).toEqual([
      ["made/x"],
      ["made/x", "a/b/c/", "empty/"],
      ["a/b/c/", "empty/"],
    ]);
    await undo(world.io, world.root, { step: checkpoints[1]!.id, paths: ["empty"] });
    expect(world.holds('test -d empty && test ! -e a/b/c && test "$(stat -c %a empty)" = 2770')).toBe(true);
    await undo(world.io, world.root);
    expect(tree(world)).toBe(before);
  });

  test("is told apart in list and account, and its outer folders are not told", async () => {
    const world = makeWorld(FOLDERS);
    await world.turn("rm -r a data empty");
    expect(await listed(world)).toEqual(["a/b/c/", "data/sub/e/", "data/sub/v", "empty/"]);
    const result = await undo(world.io, world.root);
    expect(accountOf(result)).toMatchObject({
      restored: ["a/b/c/", "data/sub/e/", "empty/"],
      kept: [{ path: "data/sub/v", state: "restored" }],
    });
  });

  test("goes again with a redo, and comes back with the next undo", async () => {
    const world = makeWorld(FOLDERS);
    const before = tree(world);
    await world.turn("rm -r parent empty");
    const removed = tree(world);
    await undo(world.io, world.root);
    await redo(world.io, world.root);
    expect(tree(world)).toBe(removed);
    await undo(world.io, world.root);
    expect(tree(world)).toBe(before);
  });

  test("that was all that a turn removed goes again, and is named, where it still is without files", async () => {
    const world = makeWorld(FOLDERS);
    await world.turn("rm -r a empty");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, wayBack: "redo" });
    world.sh("echo mine > empty/mine");
    const { files, changes } = await redo(world.io, world.root);
    expect({ files, changes }).toEqual({ files: 1, changes: [{ path: "a/b/c/", status: "deleted", kept: true }] });
    expect(world.holds("test ! -e a && test -e empty/mine")).toBe(true);
    expect(await redo(world.io, world.root)).toMatchObject({ restored: false });
  });

  test.each([
    ["emptied", "rm tracked/f parent/f; rmdir tracked/e"],
    ["made in the place of another", "rm -r parent; mkdir parent"],
    ["made and emptied", "mkdir parent/sub; mv parent/f parent/sub; rm -r empty parent/sub/f"],
    ["filled", "echo x > empty/x; echo y > a/b/c/y"],
    ["removed, made anew and filled", "rmdir empty; mkdir -m 2770 empty; echo x > empty/x"],
    ["removed with its files", "rm -r parent tracked"],
    ["renamed", "mv parent renamed; mkdir parent"],
  ])("that a step %s is there again or gone again with each redo and undo", async (_what, script) => {
    const world = makeWorld(FOLDERS);
    await world.turn(script);
    const after = tree(world);
    await undo(world.io, world.root);
    const undone = tree(world);
    for (let round = 0; round < 2; round += 1) {
      await redo(world.io, world.root);
      expect(tree(world)).toBe(after);
      await undo(world.io, world.root);
      expect(tree(world)).toBe(undone);
    }
  });

  test("is as before each of several turns, undone one by one or together", async () => {
    const world = makeWorld(FOLDERS);
    const trees = [tree(world)];
    for (const script of [
      "echo x > empty/x",
      "rm empty/x; echo y > y",
      "rmdir empty",
      "mkdir -m 2770 empty; echo z > empty/z",
    ]) {
      await world.turn(script);
      trees.push(tree(world));
    }
    for (const state of trees.slice(0, -1).toReversed()) {
      await undo(world.io, world.root);
      expect(tree(world)).toBe(state);
    }
    for (const state of trees.slice(1)) {
      await redo(world.io, world.root);
      expect(tree(world)).toBe(state);
    }
    await undo(world.io, world.root, { count: 4 });
    expect(tree(world)).toBe(trees[0]);
  });

  test("stays in effect in a turn of which only another path was taken back", async () => {
    const world = makeWorld(FOLDERS);
    await world.turn("rm -r parent empty");
    await undo(world.io, world.root, { paths: ["parent/f"] });
    expect(world.holds("test ! -e empty && test ! -e parent/child")).toBe(true);
    const rest = await undo(world.io, world.root);
    expect(accountOf(rest).restored).toEqual(["empty/", "parent/child/"]);
  });

  test("is left out if something of the person's is in its place by now", async () => {
    const world = makeWorld(FOLDERS);
    await world.turn("rmdir empty; echo 1 > other");
    world.sh("echo mine > empty");
    const result = await undo(world.io, world.root);
    expect(result.skipped).toEqual([{ path: "empty/", why: "something else is in its place by now" }]);
    expect(world.files("empty", "other")).toBe("mine -");
  });

  test("is looked for in bounds, and not in a repository of its own", () => {
    const world = makeWorld(
      `${COMMITTED}; mkdir -p many/{1..600} own/e full/e; git -C own init -q; echo x > full/x; ln -s ../full many/link`,
    );
    const found = emptyFoldersBelow(world.root, ["full/", "own/", "gone/", "many/"]).map(({ path }) => path);
    expect(found).toHaveLength(500);
    expect(found.slice(0, 2)).toEqual(["full/e/", expect.stringMatching(/^many\//)]);
    expect(found).not.toContain("many/");
    expect(withoutOuterFolders([{ path: "a/" }, { path: "a/b/" }, { path: "c" }])).toEqual([
      { path: "a/b/" },
      { path: "c" },
    ]);
  });
});
