import { describe, expect, test } from "vitest";

import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

const SETUP = `${COMMITTED} && echo one > a.txt && git add . && git commit -qm first && echo two >> a.txt && git commit -qam second`;
/** git forgets everything that no ref holds. */
const FORGET = "git reflog expire --expire=now --all && git gc --quiet --prune=now";

/** A loss, and what must be as it was after the command that an undo names. */
interface Case {
  readonly setup?: string;
  readonly loss: string;
  /** Prints the thing that was lost. */
  readonly look: string;
}

const CASES: Readonly<Record<string, Case>> = {
  "stash drop": {
    setup: "echo mine >> a.txt; git stash push -qm \"my work, 'quoted'\"",
    loss: "git stash drop -q",
    look: "git stash list; git stash show -p",
  },
  "stash clear, of two": {
    setup: "for n in 1 2; do echo $n >> a.txt; git stash push -qm w$n; done",
    loss: "git stash clear",
    look: "git stash list --format=%gs",
  },
  "stash clear, of many": {
    setup: "for n in 1 2 3 4 5 6 7; do echo $n >> a.txt; git stash push -qm w$n; done",
    loss: "git stash clear",
    look: "git stash list --format=%gs",
  },
  "branch -D, of many": {
    setup: "for n in 1 2 3 4 5 6 7; do git branch b$n; done; git tag v1",
    loss: "git branch -qD b1 b2 b3 b4 b5 b6 b7; git tag -d v1",
    look: "git show-ref",
  },
  "branch -D": {
    setup: "git checkout -qb topic/x; echo t > t.txt; git add .; git commit -qm topic; git checkout -q main",
    loss: "git branch -qD topic/x",
    look: "git show --format=%H%s topic/x",
  },
  "tag -d, of an annotated tag": {
    setup: "git tag -a v1 -m one HEAD~1",
    loss: "git tag -d v1",
    look: "git cat-file tag v1",
  },
  "reset --hard over commits": { loss: "git reset -q --hard HEAD~1", look: "git log --format=%H%s; cat a.txt" },
  "commit --amend": { loss: "git commit -q --amend -m other", look: "git log --format=%H%s" },
  "update-ref of a branch that is not checked out": {
    setup: "git branch other",
    loss: "git update-ref refs/heads/other HEAD~1; git commit -q --amend -m x",
    look: "git log --format=%s other",
  },
  "a detached HEAD with a commit of its own": {
    setup: "git checkout -q --detach; git commit -q --allow-empty -m own; git reflog expire --expire=now --all",
    loss: "git checkout -q main; git reflog expire --expire=now --all",
    look: "git log --all --format=%s | grep own",
  },
  "a commit that the reflog of HEAD held alone": {
    setup: "git commit -q --amend -m other",
    loss: "git reflog expire --expire=now --all",
    look: "git log --all --reflog --format=%s | grep second",
  },
  "reset over a staged version": {
    setup: "echo staged > a.txt; git add a.txt; echo work > a.txt",
    loss: "git reset -q --hard",
    look: "git show :a.txt; cat a.txt",
  },
  "checkout over staged versions, of many files with odd names": {
    setup:
      'for n in 1 \'b c\' é $\'q\\"\' 5; do echo v > "f$n"; done; git add .; git commit -qm f; for f in f*; do echo staged > "$f"; git add "$f"; echo w > "$f"; done',
    loss: "git checkout -q HEAD -- .",
    look: "git diff --cached --raw --no-abbrev",
  },
  "an index that was removed": {
    setup: "echo staged > a.txt; git add a.txt; echo work > a.txt",
    loss: "rm .git/index",
    look: "git show :a.txt; git diff --cached --stat",
  },
  "a branch that was moved and checked out, beside a staged version": {
    setup: "git branch other; echo staged > s.txt; git add s.txt; echo work > s.txt",
    loss: "git checkout -q -B other HEAD~1",
    look: "git show-ref; git symbolic-ref HEAD; git show :s.txt",
  },
  "a reset of a branch whose commits another one holds": {
    setup: "git branch other",
    loss: "git reset -q --hard HEAD~1",
    look: "git show-ref",
  },
  "the reflogs, with that of stashes": {
    setup: "echo mine >> a.txt; git stash push -qm mine",
    loss: FORGET,
    look: "git stash list --format=%gs; git stash show -p",
  },
  "a worktree whose HEAD was on no branch": {
    setup: "git worktree add -q --detach ../side; git -C ../side commit -q --allow-empty -m own",
    loss: `git worktree remove --force ../side; ${FORGET}`,
    look: "git -C ../side log --format=%H",
  },
  "read-tree over a staged version": {
    setup: "echo staged > new.txt; git add new.txt; rm new.txt",
    loss: "git read-tree HEAD",
    look: "git show :new.txt",
  },
  "worktree remove --force": {
    setup: "git worktree add -q -b side ../side; echo staged > ../side/a.txt; git -C ../side add a.txt",
    loss: "git worktree remove --force ../side",
    look: "git worktree list; git -C ../side symbolic-ref HEAD",
  },
  "a branch that was left": {
    setup: "git branch other",
    loss: "git checkout -q other",
    look: "git symbolic-ref HEAD; git status --porcelain",
  },
  "rm -rf .git": {
    setup:
      "git config user.nickname me; git branch topic; git tag v1; echo mine >> a.txt; git stash push -qm work; echo s > a.txt; git add a.txt; echo w > a.txt",
    loss: "rm -rf .git",
    look: "git for-each-ref --format='%(objectname) %(refname)'; git stash list; git symbolic-ref HEAD; git config user.nickname; git show :a.txt; git fsck",
  },
  "rm -rf .git of a repository of another hash": {
    setup: "rm -rf .git; git init -q -b main --object-format=sha256 .; git add .; git commit -qm one",
    loss: "rm -rf .git",
    look: "git log --format=%H",
  },
  "rm -rf .git of a clone": {
    setup:
      "git config fetch.prune true; git clone -q --bare . ../up.git; git remote add origin ../up.git; git fetch -q; git branch -q -u origin/main; echo l > l.txt; git add .; git commit -qm local",
    loss: "rm -rf .git",
    look: "git log --format=%H%s; git status -sb; git fsck",
  },
};

async function namedBy(world: World): Promise<string[]> {
  const { git = [] } = await undo(world.io, world.root, {});
  return git.flatMap(({ command }) => command ?? []);
}

describe("the command that an undo names returns what git lost", () => {
  test.each(Object.entries(CASES))("%s", async (_what, { setup = ":", loss, look }) => {
    const world = makeWorld(SETUP);
    world.sh(setup);
    const before = world.sh(look);
    await world.turn(`${loss}; echo > by-agent.txt`);
    const commands = await namedBy(world);
    expect(commands).not.toEqual([]);
    world.sh(commands.join("\n"));
    expect(world.sh(look)).toBe(before);
  });

  test.each(
    [
      "stash drop",
      "branch -D",
      "tag -d, of an annotated tag",
      "reset --hard over commits",
      "reset over a staged version",
    ].map((name) => [name, CASES[name]!] as const),
  )("%s, and git has the objects no more", async (_what, { setup = ":", loss, look }) => {
    const world = makeWorld(SETUP);
    world.sh(setup);
    const before = world.sh(look);
    await world.turn(`${loss}; ${FORGET}; echo > by-agent.txt`);
    world.sh((await namedBy(world)).join("\n"));
    expect(world.sh(look)).toBe(before);
    expect(world.sh("git fsck --no-dangling")).toBe("");
  });
});

/** What the undo says of git. */
async function saidBy(world: World): Promise<string> {
  return (await undo(world.io, world.root, {})).notes.join("\n");
}

describe("what an undo and the end of a turn say", () => {
  test("a stash that was made after the turn is named, and popping it brings the turn's files back", async () => {
    const world = makeWorld(SETUP);
    await world.turn("echo agent >> a.txt");
    world.sh("git stash -q");
    const { git = [] } = await undo(world.io, world.root, {});
    world.sh(git.map(({ command }) => command).join("\n"));
    expect(world.files("a.txt")).toContain("agent");
  });

  test.each([
    ["a turn that took nothing of git's", "echo x > b.txt"],
    ["a commit", "echo x >> a.txt; git commit -qam third"],
    ["a branch that was given another name", "git branch -m main trunk; git branch -m trunk main"],
    ["a merge", "git checkout -qb t; git commit -q --allow-empty -m t; git checkout -q main; git merge -q t"],
    ["an index that was only refreshed", "touch a.txt; git status"],
    ["a staged file that is committed", "git commit -qm staged", "echo s > s.txt; git add s.txt"],
    ["a staged file whose content the undo brings back", "git reset -q --hard", "echo s > s.txt; git add s.txt"],
  ])("nothing of %s", async (_what, script, setup = ":") => {
    const world = makeWorld(SETUP);
    world.sh(setup);
    await world.turn(`${script}; echo > by-agent.txt`);
    expect((await undo(world.io, world.root, {})).git).toBeUndefined();
  });

  test.each([
    [
      "once, of a stash that was dropped",
      "git stash drop -q",
      /^snapveil: A stash is gone: On main: work\. .*git stash store/,
    ],
    ["of an untouched repository nothing", ":", /^$/],
    ["of an amended commit nothing, since git's reflog has it", "git commit -q --amend -m x", /^$/],
    ["of a merged branch that was deleted nothing", "git branch -qd merged", /^$/],
    ["of a branch that nothing holds", "git branch -qD own", /^snapveil: The branch own \([0-9a-f]{7}\) is gone\. /],
    [
      "of commits that a reset dropped",
      "git stash clear; git branch -qD own merged; git reset -q --hard HEAD~1",
      /^snapveil: The branch main went from .* back to /m,
    ],
    ["of a repository that is gone", "rm -rf .git", /^snapveil: The repository .* is gone, .*git init/],
  ])("a turn's end says %s", async (_what, script, expected) => {
    const world = makeWorld(
      `${SETUP}; git branch merged; git checkout -qb own; git commit -q --allow-empty -m own; git checkout -q main; echo x >> a.txt; git stash push -qm work`,
    );
    await world.hook("turn_start");
    world.sh(script);
    expect(((await world.hook("turn_end")).notice ?? []).join("\n")).toMatch(expected);
    await world.hook("turn_start");
    expect((await world.hook("turn_end")).notice ?? []).toEqual([]);
  });

  test("a turn that lost a branch and changed no file is named by an undo that has nothing to take back", async () => {
    const world = makeWorld(`${SETUP}; git checkout -qb own; git commit -q --allow-empty -m own; git checkout -q main`);
    await world.turn("git branch -qD own");
    expect(await saidBy(world)).toMatch(/The branch own \(.* is gone\. To get it back: git update-ref/);
    world.sh("git update-ref refs/heads/own $(git rev-parse 'HEAD@{1}')");
    expect(await saidBy(world)).toBe("");
  });
});
