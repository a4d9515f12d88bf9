import { expect, test } from "vitest";

import { status } from "../../../../shadow-repo/look/status.ts";
import { snapshotNow } from "../../../../shadow-repo/record/snapshot-now.ts";
import { COMMITTED, makeWorld } from "../world.ts";

const WHY = "git records nothing of this name";

const cases: readonly (readonly [name: string, setup: string, named: readonly string[]])[] = [
  ["a folder in another case", "mkdir .GIT; echo c > .GIT/config; echo h > .GIT/HEAD", [".GIT/"]],
  ["the same further down", "mkdir -p x/y/.Git; echo c > x/y/.Git/config", ["x/y/.Git/"]],
  ["a file in another case", "echo 1 > .Git", [".Git"]],
  ["a folder that is no repository", "mkdir -p x/.git; echo c > x/.git/config; echo 1 > x/f", ["x/.git/"]],
  [
    "one beside which no file lies, but a folder",
    "mkdir -p x/.git x/y/z; echo c > x/.git/config; echo 1 > x/y/z/f",
    ["x/.git/"],
  ],
  ["the same with nothing beside it", "mkdir -p x/y/.git; echo c > x/y/.git/config", ["x/y/.git/"]],
  ["a file that leads nowhere", "mkdir x; echo 'gitdir: nowhere' > x/.git; echo 1 > x/f", ["x/.git"]],
  ["what is ignored", "mkdir .GIT; echo 1 > .GIT/f; echo .GIT > .gitignore", []],
  ["a repository, which is named as one", "git init -q x; cd x; git commit -q --allow-empty -m x", []],
];

test.each(cases)("%s: what git passes over for its name is named as not recorded", async (_name, setup, named) => {
  const world = makeWorld(`${COMMITTED}\n${setup}`);
  const found = async () =>
    (await snapshotNow(world.io, world.root, { note: "" })).skipped.filter(({ why }) => why === WHY);
  const expected = named.map((path) => ({ path, why: WHY }));
  expect(await found()).toEqual(expected);
  world.sh("echo 2 > base.txt");
  await world.hook("turn_start");
  expect(await found()).toEqual(expected);
  expect(await found()).toEqual(expected);
  expect((await status(world.io, world.root)).own!.skipped.filter(({ why }) => why === WHY)).toEqual(expected);
});

test.each(["x/f", "x/y/f", "x/y/z/f"])(
  "one that comes above the changed %s is named until it is gone",
  async (file) => {
    const world = makeWorld(`${COMMITTED}\nmkdir -p x/y/z; echo 1 > ${file}`);
    const found = async () => (await snapshotNow(world.io, world.root)).skipped.map(({ path }) => path);
    expect(await found()).toEqual([]);
    world.sh(`mkdir x/.git; echo 2 > ${file}`);
    expect(await found()).toEqual(["x/.git/"]);
    world.sh(`rmdir x/.git; echo 3 > ${file}`);
    expect(await found()).toEqual([]);
  },
);
