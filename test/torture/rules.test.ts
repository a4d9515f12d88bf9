import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { redo } from "../../shadow-repo/restore/redo.ts";
import { restore } from "../../shadow-repo/restore/restore.ts";
import { undo } from "../../shadow-repo/restore/undo.ts";
import { liveIn } from "./support/driver.ts";
import { copyOf, differences } from "./support/files.ts";
import { COMMITTED, ENGINES, tortureWorld } from "./support/torture-world.ts";

describe.each(ENGINES)("ignore rules that change, with the engine %s", (engine) => {
  const worldOf = (setup: string) => tortureWorld(`${COMMITTED}; ${setup}`, engine);

  test("a tracked file that is ignored goes in one turn and comes back in the next", async () => {
    const world = worldOf(
      "printf '*.env\\nout/\\n' > .gitignore; mkdir out; printf 1 > p.env; printf 1 > out/x; " +
        "git add -f p.env out/x .gitignore; git commit -qm p",
    );
    const states = [copyOf(world.root)];
    for (const work of [
      "rm -r p.env out",
      "printf 2 > p.env; mkdir out; printf 2 > out/x",
      "printf 3 > p.env; rm -r out",
      "mkdir out; printf 4 > out/x; printf no > out/other",
    ]) {
      await world.turn(work);
      states.push(copyOf(world.root));
    }
    expect(liveIn(world)).toHaveLength(4);
    for (const state of states.slice(0, -1).toReversed()) {
      expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [], conflicts: [] });
      const now = copyOf(world.root);
      now.delete("out/other"); // ignored and not tracked: nobody's concern
      expect(differences(now, state)).toEqual([]);
    }
  });

  test("a .gitignore that ignores itself, in a folder where nothing else changed", async () => {
    const world = worldOf(
      "mkdir d e; printf '*\\n' > d/.gitignore; printf old > d/old; printf 1 > e/known; git add e; git commit -qm e",
    );
    await world.hook("session_start");
    await world.turn("rm d/.gitignore; printf x > new");
    // The ignore file is an ignored file itself, and comes out of its kept copy.
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 2, skipped: [] });
    world.sh('test "$(cat d/old)" = old; test ! -e new; test "$(cat d/.gitignore)" = "*"');
    // The other way round: from now on it hides what is known, and nothing happens to that.
    await world.turn("printf '*\\n' > e/.gitignore; printf y > other");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1, skipped: [] });
    world.sh('test "$(cat e/known)" = 1; test ! -e other');
  });

  test("what an undo uncovers, no redo, restore or undo after it deletes", async () => {
    const world = worldOf("printf x > x");
    await world.turn("printf '*.log\\n' > .gitignore; printf y > y");
    world.sh("printf mine > keep.log");
    await undo(world.io, world.root); // takes the rule away: keep.log is ignored no more
    const [step] = liveIn(world);
    expect(step).toBeUndefined();
    await redo(world.io, world.root);
    world.sh('test "$(cat keep.log)" = mine');
    const [turn] = liveIn(world);
    await restore(world.io, world.root, { checkpoint: turn!.id });
    const restored = liveIn(world).at(-1)!;
    world.sh('test "$(cat keep.log)" = mine; test ! -e y; printf more > z');
    await restore(world.io, world.root, { checkpoint: restored.id, after: true });
    world.sh('test "$(cat keep.log)" = mine; test ! -e z');
    for (let n = 0; n < 2; n += 1) await undo(world.io, world.root);
    world.sh('test "$(cat keep.log)" = mine; test -e y; test -e z');
    await restore(world.io, world.root, { checkpoint: turn!.id, after: true });
    world.sh('test "$(cat keep.log)" = mine; test ! -e z');
    expect(world.fsck()).toBe("");
  });

  test("rules outside of the worktree that are taken away and put back", async () => {
    const world = worldOf(
      "mkdir -p $HOME/.config/git; printf '*.log\\n' > $HOME/.config/git/ignore; " +
        "printf '*.tmp\\n' > .git/info/exclude; printf l > a.log; printf t > a.tmp",
    );
    await world.turn("rm $HOME/.config/git/ignore; : > .git/info/exclude; printf n > n");
    await world.turn("printf 2 > a.log; printf m > m");
    await world.turn("printf '*.log\\n*.tmp\\n' > .git/info/exclude; printf 3 > a.log; printf o > o");
    await undo(world.io, world.root);
    world.sh('test "$(cat a.log a.tmp)" = 2t; test ! -e o');
    await undo(world.io, world.root, { count: 2 });
    world.sh('test "$(cat a.log a.tmp)" = 2t; test ! -e m; test ! -e n');
  });

  test("a sub-directory's own hooks, under rules above it that change", async () => {
    const world = worldOf("mkdir sub; printf '*.log\\n' > .gitignore; printf l > sub/a.log; printf s > sub/s");
    const scope = { cwd: join(world.root, "sub") };
    await world.turn("rm .gitignore; printf n > sub/n", scope);
    expect(await undo(world.io, scope.cwd)).toMatchObject({ restored: true, files: 1, skipped: [] });
    world.sh('test "$(cat sub/a.log)" = l; test ! -e sub/n');
    await world.turn("printf 'a.log\\ns\\n' > .gitignore; printf t > sub/s; printf n > sub/n");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
    world.sh('test "$(cat sub/a.log sub/s)" = ls; test ! -e sub/n');
  });

  const TRACKED =
    "printf '*.env\n" +
    "out/\n" +
    "' > .gitignore; mkdir out; printf 1 > p.env; printf 1 > out/x; printf 1 > out/y; " +
    "git add -f p.env out .gitignore; git commit -qm p";
  test.each([
    ["by git rm --cached", "printf 2 > p.env; printf 2 > out/x; git rm -q --cached p.env out/x"],
    ["in a commit", "printf 2 > p.env; printf 2 > out/x; git rm -q --cached p.env out/x; git commit -qm untracked"],
    [
      "as another kind of file",
      "rm p.env; ln -s 2 p.env; printf 2 > out/x; chmod +x out/x; git rm -q --cached p.env out/x",
    ],
  ])("a file that only git's tracking made us record, edited and let go of in one turn, %s", async (_, script) => {
    const world = worldOf(TRACKED);
    const before = copyOf(world.root);
    await world.turn(script);
    const after = copyOf(world.root);
    expect(liveIn(world)).toHaveLength(1);
    for (let round = 0; round < 2; round += 1) {
      expect(await undo(world.io, world.root, { dryRun: true })).toMatchObject({
        files: 2,
        skipped: [],
        conflicts: [],
      });
      expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 2, skipped: [], conflicts: [] });
      expect(differences(copyOf(world.root), before)).toEqual([]);
      expect(await redo(world.io, world.root)).toMatchObject({ restored: true, skipped: [], conflicts: [] });
      expect(differences(copyOf(world.root), after)).toEqual([]);
    }
    world.sh("rm p.env; printf mine > p.env");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, conflicts: [{ path: "p.env" }] });
    await redo(world.io, world.root);
    world.sh('test "$(cat p.env)" = mine');
    await restore(world.io, world.root, { checkpoint: liveIn(world)[0]!.id });
    expect(differences(copyOf(world.root), before)).toEqual([]);
    expect(world.fsck()).toBe("");
  });

  test("one that was let go of, and edited later or not at all, is nobody's concern", async () => {
    const world = worldOf(TRACKED);
    await world.turn("git rm -q --cached p.env out/x; sleep 0.05; printf 2 > base.txt; printf 2 > out/x");
    world.sh("printf mine > p.env");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1, skipped: [] });
    world.sh('test "$(cat p.env out/x)" = mine2');
  });

  const SPARSE =
    "mkdir a b c; printf 1 > a/f; printf 1 > b/f; printf 1 > c/f; git add .; git commit -qm abc; " +
    "git sparse-checkout set a";
  test.each([
    ["widened", SPARSE, "git sparse-checkout add b"],
    ["ended", SPARSE, "git sparse-checkout disable"],
    [
      "widened, of a sparse index",
      SPARSE.replace("set a", "set --cone --sparse-index a 2> /dev/null"),
      "git sparse-checkout add b",
    ],
    [
      "widened, by patterns",
      SPARSE.replace("set a", "set --no-cone '/a/'"),
      "git sparse-checkout set --no-cone '/a/' '/b/'",
    ],
  ])("what came because a sparse checkout was %s stays and is named", async (_, setup, widen) => {
    const world = worldOf(setup);
    const before = copyOf(world.root);
    await world.turn(`${widen}; printf 2 > a/f; printf new > a/new`);
    const brought = [...copyOf(world.root).keys()].filter((path) => !before.has(path) && path !== "a/new").toSorted();
    const [turn] = liveIn(world);
    const skipped = brought.map((path) => ({ path, why: "the sparse checkout was widened to it" }));
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 2, skipped });
    expect(brought).toContain("b/f");
    const now = copyOf(world.root);
    for (const path of brought) now.delete(path);
    expect(differences(now, before)).toEqual([]);
    world.sh('test "$(cat b/f)" = 1; test -z "$(git status --porcelain)"');
    await redo(world.io, world.root);
    await restore(world.io, world.root, { checkpoint: turn!.id });
    world.sh('test "$(cat b/f a/f)" = 11; test ! -e a/new');
    // What an agent writes where nothing was checked out is its own.
    await world.turn("mkdir -p d; printf d > d/f");
    await undo(world.io, world.root);
    world.sh("test ! -e d");
  });
});
