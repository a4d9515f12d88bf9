import { mkdirSync } from "node:fs";

import { expect, test } from "vitest";

import { placeOf } from "../../../shadow-repo/place.ts";
import { undo } from "../../../shadow-repo/restore/undo.ts";
import { findWorktree } from "../../../worktree/find-worktree.ts";
import { folderReader, waitingAmongObjects, waitingBelow, waitingInGit } from "../../../worktree/waiting-file.ts";
import { COMMITTED, makeWorld, type World } from "../shadow-repo/world.ts";

/** A repository that borrows objects from a second one, which borrows from a third. */
const BORROWING = `${COMMITTED}
for n in 1 2; do git init -q ../lent$n; done
echo "$CWD/../lent1/.git/objects" > .git/objects/info/alternates
echo "$CWD/../lent2/.git/objects" > ../lent1/.git/objects/info/alternates`;

const found = ({ root }: World) => waitingInGit(findWorktree(root)!);

/** What git would wait for, or read until no memory is left; the program that records must not ask git then. */
const TRAPS: readonly (readonly [string, string])[] = [
  ["alternates without end", "ln -sf /dev/zero .git/objects/info/alternates"],
  ["alternates that are a pipe", "rm .git/objects/info/alternates; mkfifo .git/objects/info/alternates"],
  ["alternates with a hole of 20 GiB", "truncate -s 20G .git/objects/info/alternates"],
  ["alternates of alternates without end", "ln -sf /dev/zero ../lent1/.git/objects/info/alternates"],
  ["such as a pipe", "rm ../lent1/.git/objects/info/alternates; mkfifo ../lent1/.git/objects/info/alternates"],
  ["two levels below", "ln -sf /dev/zero ../lent2/.git/objects/info/alternates"],
  [
    "by a relative path",
    "echo ../../../lent1/.git/objects > .git/objects/info/alternates; ln -sf /dev/zero ../lent1/.git/objects/info/alternates",
  ],
  [
    "by a path in quotes",
    `echo "\\"$CWD/../lent1/.git/objects\\"" > .git/objects/info/alternates; ln -sf /dev/zero ../lent1/.git/objects/info/alternates`,
  ],
  ["by a path in quotes that only git reads", `echo '"/l\\145nt"' > .git/objects/info/alternates`],
  ["by a path that is no UTF-8", `printf '/\\377\\n' > .git/objects/info/alternates`],
  ["by hundreds of paths", "seq -f /nowhere/%g 300 > .git/objects/info/alternates"],
];

test.each(TRAPS)("git is not asked where it would wait: %s", async (_, trap) => {
  const world = makeWorld(`${BORROWING}\n${trap}`);
  expect(found(world)).toMatch(/objects\/info\/alternates$/);
  expect(waitingAmongObjects(placeOf(world.io, world.root).worktree)).toMatch(/alternates$/);
  await world.turn("printf 2 > base.txt");
  await undo(world.io, world.root);
  expect(world.sh("cat base.txt")).toBe("alpha\n");
});

test.each([
  ["HEAD", "truncate -s 20G .git/HEAD"],
  ["refs/heads/main", "truncate -s 20G .git/refs/heads/main"],
  ["shallow", "truncate -s 20G .git/shallow"],
  ["info/grafts", "ln -s /dev/zero .git/info/grafts"],
  ["info/grafts", "truncate -s 20G .git/info/grafts"],
  ["MERGE_HEAD", "mkfifo .git/MERGE_HEAD"],
  ["objects/info/commit-graph", "mkfifo .git/objects/info/commit-graph"],
])("nor where %s is no file of git's: %s", async (name, trap) => {
  const world = makeWorld(`${COMMITTED}\nmkdir -p .git/info\n${trap}`);
  expect(found(world)).toBe(`${world.root}/.git/${name}`);
  await world.turn("printf 2 > base.txt");
  await undo(world.io, world.root);
  expect(world.sh("cat base.txt")).toBe("alpha\n");
});

test.each([
  ["the index of a pack", "git gc -q; for f in .git/objects/pack/*.idx; do rm -f $f; mkfifo $f; done"],
  ["an object", 'f=.git/objects/$(git rev-parse HEAD:base.txt | sed "s,..,&/,"); rm -f $f; mkfifo $f'],
  [
    "an object through a link",
    'f=.git/objects/$(git rev-parse HEAD:base.txt | sed "s,..,&/,"); mkfifo ../p; rm -f $f; ln -s ../../../../p $f',
  ],
])("the first turn waits for no pipe in the place of %s", async (_, trap) => {
  const world = makeWorld(`${COMMITTED}\n${trap}`);
  expect(waitingAmongObjects(findWorktree(world.root)!)).toContain(".git/objects/");
  await world.turn("printf 2 > base.txt");
  await undo(world.io, world.root);
  expect(world.sh("cat base.txt")).toBe("alpha\n");
});

test("a repository that borrows objects is none of these, also from one that is gone", () => {
  const world = makeWorld(`${BORROWING}\nln -s . .git/objects/here; rm -rf ../lent2`);
  expect(found(world)).toBeUndefined();
  expect(waitingAmongObjects(findWorktree(world.root)!)).toBeUndefined();
});

test.each([
  ["at the top", "mkfifo .gitignore", ".gitignore"],
  ["in a folder below", "mkdir -p a/b; mkfifo a/b/.gitattributes", "a/b/.gitattributes"],
  ["behind a link that git does not follow", "mkfifo ../p; ln -s ../p .gitignore", undefined],
  ["in a repository's own folder", "mkfifo .git/.gitignore", undefined],
  ["deeper than a quick look goes", "for n in 1 2 3; do mkdir $n; done; mkfifo 3/.gitignore", undefined],
])("a rule file that git would wait for is found %s", (_, trap, file) => {
  const { root } = makeWorld(`${COMMITTED}\n${trap}`);
  const most = file === undefined ? 3 : undefined;
  expect(waitingBelow(root, most)).toBe(file && `${root}/${file}`);
});

test.each([
  ["counts them", (real: number) => real, []],
  ["gives each folder one link", () => 1, ["c"]],
  ["gives each folder two links", () => 2, ["c"]],
])("a folder that a disk says to hold no folders is read unless it %s", (_, links, found) => {
  const { root } = makeWorld("mkdir -p a/b d");
  const real = new Map([
    [root, 4],
    [`${root}/a`, 3],
    [`${root}/d`, 2],
  ]);
  const reader = folderReader((folder) => ({ disk: 1, links: links(real.get(folder)!) }));
  expect(reader(root).toSorted()).toEqual(["a", "d"]);
  mkdirSync(`${root}/d/c`); // the number of links that the reader is given stays the same
  expect(reader(`${root}/a`)).toEqual(["b"]);
  expect(reader(`${root}/d`)).toEqual(found);
});

test("the links of a folder on another disk tell nothing", () => {
  const { root } = makeWorld("mkdir -p a/b");
  const reader = folderReader((folder) => (folder === root ? { disk: 1, links: 3 } : { disk: 2, links: 2 }));
  expect(reader(root).toSorted()).toEqual(["a"]);
  expect(reader(`${root}/a`)).toEqual(["b"]);
});
