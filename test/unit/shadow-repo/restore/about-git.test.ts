import { describe, expect, test } from "vitest";

import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

/** All that is git's: an undo leaves every byte of it, and says how things stand. */
const GITS = "find .git -type f | sort | xargs cksum; git status --porcelain=v2 --branch";

async function undone(world: World) {
  const before = world.sh(GITS);
  const preview = await undo(world.io, world.root, { dryRun: true });
  const result = await undo(world.io, world.root);
  expect(world.sh("find .git -type f | sort | xargs cksum")).toBe(
    before
      .split("\n")
      .filter((line) => / \.git\//.test(line))
      .join("\n") + "\n",
  );
  expect(preview.notes).toEqual(result.notes);
  return result;
}

test("where nothing happened in git, nothing is said of it", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  const result = await undone(world);
  expect(result.notes).toEqual([]);
  expect(result).not.toHaveProperty("head");
});

test("a commit in the turn is named, with HEAD before and now, and stays", async () => {
  const world = makeWorld();
  const from = world.sh("git rev-parse HEAD").trim();
  await world.turn("printf 1 > base.txt; git commit -qam agent");
  const to = world.sh("git rev-parse HEAD").trim();
  const { head, notes } = await undone(world);
  expect(head).toEqual({ before: `refs/heads/main ${from}`, now: `refs/heads/main ${to}` });
  expect(notes).toEqual([
    `HEAD has moved since, from main (${from.slice(0, 7)}) to main (${to.slice(0, 7)}): it stays where it is.`,
  ]);
  expect((await redo(world.io, world.root)).head).toEqual(head);
});

test("a HEAD on a branch without a commit is named by its branch alone", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt; git checkout -q --orphan bare");
  expect((await undone(world)).notes[0]).toMatch(/^HEAD has moved since, from main \(\w{7}\) to bare: it stays/);
});

test("of several turns the oldest says from where HEAD has moved", async () => {
  const world = makeWorld();
  const from = world.sh("git rev-parse HEAD").trim();
  for (const text of ["1", "2"]) await world.turn(`printf ${text} > base.txt; git commit -qam ${text}`);
  expect((await undo(world.io, world.root, { count: 2 })).head?.before).toBe(`refs/heads/main ${from}`);
});

test("a turn that goes on after an undo says from where HEAD has moved since", async () => {
  const world = makeWorld();
  await world.hook("turn_start");
  world.sh("printf 1 > base.txt");
  await undo(world.io, world.root);
  const from = world.sh("git rev-parse HEAD").trim();
  world.sh("printf 2 > base.txt; git commit -qam agent");
  await world.hook("turn_end");
  expect((await undo(world.io, world.root)).head?.before).toBe(`refs/heads/main ${from}`);
});

describe("what is open in git is named:", () => {
  const branches =
    "git checkout -qb b; printf b > base.txt; git commit -qam b; git checkout -q main; printf m > base.txt; git commit -qam m";
  test.each([
    ["merge", "git merge -q b || true"],
    ["rebase", "git rebase -q b || true"],
    ["cherry-pick", "git cherry-pick b || true"],
    ["revert", "git revert --no-edit HEAD~1 || true"],
    ["bisect", "git bisect start"],
  ])("%s", async (word, script) => {
    const world = makeWorld(`${COMMITTED}; ${branches}`);
    await world.turn(`printf 1 > new; ${script} >/dev/null 2>&1`);
    const { notes } = await undone(world);
    expect(notes.at(-1)).toBe(`A ${word} is open: it stays open, and git status says what is left of it.`);
  });

  test("not one that was over before the undo", async () => {
    const world = makeWorld(`${COMMITTED}; ${branches}`);
    await world.turn("printf 1 > new; git merge -q b >/dev/null || git merge --abort");
    expect((await undone(world)).notes).toEqual([]);
  });
});

describe("what is staged of the files that are put back is named, with the command that unstages it:", () => {
  test("additions, deletions and changes, and no other file", async () => {
    const world = makeWorld(
      `${COMMITTED}; printf g > gone; printf k > kept; git add .; git commit -qm more; printf s > kept; git add kept`,
    );
    await world.turn("git rm -q gone; printf n > 'odd '\\''name'; printf 1 > base.txt; git add .; printf u > unstaged");
    const [note = ""] = (await undone(world)).notes;
    expect(note).toContain("odd 'name (added)");
    expect(note).toContain("gone (deleted)");
    expect(note).toContain("base.txt (modified)");
    expect(note).not.toMatch(/kept|unstaged/);
    const again = await redo(world.io, world.root, { dryRun: true });
    expect(again.notes.join()).not.toContain("Still staged"); // the files become what is staged
    world.sh(/To unstage: (.*)$/.exec(note)![1]!);
    expect(world.sh("git status --porcelain")).toBe("M  kept\n");
  });

  test("the command works in a sub-folder, too", async () => {
    const world = makeWorld(`${COMMITTED}; mkdir sub; printf s > sub/s; git add .; git commit -qm s`);
    await world.turn("git rm -q sub/s; mkdir -p sub; printf k > sub/k");
    const { notes } = await undo(world.io, `${world.root}/sub`);
    world.sh(`cd sub; ${/To unstage: (.*)$/.exec(notes[0]!)![1]!}`);
    expect(world.sh("git status --porcelain")).toBe("");
  });

  test("nothing of the repository's is run for it", async () => {
    const world = makeWorld(
      `${COMMITTED}; printf '* diff=evil filter=evil\\n' > .git/info/attributes; ` +
        "for key in diff.evil.textconv diff.evil.command filter.evil.clean diff.external core.fsmonitor core.pager; do " +
        'git config $key "touch $HOME/ran; cat"; done; printf "#!/bin/sh\\ntouch $HOME/ran\\n" > .git/hooks/post-index-change; ' +
        "chmod +x .git/hooks/post-index-change",
    );
    await world.turn("printf 1 > base.txt; git -c core.fsmonitor=false add base.txt; rm -f $HOME/ran");
    expect((await undo(world.io, world.root)).notes.at(-1)).toContain("base.txt (modified)");
    expect(world.holds("test ! -e $HOME/ran")).toBe(true);
  });
});
