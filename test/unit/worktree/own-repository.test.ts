import { expect, test } from "vitest";

import { isOwnRepository } from "../../../worktree/own-repository.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest("git init -q; git commit -q --allow-empty -m one");

test.each<[what: string, setup: string, folder: string, isOwn: boolean]>([
  ["a repository", "mkdir sub", "sub", true],
  ["no repository at all", "mkdir ../plain", "../plain", false],
  ["a linked worktree", "git worktree add -q ../linked", "../linked", true],
  [
    "a submodule",
    "git init -q ../lib; git -C ../lib commit -q --allow-empty -m l; git -c protocol.file.allow=always submodule --quiet add ../lib lib",
    "lib",
    true,
  ],
  [
    "a folder that names another repository",
    'mkdir ../theirs; echo "gitdir: $PWD/.git" > ../theirs/.git',
    "../theirs",
    false,
  ],
  ["a link to another repository", 'mkdir ../theirs; ln -s "$PWD/.git" ../theirs/.git', "../theirs", false],
  [
    "a folder that names another worktree's",
    "git worktree add -q ../linked; mkdir ../theirs; cp ../linked/.git ../theirs/.git",
    "../theirs",
    false,
  ],
  [
    "objects of another repository",
    'git init -q ../mine; rm -r ../mine/.git/objects; ln -s "$PWD/.git/objects" ../mine/.git/',
    "../mine",
    false,
  ],
  [
    "refs of another repository",
    'git init -q ../mine; rm -r ../mine/.git/refs; ln -s "$PWD/.git/refs" ../mine/.git/',
    "../mine",
    false,
  ],
])("whether %s is the folder's own", (_what, setup, folder, isOwn) => {
  world.sh(setup);
  expect(isOwnRepository(world.at(folder))).toBe(isOwn);
});
