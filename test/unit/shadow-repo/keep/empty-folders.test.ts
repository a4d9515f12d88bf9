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

  test("stays in effect in a step of which only another path was taken back", async () => {
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
