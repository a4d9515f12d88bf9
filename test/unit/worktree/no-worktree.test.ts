import { expect, test } from "vitest";

import { snapshotNow } from "../../../shadow-repo/record/snapshot-now.ts";
import { undo } from "../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld } from "../shadow-repo/world.ts";

const cases: readonly (readonly [name: string, script: string, folder: string, sentence: RegExp])[] = [
  [
    "a linked worktree whose repository was moved",
    "git worktree add -q ../linked; mkdir ../linked/sub; mv ../project ../moved; mkdir ../project",
    "/../linked/sub",
    /linked is a linked worktree, and the repository .* no longer there \(.*\/project\/\.git\/worktrees\/linked\)\. .* git worktree repair .*\/linked$/,
  ],
  [
    "a repository whose git folder was moved",
    "git init -q --separate-git-dir ../elsewhere .; mv ../elsewhere ../moved",
    "",
    /^The file \.git in .*\/project leads to .*\/elsewhere, where there is no repository\./,
  ],
  [
    "a folder without git",
    "mkdir ../plain",
    "/../plain",
    /is not inside a git worktree.*`git init`.*snapveil track DIR$/,
  ],
  ["a .git that is no pointer", "mkdir ../plain; mkdir ../plain/.git", "/../plain", /is not inside a git worktree/],
];

test.each(cases)("%s: the sentence says which of them it is", async (_name, script, folder, sentence) => {
  const world = makeWorld(`${COMMITTED}\n${script}`);
  await expect(snapshotNow(world.io, `${world.root}${folder}`)).rejects.toThrow(sentence);
});

test("git worktree repair makes it a worktree again", async () => {
  const world = makeWorld(
    `${COMMITTED}\ngit worktree add -q ../linked; mv ../project ../moved; mkdir ../project; ` +
      "git -C ../moved worktree repair ../linked",
  );
  expect(await snapshotNow(world.io, `${world.root}/../linked`)).toMatchObject({ skipped: [] });
});

test("an undo does not pass over a .git that leads nowhere, which can be mended", async () => {
  const world = makeWorld(`${COMMITTED}\ngit worktree add -q ../linked`);
  const linked = `${world.root}/../linked`;
  await world.turn("printf 1 > ../linked/base.txt", { cwd: linked });
  world.sh("mv .git ../moved");
  await expect(undo(world.io, linked)).rejects.toThrow(/git worktree repair/);
  expect(world.files("../linked/base.txt")).toBe("1");
  world.sh("mv ../moved .git");
  expect(await undo(world.io, linked)).toMatchObject({ restored: true });
  expect(world.files("../linked/base.txt")).toBe("alpha");
});
