import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { snapshotNow } from "../../../../shadow-repo/record/snapshot-now.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

const MIB = 1024 * 1024;

async function recorded(world: World): Promise<string[][]> {
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  return checkpoints.map(({ files }) => files.flatMap(({ path, status, kept }) => (kept ? [] : `${status} ${path}`)));
}

/** All but what is git's. */
function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== ".git")
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? [path, ...pathsBelow(path)] : [path];
    });
}

/** The bytes of the source's index. */
function indexOf({ root }: World): Buffer | undefined {
  const file = join(root, ".git/index");
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** What a turn is recorded as: one list of changes a checkpoint. */
const cases: { name: string; setup?: string; turn: string; recorded: string[][] }[] = [
  { name: "nothing", turn: "true", recorded: [] },
  { name: "empty folders are not content", turn: "mkdir -p e/f", recorded: [] },
  { name: "changed and changed back", turn: "printf z > base.txt; printf 'alpha\\n' > base.txt", recorded: [] },
  { name: "touched", turn: "touch -d 2001-01-01 base.txt", recorded: [] },
  {
    name: "same size, same time, other content",
    turn: "cp -p base.txt ../t; printf 'ALPHA\\n' > base.txt; touch -r ../t base.txt",
    recorded: [["modified base.txt"]],
  },
  {
    name: "ignored",
    setup: "printf '*.env\\n' > .gitignore; printf 1 > p.env",
    turn: "printf 2 > p.env; printf c > base.txt",
    recorded: [["modified base.txt"]],
  },
  {
    name: "ignored by a nested .gitignore, with a negation",
    setup: "mkdir s; printf '*.x\\n!keep.x\\n' > s/.gitignore",
    turn: "printf 1 > s/a.x; printf 1 > s/keep.x; printf 1 > a.x",
    recorded: [["added a.x", "added s/keep.x"]],
  },
  {
    name: "an ignored folder",
    setup: "printf 'node_modules/\\n' > .gitignore",
    turn: "mkdir node_modules; printf 1 > node_modules/x",
    recorded: [],
  },
  {
    name: "becomes ignored through .gitignore: nothing happened to it",
    setup: "printf 1 > late.cfg; touch -d yesterday late.cfg; sleep 0.1",
    turn: "printf late.cfg > .gitignore",
    recorded: [["added .gitignore"]],
  },
  {
    name: "becomes ignored through .gitignore, and is edited in the same turn",
    setup: "printf 1 > late.cfg",
    turn: "printf late.cfg > .gitignore; printf 2 > late.cfg",
    recorded: [["added .gitignore", "modified late.cfg"]],
  },
  {
    name: "becomes ignored through info/exclude",
    setup: "printf 1 > late.cfg",
    turn: "echo late.cfg >> .git/info/exclude; printf 2 > late.cfg; printf c > base.txt",
    recorded: [["modified base.txt", "modified late.cfg"]],
  },
  {
    name: "becomes ignored through a .gitignore that ignores itself",
    setup: "mkdir v; printf 1 > v/x",
    turn: "printf '*' > v/.gitignore; printf 2 > v/x; printf c > base.txt",
    recorded: [["modified base.txt", "modified v/x"]],
  },
  {
    name: "ignored by the user's excludes file in an included configuration",
    setup:
      "printf '*.swp\\n' > \"$HOME/gi\"; printf '[core]\\n  excludesFile = ~/gi\\n' > \"$HOME/more\"; " +
      "git config --global include.path more",
    turn: "printf 1 > a.swp; printf 2 > b.txt",
    recorded: [["added b.txt"]],
  },
  {
    name: "ignored by the excludes file that a condition includes",
    setup:
      "printf '*.swp\\n' > \"$HOME/gi\"; printf '[core]\\n  excludesFile = ~/gi\\n' > \"$HOME/more\"; " +
      "git config --global includeIf.gitdir:/.path more",
    turn: "printf 1 > a.swp; printf 2 > b.txt",
    recorded: [["added b.txt"]],
  },
  {
    name: "ignored by the user's default ignore file",
    setup: 'mkdir -p "$HOME/.config/git"; printf \'*.swp\\n\' > "$HOME/.config/git/ignore"',
    turn: "printf 1 > a.swp; printf 2 > b.txt",
    recorded: [["added b.txt"]],
  },
  {
    name: "ignored by the default ignore file, were there not a setting that names none",
    setup:
      'mkdir -p "$HOME/.config/git"; printf \'*.swp\\n\' > "$HOME/.config/git/ignore"; ' +
      "git config --global core.excludesFile ''",
    turn: "printf 1 > a.swp",
    recorded: [["added a.swp"]],
  },
  {
    name: "tracked although ignored",
    setup: "printf '*.env\\n' > .gitignore; printf 1 > p.env; git add -f p.env",
    turn: "printf 2 > p.env",
    recorded: [["modified p.env"]],
  },
  {
    name: "tracked during the turn although ignored: it may have been there before",
    setup: "printf '*.env\\n' > .gitignore; printf secret > q.env",
    turn: "printf 1 > p.env; git add -f p.env q.env; printf 1 > new",
    recorded: [["added new"]],
  },
  {
    name: "tracked although ignored, and gone before the turn",
    setup: "printf '*.env\\n' > .gitignore; printf 1 > p.env; git add -f p.env; rm p.env",
    turn: "printf 2 > p.env",
    recorded: [["added p.env"]],
  },
  {
    name: "tracked and ignored by rules that are newer than its deletion",
    setup: "printf 1 > p.env; git add p.env; rm p.env; printf '*.env\\n' > .gitignore",
    turn: "printf 2 > p.env",
    recorded: [["added p.env"]],
  },
  {
    name: "ignored no more by a .gitignore that ignores itself",
    setup: "mkdir d; printf '*\\n' > d/.gitignore; printf 1 > d/old; printf 1 > d/also",
    turn: "printf '.gitignore\\nalso\\n' > d/.gitignore; printf new > new",
    recorded: [["added new"]],
  },
  {
    name: "ignored no more by info/exclude",
    setup: "printf '*.env\\n' > .git/info/exclude; printf 1 > p.env",
    turn: ": > .git/info/exclude; printf new > new",
    recorded: [["added new"]],
  },
  {
    name: "ignored no more by the user's excludes file",
    setup: 'mkdir -p "$HOME/.config/git"; printf \'*.env\\n\' > "$HOME/.config/git/ignore"; printf 1 > p.env',
    turn: 'rm "$HOME/.config/git/ignore"; printf new > new',
    recorded: [["added new"]],
  },
  {
    name: "ignored by info/exclude from now on",
    setup: "printf 1 > p.env",
    turn: "printf '*.env\\n' > .git/info/exclude; printf 2 > p.env; printf new > new",
    recorded: [["added new", "modified p.env"]],
  },
  {
    name: "a virtual environment whose .gitignore ignores everything in it",
    turn: "mkdir -p .venv/lib; printf '*\\n' > .venv/.gitignore; printf 1 > .venv/lib/a; printf new > new",
    recorded: [["added new"]],
  },
  {
    name: "no longer tracked and ignored: nothing happened to it",
    setup: "printf '*.env\\n' > .gitignore; printf 1 > p.env; git add -f p.env; git commit -qm p",
    turn: "git rm -q --cached p.env; printf 2 > p.env; printf c > base.txt",
    recorded: [["modified base.txt"]],
  },
  {
    name: "ignored no more: it was there before",
    setup: "printf 'p.env\\n*.log\\n' > .gitignore; printf 1 > p.env; mkdir d; printf 1 > d/a.log",
    turn: "printf 'other\\n' > .gitignore; printf new > new",
    recorded: [["modified .gitignore", "added new"]],
  },
  {
    name: "ignored no more through a nested negation",
    setup: "printf '*.log\\n' > .gitignore; mkdir d; printf 1 > d/a.log",
    turn: "printf '!a.log\\n' > d/.gitignore",
    recorded: [["added d/.gitignore"]],
  },
  {
    name: "too large before and small now",
    setup: `truncate -s ${3 * MIB} big`,
    turn: "printf 1 > big; printf 1 > new",
    recorded: [["added new"]],
  },
  {
    name: "in a repository of its own before",
    setup: "git init -q n; printf 1 > n/x",
    turn: "rm -rf n/.git; printf 1 > new",
    recorded: [["added new"]],
  },
  { name: "exactly 2 MiB", turn: `truncate -s ${2 * MIB} big`, recorded: [["added big"]] },
  { name: "one byte more", turn: `truncate -s ${2 * MIB + 1} big; printf 1 > small`, recorded: [["added small"]] },
  {
    name: "large and tracked",
    setup: `truncate -s ${3 * MIB} big; git add big`,
    turn: "printf 1 > big",
    recorded: [["modified big"]],
  },
  {
    name: "large and tracked during the turn",
    turn: `truncate -s ${3 * MIB} big; git add big`,
    recorded: [["added big"]],
  },
  {
    name: "captured small and then grown",
    setup: "printf small > grow",
    turn: `truncate -s ${3 * MIB} grow`,
    recorded: [["modified grow"]],
  },
  {
    name: "a repository of its own without commits",
    turn: "mkdir n; git -C n init -q; printf 1 > n/x; printf 1 > after",
    recorded: [["added after"]],
  },
  {
    name: "a repository of its own with commits",
    turn: "mkdir n; git -C n init -q; printf 1 > n/x; git -C n add .; git -C n commit -qm n; printf 1 > after",
    recorded: [["added after"]],
  },
  {
    name: "a folder of known files that becomes a repository",
    setup: "mkdir n; printf 1 > n/x",
    turn: "git -C n init -q; printf 2 > n/x; printf 2 > after",
    recorded: [["added after", "modified n/x"]],
  },
  {
    name: "a submodule",
    setup:
      "git init -q ../lib; git -C ../lib commit -q --allow-empty -m l; " +
      "git -c protocol.file.allow=always submodule --quiet add ../lib lib; git commit -qm sub",
    turn: "printf 1 > lib/x; git -C lib add .; git -C lib commit -qm x; printf c > base.txt",
    recorded: [["modified base.txt"]],
  },
  {
    name: "a linked worktree inside",
    turn: "git worktree add -q wt; printf 1 > wt/x; printf c > base.txt",
    recorded: [["modified base.txt"]],
  },
  { name: "a pipe and a socket", turn: "mkfifo p; printf 1 > after", recorded: [["added after"]] },
  {
    name: "a file that becomes a pipe",
    turn: "rm base.txt; mkfifo base.txt; printf 1 > after",
    recorded: [["added after", "deleted base.txt"]],
  },
  {
    name: "a sparse checkout",
    setup: "mkdir a b; printf 1 > a/f; printf 1 > b/f; git add .; git commit -qm ab; git sparse-checkout set a",
    turn: "printf 2 > a/f",
    recorded: [["modified a/f"]],
  },
  {
    name: "a sparse checkout that takes files out during the turn",
    setup: "mkdir a b; printf 1 > a/f; printf 1 > b/f; git add .; git commit -qm ab",
    turn: "git sparse-checkout set a; printf 2 > a/f",
    recorded: [["modified a/f"]],
  },
  {
    name: "the same with a sparse index, which names folders only",
    setup: "mkdir -p a b/c; printf 1 > a/f; printf 1 > b/c/f; git add .; git commit -qm ab",
    turn: "git sparse-checkout set --cone --sparse-index a; printf 2 > a/f",
    recorded: [["modified a/f"]],
  },
  {
    name: "a sparse checkout that takes out what was edited, after the edits were thrown away",
    setup: "mkdir a b; printf 1 > a/f; printf 1 > b/f; printf 1 > b/g; git add .; git commit -qm ab; printf mine > b/f",
    turn: "git reset -q --hard; git sparse-checkout set a",
    recorded: [["deleted b/f"]],
  },
  {
    name: "the same with a sparse index, of whose folder every file counts then",
    setup:
      "mkdir -p a b/c; printf 1 > a/f; printf 1 > b/c/f; printf 1 > b/g; git add .; git commit -qm ab; " +
      "printf mine > b/c/f",
    turn: "git reset -q --hard; git sparse-checkout set --cone --sparse-index a",
    recorded: [["deleted b/c/f", "deleted b/g"]],
  },
  {
    name: "an edited skip-worktree file that is removed where there is a sparse checkout",
    setup:
      "printf 1 > one; git add .; git commit -qm o; git config core.sparseCheckout true; " +
      "git update-index --skip-worktree one; printf mine > one",
    turn: "rm one",
    recorded: [["deleted one"]],
  },
  {
    name: "large and tracked by a split index",
    setup:
      `git config core.splitIndex true; truncate -s ${3 * MIB} big; git add big; git update-index --split-index; ` +
      "printf 1 > other; git add other",
    turn: "printf 1 > big",
    recorded: [["modified big"]],
  },
  {
    name: "tracked by a split index although ignored",
    setup:
      "printf '*.env\\n' > .gitignore; printf 1 > p.env; git add -f p.env; git update-index --split-index; " +
      "printf 1 > other; git add other",
    turn: "printf 2 > p.env",
    recorded: [["modified p.env"]],
  },
  {
    name: "assume-unchanged and skip-worktree files that are there",
    setup:
      "printf 1 > one; printf 1 > two; git add .; git commit -qm o; git update-index --assume-unchanged one; " +
      "git update-index --skip-worktree two",
    turn: "printf 2 > one; printf 2 > two",
    recorded: [["modified one", "modified two"]],
  },
  { name: "an unborn branch", setup: "true", turn: "printf 2 > b", recorded: [["added b"]] },
  {
    name: "git's other objects: commit, branch and stash during the turn",
    turn: "printf 2 > base.txt; git commit -qam two; git checkout -qb other; printf 3 > base.txt; git stash -q",
    recorded: [["modified base.txt"]],
  },
];

for (const { name, setup, turn, recorded: expected } of cases) {
  test(`a turn records: ${name}`, async () => {
    const world = makeWorld(setup === "true" ? "git init -q -b main ." : setup ? `${COMMITTED}\n${setup}` : COMMITTED);
    const before = pathsBelow(world.root);
    await world.turn(turn);
    expect(await recorded(world)).toEqual(expected);
    const index = indexOf(world);
    await undo(world.io, world.root);
    expect(indexOf(world)).toEqual(index);
    if (turn.includes("sparse-checkout")) return;
    // Nothing that was there is gone.
    expect(before.filter((path) => !lstatSync(path, { throwIfNoEntry: false }))).toEqual([]);
  });
}

test("a linked worktree has a shadow repository of its own and the common exclude file", async () => {
  const world = makeWorld(`${COMMITTED}\necho x.tmp >> .git/info/exclude; git worktree add -q ../linked`);
  const cwd = `${world.root}/../linked`;
  await world.turn("printf 2 > ../linked/base.txt; printf 1 > ../linked/x.tmp", { cwd });
  expect((await listCheckpoints(world.io, cwd)).checkpoints.map(({ files }) => files.map(({ path }) => path))).toEqual([
    ["base.txt"],
  ]);
  expect((await listCheckpoints(world.io, world.root)).checkpoints).toEqual([]);
  await undo(world.io, cwd);
  world.sh("grep -q alpha ../linked/base.txt && test -e ../linked/x.tmp");
});

test("a session in a sub-directory records only what lies below it", async () => {
  const world = makeWorld(
    `${COMMITTED}\nmkdir -p sub/deep subway; printf s > sub/f; printf '*.o\\n' > .gitignore; ln -s sub ../alias`,
  );
  await world.turn(
    "printf 2 > sub/f; printf 2 > base.txt; printf 2 > subway/x; printf 1 > sub/deep/y; printf 1 > sub/z.o",
    { cwd: `${world.root}/sub` },
  );
  expect(await recorded(world)).toEqual([["added sub/deep/y", "modified sub/f"]]);
  expect(await undo(world.io, `${world.root}/sub`)).toMatchObject({ files: 2, skipped: [] });
  world.sh('test "$(cat sub/f base.txt subway/x)" = s22');
});

test("a session below a folder that was a file when the whole was recorded", async () => {
  const world = makeWorld(`${COMMITTED}; printf flat > a`);
  await world.turn("printf 1 > base.txt");
  world.sh("rm a; mkdir -p a/b; printf 1 > a/b/x");
  await world.turn("printf 2 > a/b/x; printf new > a/b/y", { cwd: `${world.root}/a/b` });
  expect(await undo(world.io, `${world.root}/a/b`)).toMatchObject({ restored: true, files: 2 });
  world.sh("test $(cat a/b/x) = 1 && test ! -e a/b/y");
});

test("a session whose folder is removed by the agent is recorded all the same", async () => {
  const world = makeWorld(`${COMMITTED}\nmkdir -p sub/deep; printf s > sub/f; printf d > sub/deep/g`);
  await world.turn("rm -r sub; printf 2 > base.txt", { cwd: `${world.root}/sub/deep` });
  expect(await recorded(world)).toEqual([["deleted sub/deep/g"]]);
  await undo(world.io, world.root);
  world.sh('test "$(cat sub/deep/g base.txt)" = d2');
});

test("the ignore rules above a sub-directory take effect at once", async () => {
  const world = makeWorld(`${COMMITTED}\nmkdir sub; printf 1 > sub/a.o`);
  await world.turn("printf '*.o\\n' > .gitignore; printf 2 > sub/a.o; printf 1 > sub/b", { cwd: `${world.root}/sub` });
  expect(await recorded(world)).toEqual([["modified sub/a.o", "added sub/b"]]);
});

test("events without session, folder or worktree, and in a bare repository, make no shadow repository", async () => {
  const world = makeWorld("git init -q --bare bare.git && mkdir plain");
  for (const name of ["session_start", "turn_start", "turn_end", "session_end"] as const) {
    await world.hook(name);
    await world.hook(name, { cwd: `${world.root}/bare.git` });
    await world.hook(name, { cwd: `${world.root}/missing` });
    await world.hook(name, { sessionId: "" });
    await world.hook(name, { cwd: "" });
  }
  world.sh('test ! -e "$DATA/snapshot"');
});

test.each([
  ["a .git file that points to a bare repository", "git init -q --bare .bare && echo 'gitdir: ./.bare' > .git"],
  [".git said to be bare", "git init -q . && git config core.bare yes"],
])("%s gives its folder no worktree", async (_name, setup) => {
  const world = makeWorld(`${setup}; printf 1 > a`);
  await world.turn("printf 2 > a");
  world.sh('test ! -e "$DATA/snapshot"');
});

test("a worktree linked to a bare repository is recorded", async () => {
  const world = makeWorld(
    "git init -q -b main .bare && git -C .bare commit -q --allow-empty -m first && git -C .bare config " +
      "core.bare true && echo 'gitdir: ./.bare/.git' > .git && git worktree add -q linked",
  );
  const cwd = `${world.root}/linked`;
  await world.turn("printf 1 > linked/a", { cwd });
  expect((await listCheckpoints(world.io, cwd)).checkpoints.map(({ files }) => files.length)).toEqual([1]);
});

test("the repository itself is not recorded where it lies in the worktree under another name", async () => {
  const world = makeWorld(
    "git init -q -b main --separate-git-dir './my [repo]' . && git commit -q --allow-empty -m first",
  );
  await world.turn("printf 1 > a; git add a; git commit -qm second");
  expect(await recorded(world)).toEqual([["added a"]]);
  await undo(world.io, world.root);
  world.sh('test ! -e a; test "$(git log --format=%s -n 1)" = second; git fsck 2>&1');
});

test.each([
  ["a pipe in place of info/exclude", "rm .git/info/exclude; mkfifo .git/info/exclude"],
  ["a pipe in place of the index", "rm .git/index; mkfifo .git/index"],
  ["attributes without end", "ln -s /dev/zero .gitattributes; ln -s /dev/zero .git/info/attributes"],
])("%s is not waited for", async (_name, setup) => {
  const world = makeWorld(`${COMMITTED}; ${setup}`);
  await world.turn("printf 2 > base.txt");
  expect(await recorded(world)).toEqual([["modified base.txt"]]);
});

test("a file that is written twice in one second, its old time set back, is recorded as it is", async () => {
  const world = makeWorld(COMMITTED);
  const { root, io } = world;
  const second = () => Math.floor(statSync(`${root}/base.txt`).ctimeMs / 1000);
  const write = (text: string) => world.sh(`printf '${text}' > base.txt; touch -d 2001-01-01 base.txt`);
  for (let pair = 10; pair < 20; pair += 1) {
    write(`one ${pair}`);
    const began = second();
    const one = await snapshotNow(io, root);
    write(`two ${pair}`);
    const isOneSecond = second() === began;
    const two = await snapshotNow(io, root);
    expect(two.tree).not.toBe(one.tree);
    if (isOneSecond) return;
  }
  expect.fail("no two writes fell in one second");
});

test("an end without a beginning makes no file", async () => {
  const world = makeWorld();
  await world.hook("turn_end");
  await world.hook("post_tool_use", { toolUseId: "t" });
  await world.hook("session_end");
  world.sh('test ! -e "$DATA"');
});

test("the source is byte-identical with its times after captures and restores", async () => {
  const world = makeWorld(
    `${COMMITTED}\n` +
      "mkdir d; for i in 1 2 3; do printf $i > d/$i; done; git add .; git commit -qm d; printf 9 > d/9; git gc -q",
  );
  const picture =
    "find .git -printf '%p %s %m %T@ %C@ %i\\n' | LC_ALL=C sort; " +
    "find .git -type f -exec sha256sum {} + | LC_ALL=C sort";
  const before = world.sh(picture);
  await world.hook("session_start");
  await world.turn("printf c > base.txt; printf n > d/new; rm d/1");
  await undo(world.io, world.root);
  expect(world.sh(picture)).toBe(before);
});

test("the shadow repository is private, holds one HEAD and no commit, and git finds it sound", async () => {
  const world = makeWorld();
  await world.turn(`for i in $(seq 100); do printf $i > f$i; done`);
  world.sh('test -z "$(find "$DATA" -perm /077)"');
  // The store of git's own state is a repository by itself, in a folder of the shadow repository.
  world.sh(
    'test -f "$SHADOW/HEAD"; test -z "$(find "$DATA" -name HEAD ! -path "$SHADOW/git-state/HEAD" ! -path "$SHADOW/HEAD")"',
  );
  world.sh('test -z "$(git --git-dir="$SHADOW" rev-list --all 2>/dev/null)"');
  world.sh('git --git-dir="$SHADOW" fsck --full --strict');
  world.sh('test -z "$(ls "$SHADOW/tmp")"');
});

test("a data folder inside the worktree is not recorded", async () => {
  const world = makeWorld(COMMITTED);
  mkdirSync(`${world.root}/state dir`);
  const io = { ...world.io, env: { ...world.io.env, SNAPVEIL_DATA_DIR: `${world.root}/state dir` } };
  await snapshotNow(io, world.root, {});
  world.sh("printf 1 > new");
  const { skipped } = await snapshotNow(io, world.root, {});
  expect(skipped).toEqual([]);
  expect((await listCheckpoints(io, world.root)).checkpoints.at(-1)?.files.map(({ path }) => path)).toEqual(["new"]);
});

test.skipIf(process.env["SNAPVEIL_TEST_ENGINE"] !== undefined)("a source that counts in SHA-256", async () => {
  const world = makeWorld(
    "git init -q --object-format=sha256 -b main . && printf 'alpha\\n' > base.txt && git add . && git commit -qm first",
  );
  await world.turn("printf 2 > base.txt; printf n > new");
  expect(await recorded(world)).toEqual([["modified base.txt", "added new"]]);
  await undo(world.io, world.root);
  world.sh("grep -q alpha base.txt && test ! -e new");
});

const seeds: { name: string; setup: string }[] = [
  { name: "a packed source", setup: "git gc -q" },
  {
    name: "empty files, converted line ends and a filter",
    setup:
      "printf '*.crlf text eol=crlf\\n*.up filter=up\\n' > .gitattributes; git config filter.up.clean 'tr a-z " +
      "A-Z'; : > e1; mkdir d; : > d/e; printf 'a\\r\\n' > d/x.crlf; printf mixed > d/y.up; git add .; " +
      "git commit -qm more",
  },
  {
    name: "index version 4",
    setup:
      "mkdir d; for i in 1 2 3; do printf $i > d/long-name-$i; done; git add .; git commit -qm d; " +
      "git update-index --index-version 4",
  },
  { name: "a split index", setup: "git update-index --split-index; printf 1 > more; git add more" },
  {
    name: "a merge conflict and an announced file",
    setup:
      "git checkout -qb o; printf o > base.txt; git commit -qam o; git checkout -q main; printf m > base.txt; " +
      "git commit -qam m; git merge -q o || true; printf 1 > ita; git add -N ita",
  },
  {
    name: "a partial clone's missing object",
    setup: "printf 1 > gone; git add .; git commit -qm g; rm -f .git/objects/56/a6051ca2b02b04ef92d5150c9ef600403cb1de",
  },
  { name: "alternates", setup: "mv .git ../moved; git clone -qs ../moved ../shared; mv ../shared/.git .git" },
  {
    name: "files changed since they were staged",
    setup: "printf x > base.txt; printf 1 > staged; git add staged; printf 22 > staged",
  },
];

for (const { name, setup } of seeds) {
  test(`a first capture from the source's index: ${name}`, async () => {
    const world = makeWorld(`${COMMITTED}\n${setup}`);
    await world.hook("session_start");
    world.sh('git --git-dir="$SHADOW" fsck --full --strict');
    // The judge: every file hashed from disk by a git that converts nothing.
    world.sh(
      "export GIT_DIR=../judge.git; git init -q --bare $GIT_DIR; printf '* -text -filter -eol\\n' > " +
        "$GIT_DIR/info/attributes; git --work-tree=. add -A; git write-tree > ../expected",
    );
    const { tree } = await snapshotNow(world.io, world.root);
    expect(tree).toBe(world.sh("cat ../expected").trim());
  });
}

test("nothing depends on the source's objects after the first capture", async () => {
  const world = makeWorld(
    `${COMMITTED}\nmkdir d; for i in 1 2 3; do printf $i > d/$i; done; git add .; git commit -qm d; git gc -q`,
  );
  await world.turn("printf c > base.txt; rm -r d");
  world.sh("rm -rf .git/objects/pack/* .git/objects/??");
  expect(await undo(world.io, world.root)).toMatchObject({ files: 4 });
  world.sh('grep -q alpha base.txt && test "$(cat d/1 d/2 d/3)" = 123');
});
