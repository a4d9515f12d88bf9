import { describe, expect, test } from "vitest";

import { headOf, openOperation, refIn } from "../../../../shadow-repo/source/head.ts";
import { findWorktree } from "../../../../worktree/find-worktree.ts";
import { COMMITTED, makeWorld } from "../world.ts";

function headIn(folder: string): string | undefined {
  return headOf(findWorktree(folder)!);
}

describe("HEAD as git tells it", () => {
  test.each([
    ["on a branch", "true"],
    ["on a branch with a slash", "git checkout -q -b feature/one"],
    [
      "in packed refs, beside one whose name ends alike",
      "git branch xmain; git commit -q --allow-empty -m 2; git pack-refs --all",
    ],
    ["in packed refs, and moved since", "git pack-refs --all; git commit -q --allow-empty -m 2"],
  ])("%s", (_name, script) => {
    const world = makeWorld(`${COMMITTED}; ${script}`);
    expect(headIn(world.root)).toBe(world.sh("echo $(git symbolic-ref HEAD) $(git rev-parse HEAD)").trim());
  });

  test("on no branch it is the commit alone", () => {
    const world = makeWorld(`${COMMITTED}; git checkout -q --detach`);
    const head = headIn(world.root)!;
    expect(head).toBe(world.sh("git rev-parse HEAD").trim());
    expect(refIn(head)).toBeUndefined();
  });

  test("without a commit it is the branch alone", () => {
    expect(headIn(makeWorld("git init -q -b main .").root)).toBe("refs/heads/main");
  });

  test("in a linked worktree it is that worktree's, with the branches of all", () => {
    const world = makeWorld(
      `${COMMITTED}; git worktree add -q linked -b side; git -C linked commit -q --allow-empty -m s`,
    );
    expect(headIn(`${world.root}/linked`)).toBe(`refs/heads/side ${world.sh("git rev-parse side").trim()}`);
    expect(headIn(world.root)).toBe(`refs/heads/main ${world.sh("git rev-parse main").trim()}`);
    world.sh("git -C linked merge -q main 2>&1; git rev-parse HEAD > .git/worktrees/linked/MERGE_HEAD");
    expect(openOperation(findWorktree(`${world.root}/linked`)!)).toBe("merge");
    expect(openOperation(findWorktree(world.root)!)).toBeUndefined();
  });

  test("in a form of git's own it is the name that git writes there, which says nothing", () => {
    const world = makeWorld(COMMITTED);
    world.sh("printf 'ref: refs/heads/.invalid\\n' > .git/HEAD");
    expect(headIn(world.root)).toBe("refs/heads/.invalid");
  });

  test.each([
    "rm .git/HEAD; mkfifo .git/HEAD",
    "rm .git/HEAD; mkdir .git/HEAD",
    "printf nonsense > .git/HEAD",
    "rm .git/HEAD",
  ])("where it cannot be read there is none: %s", (script) => {
    const world = makeWorld(COMMITTED);
    const worktree = findWorktree(world.root)!;
    world.sh(script);
    expect(headOf(worktree)).toBeUndefined();
  });
});
