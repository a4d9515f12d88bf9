import { expect, test } from "vitest";

import { isOwnRepository } from "../../../worktree/own-repository.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest("git init -q; git commit -q --allow-empty -m one");

const SUBMODULE =
  "git init -q ../lib; git -C ../lib commit -q --allow-empty -m l; git -c protocol.file.allow=always submodule --quiet add ../lib lib";

test.each<[what: string, setup: string, folder: string, isOwn: boolean]>([
  ["a repository", "mkdir sub", "sub", true],
  ["no repository at all", "mkdir ../plain", "../plain", false],
  ["a linked worktree", "git worktree add -q ../linked", "../linked", true],
  ["a submodule", SUBMODULE, "lib", true],
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
    "a folder that names the git folder of another one's submodule",
    `${SUBMODULE}; mkdir ../theirs; echo "gitdir: $PWD/.git/modules/lib" > ../theirs/.git`,
    "../theirs",
    false,
  ],
  [
    "a git folder of its own that shares another one's history",
    `mkdir -p ../theirs/git; cd ../theirs; echo "gitdir: $PWD/git" > .git; echo "$OLDPWD/.git" > git/commondir
      echo "$PWD/.git" > git/gitdir; echo "ref: refs/heads/main" > git/HEAD`,
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
