import { describe, expect, test } from "vitest";

import type { ProgressStep } from "../../../../kit/io.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { snapshotNow } from "../../../../shadow-repo/record/snapshot-now.ts";
import { readHistory } from "../../../../shadow-repo/journal/replay.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { reset } from "../../../../shadow-repo/restore/reset.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { restoreDiff } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { verify } from "../../../../shadow-repo/maintenance/verify.ts";
import { COMMITTED, makeWorld } from "../world.ts";

/** A turn that does something, an undo that takes it back, a redo that does it again. */
const cases: { name: string; setup?: string; turn: string; files: number; undone: string; redone?: string }[] = [
  {
    name: "an edit, an addition and a deletion",
    setup: "printf B > b.txt",
    turn: "printf changed > base.txt; printf n > new.txt; rm b.txt",
    files: 3,
    undone: 'test "$(cat base.txt b.txt)" = "$(printf \'alpha\\nB\')" && test ! -e new.txt',
    redone: 'test "$(cat base.txt new.txt)" = changedn && test ! -e b.txt',
  },
  {
    name: "a rename of an untracked file",
    setup: "printf precious > old.txt",
    turn: "mv old.txt new.txt",
    files: 2,
    undone: 'test ! -e new.txt && test "$(cat old.txt)" = precious',
    redone: 'test ! -e old.txt && test "$(cat new.txt)" = precious',
  },
  {
    name: "a rename in letter case only",
    setup: "printf 1 > readme",
    turn: "mv readme README",
    files: 2,
    undone: "test -e readme && test ! -e README",
  },
  {
    name: "names that are not ASCII, quoted, with tab, newline, blanks and a dash",
    setup:
      "printf 1 > é.txt; printf 1 > 'a\"b'; printf 1 > $'t\\tn'; printf 1 > $'n\\nl'; printf 1 > ' lead'; " +
      "printf 1 > 'trail '; printf 1 > ./-rf; printf 1 > 'back\\slash'",
    turn: "for f in ./* ./' lead'; do printf 2 > \"$f\"; done",
    files: 9,
    undone:
      "test \"$(cat é.txt 'a\"b' $'t\\tn' $'n\\nl' ' lead' 'trail ' ./-rf 'back\\slash')\" = 11111111 && grep " +
      "-q alpha base.txt",
  },
  {
    name: "a name that is no UTF-8",
    setup: "printf 1 > $'\\xff\\xfe.bin'",
    turn: "printf 2 > $'\\xff\\xfe.bin'; printf x > $'new\\xe9'",
    files: 2,
    undone: "test \"$(cat $'\\xff\\xfe.bin')\" = 1 && test ! -e $'new\\xe9'",
    redone: "test -e $'new\\xe9'",
  },
  {
    name: "glob characters",
    setup: "printf 1 > '[s].x'; printf 1 > s.x; printf 1 > '*'",
    turn: "printf 2 > '[s].x'; rm '*'",
    files: 2,
    undone: "test \"$(cat '[s].x' s.x '*')\" = 111",
  },
  {
    name: "the executable bit",
    turn: "chmod +x base.txt",
    files: 1,
    undone: "test ! -x base.txt",
    redone: "test -x base.txt",
  },
  {
    name: "a deleted executable",
    setup: "printf '#!/bin/sh' > r.sh; chmod +x r.sh",
    turn: "rm r.sh",
    files: 1,
    undone: "test -x r.sh",
  },
  {
    name: "line ends under text=auto",
    setup: "printf '* text=auto\\n' > .gitattributes; printf 'a\\r\\nb\\r\\n' > w.txt; git add .; git commit -qm w",
    turn: "printf 'c\\r\\n' > w.txt",
    files: 1,
    undone: "printf 'a\\r\\nb\\r\\n' | cmp - w.txt",
  },
  {
    name: "a clean and smudge filter",
    setup:
      "git config filter.up.clean 'tr a-z A-Z'; git config filter.up.smudge 'tr A-Z a-z'; printf '*.up " +
      "filter=up\\n' > .gitattributes; printf MiXed > f.up; git add .; git commit -qm f; printf MiXed > f.up",
    turn: "printf other > f.up",
    files: 1,
    undone: 'test "$(cat f.up)" = MiXed',
  },
  {
    name: "an ident",
    setup: "printf '*.c ident\\n' > .gitattributes; printf '$Id$' > i.c",
    turn: "printf x > i.c",
    files: 1,
    undone: "test \"$(cat i.c)\" = '$Id$'",
  },
  {
    name: "a file that becomes a folder",
    turn: "rm base.txt; mkdir base.txt; printf in > base.txt/in",
    files: 2,
    undone: 'test "$(cat base.txt)" = alpha',
    redone: 'test "$(cat base.txt/in)" = in',
  },
  {
    name: "a folder that becomes a file",
    setup: "mkdir -p d/e; printf 1 > d/e/f; printf 2 > d/g",
    turn: "rm -r d; printf flat > d",
    files: 3,
    undone: 'test "$(cat d/e/f d/g)" = 12',
    redone: 'test "$(cat d)" = flat',
  },
  {
    name: "a folder that becomes a symlink to one like it",
    setup: "mkdir d ../twin; printf 1 > d/f; cp -p d/f ../twin/f",
    turn: "rm -r d; ln -s ../twin d; printf changed > ../twin/f",
    files: 2,
    undone: 'test ! -L d && test "$(cat d/f)" = 1 && test "$(cat ../twin/f)" = changed',
    redone: "test -L d",
  },
  {
    name: "a symlink that becomes a folder",
    setup: "ln -s nowhere l",
    turn: "rm l; mkdir l; printf 1 > l/f",
    files: 2,
    undone: 'test "$(readlink l)" = nowhere',
    redone: 'test "$(cat l/f)" = 1',
  },
  {
    name: "a symlink whose target changes",
    setup: "printf T > target; ln -s target l",
    turn: "rm l; ln -s base.txt l; printf T2 > target",
    files: 2,
    undone: 'test "$(readlink l)" = target && test "$(cat target)" = T',
  },
  {
    name: "a file that becomes a symlink",
    turn: "rm base.txt; ln -s /etc/hostname base.txt",
    files: 1,
    undone: "test ! -L base.txt && grep -q alpha base.txt && test -s /etc/hostname",
  },
  {
    name: "new folders",
    turn: "mkdir -p a/b/c; printf 1 > a/b/c/d",
    files: 1,
    undone: "test ! -e a",
    redone: "test -e a/b/c/d",
  },
  {
    name: "an empty file",
    setup: ": > empty",
    turn: "rm empty; : > other",
    files: 2,
    undone: "test -e empty && test ! -s empty && test ! -e other",
  },
];

for (const { name, setup, turn, files, undone, redone } of cases) {
  test(`undo and redo: ${name}`, async () => {
    const world = makeWorld(setup ? `${COMMITTED}\n${setup}` : COMMITTED);
    await world.turn(turn);
    expect(
      (await listCheckpoints(world.io, world.root, { session: "s" })).checkpoints.map((one) => one.files.length),
    ).toEqual([files]);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files, skipped: [], conflicts: [] });
    world.sh(undone);
    expect((await listCheckpoints(world.io, world.root)).checkpoints).toEqual([]);
    expect(await redo(world.io, world.root)).toMatchObject({ restored: true, files, skipped: [], conflicts: [] });
    if (redone) world.sh(redone);
    expect((await listCheckpoints(world.io, world.root)).checkpoints.map((one) => one.files.length)).toEqual([files]);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files, skipped: [], conflicts: [] });
    world.sh(undone);
  });
}

test("a file whose permissions are private stays private", async () => {
  const world = makeWorld(`${COMMITTED}\nchmod 600 base.txt`);
  await world.turn("printf changed > base.txt");
  await undo(world.io, world.root);
  world.sh('test "$(stat -c %a base.txt)" = 600 && grep -q alpha base.txt');
});

test("what no capture holds is never overwritten or deleted", async () => {
  const world = makeWorld(
    `${COMMITTED}\nprintf '*.log\\n' > .gitignore; printf 1 > gone; mkdir box; printf 1 > box/in`,
  );
  await world.turn("rm gone; rm -r box; printf new > added");
  world.sh(
    "mkdir gone; printf keep > gone/a.log; printf keep > box; printf '*.log\\nbox\\n' > .gitignore; rm added; " +
      "mkdir added; printf keep > added/b.log",
  );
  const result = await undo(world.io, world.root);
  expect(result.skipped.map(({ path }) => path).toSorted()).toEqual(["box/in", "gone"]);
  world.sh('test "$(cat gone/a.log box added/b.log)" = keepkeepkeep');
});

test("edits made after the checkpoint are conflicts, and redo brings them back", async () => {
  const world = makeWorld();
  await world.turn("printf agent > base.txt; printf agent > new.txt");
  world.sh("printf mine > base.txt");
  expect(await undo(world.io, world.root, { dryRun: true })).toMatchObject({
    restored: false,
    files: 2,
    conflicts: [{ path: "base.txt" }],
    checkpoint: null,
  });
  world.sh('test "$(cat base.txt)" = mine');
  expect(await undo(world.io, world.root)).toMatchObject({
    restored: true,
    files: 2,
    conflicts: [{ path: "base.txt" }],
  });
  world.sh("grep -q alpha base.txt && test ! -e new.txt");
  expect(await redo(world.io, world.root)).toMatchObject({ restored: true, conflicts: [] });
  world.sh('test "$(cat base.txt new.txt)" = mineagent');
});

test("a mark that was made by hand is no turn that a redo would come behind", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  await undo(world.io, world.root);
  const { checkpoint } = await snapshotNow(world.io, world.root, { note: "between" });
  await expect(undo(world.io, world.root, { step: checkpoint! })).rejects.toMatchObject({ code: "notAStep" });
  await redo(world.io, world.root);
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  expect(checkpoints.map(({ scope }) => scope).toSorted()).toEqual(["manual", "turn"]);
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, undone: [{ scope: "turn" }] });
});

test("a redo after the session went on is a checkpoint of its own", async () => {
  const world = makeWorld();
  await world.turn("printf one > base.txt");
  await undo(world.io, world.root);
  await world.turn("printf two > other.txt");
  expect(await redo(world.io, world.root)).toMatchObject({ restored: true, files: 1 });
  world.sh('test "$(cat base.txt other.txt)" = onetwo');
  expect((await listCheckpoints(world.io, world.root)).checkpoints.map(({ scope }) => scope)).toEqual([
    "turn",
    "restore",
  ]);
  await undo(world.io, world.root);
  world.sh("grep -q alpha base.txt && test -e other.txt");
  await undo(world.io, world.root);
  world.sh("test ! -e other.txt");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: false });
});

test("a turn is one turn together with the tool calls in it", async () => {
  const world = makeWorld();
  await world.turn("printf 0 > zero");
  await world.hook("turn_start");
  await world.hook("pre_tool_use", { toolUseId: "t1" });
  world.sh("printf 1 > one");
  await world.hook("post_tool_use", { toolUseId: "t1" });
  await world.hook("pre_tool_use", { toolUseId: "t2" });
  world.sh("printf 2 > two; printf 2 > one");
  await world.hook("post_tool_use", { toolUseId: "t2" });
  await world.hook("turn_end");
  const list = async () =>
    (await listCheckpoints(world.io, world.root, { session: "s" })).checkpoints.map(({ scope, index, files }) => [
      scope,
      index,
      files.length,
    ]);
  expect(await list()).toEqual([
    ["turn", 0, 1],
    ["tool", 1, 1],
    ["tool", 2, 2],
    ["turn", 3, 2],
  ]);
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 2 });
  world.sh("test ! -e one && test ! -e two && test -e zero");
  expect(await list()).toEqual([["turn", 0, 1]]);
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1 });
  world.sh("test ! -e zero");
  expect(await redo(world.io, world.root, { count: 2, dryRun: true })).toMatchObject({ restored: false, files: 3 });
  expect(await redo(world.io, world.root, { count: 2 })).toMatchObject({ restored: true, files: 3 });
  world.sh('test "$(cat zero one two)" = 022');
  expect((await list()).length).toBe(4);
});

test("a call that ended after its turn is a turn of its own: what it did last is taken back as well", async () => {
  const world = makeWorld();
  await world.hook("turn_start");
  await world.hook("pre_tool_use", { toolUseId: "t1" });
  world.sh("printf 1 > one");
  await world.hook("turn_end");
  world.sh("printf 2 > two");
  await world.hook("post_tool_use", { toolUseId: "t1" });
  await undo(world.io, world.root);
  world.sh("test ! -e two");
  await undo(world.io, world.root);
  world.sh("test ! -e one && test ! -e two");
});

test("two redos at once count a file that both are about once", async () => {
  const world = makeWorld();
  for (const text of ["1", "2"]) await world.turn(`printf ${text} > base.txt; printf ${text} > f${text}`);
  for (let step = 0; step < 2; step += 1) await undo(world.io, world.root);
  expect(await redo(world.io, world.root, { count: 2, dryRun: true })).toMatchObject({ files: 3 });
  expect(await redo(world.io, world.root, { count: 2 })).toMatchObject({ restored: true, files: 3 });
  world.sh('test "$(cat base.txt f1 f2)" = 212');
});

test("sessions are separate", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > a", { sessionId: "one" });
  await world.turn("printf 2 > b", { sessionId: "two" });
  expect(await undo(world.io, world.root, { session: "one" })).toMatchObject({ restored: true, files: 1 });
  world.sh("test ! -e a && test -e b");
  expect(await undo(world.io, world.root, { session: "one" })).toMatchObject({ restored: false });
  expect((await listCheckpoints(world.io, world.root, { session: "two" })).checkpoints).toMatchObject([
    { index: 0, session_id: "two" },
  ]);
});

test("from a sub-directory only what lies below it is put back", async () => {
  const world = makeWorld(`${COMMITTED}\nmkdir sub; printf s > sub/f`);
  await world.turn("printf c > base.txt; printf c > sub/f");
  expect(await undo(world.io, `${world.root}/sub`)).toMatchObject({
    restored: true,
    files: 1,
    skipped: [{ path: "base.txt" }],
  });
  world.sh('test "$(cat base.txt sub/f)" = cs');
});

test("reset keeps the first ones, takes back the rest in one operation, and one redo returns it", async () => {
  const world = makeWorld();
  for (const text of ["1", "2", "3"]) await world.turn(`printf ${text} > base.txt; printf ${text} > f${text}`);
  expect(await reset(world.io, world.root, { session: "s", keep: 9 })).toMatchObject({ restored: false });
  expect(await reset(world.io, world.root, { session: "s", keep: 1 })).toMatchObject({ restored: true, files: 3 });
  world.sh('test "$(cat base.txt f1)" = 11 && test ! -e f2 && test ! -e f3');
  await redo(world.io, world.root);
  world.sh('test "$(cat base.txt f1 f2 f3)" = 3123');
  expect(await reset(world.io, world.root, { session: "s", keep: -2 })).toMatchObject({ restored: true, files: 4 });
});

test("undo by path takes back these files only, and the rest can still be undone", async () => {
  const world = makeWorld(`${COMMITTED}\nmkdir sub; printf 1 > sub/one; printf 2 > sub/two`);
  await world.turn("printf agent > base.txt; printf agent > sub/one; rm sub/two");
  expect(await undo(world.io, world.root, { paths: ["sub/two", "base.txt"] })).toMatchObject({
    restored: true,
    files: 2,
    skipped: [],
  });
  world.sh('grep -q alpha base.txt && test "$(cat sub/one sub/two)" = agent2');
  const left = (await listCheckpoints(world.io, world.root)).checkpoints;
  expect(left.map(({ scope, files }) => [scope, files.map(({ path }) => path)])).toEqual([["turn", ["sub/one"]]]);
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, complete: true, files: 1 });
  world.sh('grep -q alpha base.txt && test "$(cat sub/one sub/two)" = 12');
  expect(await undo(world.io, world.root)).toMatchObject({ restored: false, files: 0 });
  await redo(world.io, world.root);
  world.sh('grep -q alpha base.txt && test "$(cat sub/one sub/two)" = agent2');
  await redo(world.io, world.root);
  world.sh('test "$(cat base.txt sub/one)" = agentagent && test ! -e sub/two');
});

test("a dry run counts lines and tells what would happen to each file of several turns", async () => {
  const world = makeWorld();
  await world.turn("printf 'a\\nb\\n' > base.txt");
  await world.turn("printf 'c\\n' >> base.txt; printf 'x\\ny\\n' > new.txt");
  const preview = await undo(world.io, world.root, { count: 2, dryRun: true });
  expect(preview.changes).toEqual([
    { path: "base.txt", status: "modified", additions: 1, deletions: 3 },
    { path: "new.txt", status: "deleted", additions: 0, deletions: 2 },
  ]);
  const { patch, files } = await restoreDiff(world.io, world.root, preview, ["base.txt"]);
  expect(files.map(({ path }) => path)).toEqual(["base.txt"]);
  expect(patch.toString()).toContain("-a\n-b\n-c\n+alpha\n");
});

test("where somebody watches, a first capture goes in parts and makes the same tree", { tags: ["long"] }, async () => {
  const steps: ProgressStep[] = [];
  const world = makeWorld(`git init -q .; mkdir many; (cd many; seq 1 2500 | split -l 1 -a 4)`);
  await snapshotNow({ ...world.io, progress: (step) => steps.push(step) }, world.root);
  expect(steps.filter(({ total, done }) => total === 2500 && done % 1000 === 0).map(({ done }) => done)).toEqual([
    0, 1000, 2000,
  ]); // the engine without git counts each
  const twin = makeWorld(`git init -q .; mkdir many; (cd many; seq 1 2500 | split -l 1 -a 4)`);
  const [watched, unwatched] = await Promise.all([snapshotNow(world.io, world.root), snapshotNow(twin.io, twin.root)]);
  expect(watched.tree).toBe(unwatched.tree);
});

test("a path that no checkpoint is about is no turn; one above the folder, and one behind a link, is the file", async () => {
  const world = makeWorld(`${COMMITTED}\nmkdir sub; printf 1 > sub/in`);
  await world.turn("printf 2 > sub/in; printf 2 > base.txt");
  await expect(undo(world.io, world.root, { paths: ["nowhere"] })).rejects.toMatchObject({ code: "unknownPath" });
  const sub = `${world.root}/sub`;
  const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  expect(await undo(world.io, sub, { paths: ["../base.txt"] })).toMatchObject({ files: 1 });
  world.sh("test $(cat base.txt) = alpha; printf 3 > base.txt");
  expect(await restore(world.io, sub, { checkpoint: id, paths: ["../base.txt"] })).toMatchObject({ files: 1 });
  world.sh("test $(cat sub/in) = 2; ln -s sub link");
  expect(await undo(world.io, world.root, { step: id, paths: ["link/in"] })).toMatchObject({ files: 1 });
  world.sh("test $(cat sub/in) = 1");
  await expect(undo(world.io, sub, { paths: ["../../outside"] })).rejects.toThrow(/outside of the worktree/);
});

describe("a file above the limit that was recorded stays so", () => {
  const bytes = (letter: string) => `head -c 2100000 /dev/zero | tr '\\0' ${letter} > big`;

  test.each([
    ["tracked, and taken out of git by the agent", `${bytes("o")}; git add .; git commit -qm big`, "git rm -q big"],
    ["new and small once", "printf o > big", `${bytes("o")}`, "rm big"],
    [
      "beside a .gitignore that comes at the same time",
      `${bytes("o")}; git add .; git commit -qm big`,
      "git rm -q big; printf x > .gitignore",
    ],
  ])("when an undo brought it back: %s", async (_name, setup, ...turns) => {
    const world = makeWorld(`${COMMITTED}; ${setup}`);
    for (const script of turns) await world.turn(script);
    await undo(world.io, world.root);
    world.sh("test -s big");
    await redo(world.io, world.root);
    world.sh("test ! -e big");
    await undo(world.io, world.root);
    await world.turn(bytes("n"));
    await undo(world.io, world.root);
    world.sh("test $(head -c 1 big) = o");
  });

  test("when the index was lost", async () => {
    const world = makeWorld(`${COMMITTED}; printf o > big`);
    await world.turn(bytes("o"));
    world.sh('find "$SHADOW" -maxdepth 1 \\( -name "index*" -o -name stat-cache \\) -print -delete | grep -q .');
    await world.turn(bytes("n"));
    await undo(world.io, world.root);
    world.sh("test $(head -c 1 big) = o");
  });

  test("and one that was never recorded does not become so", async () => {
    const world = makeWorld(`${COMMITTED}; ${bytes("o")}`);
    await world.turn(`${bytes("n")}; printf 1 > base.txt`);
    world.sh('find "$SHADOW" -maxdepth 1 \\( -name "index*" -o -name stat-cache \\) -print -delete | grep -q .');
    await world.turn(`${bytes("m")}; printf 2 > base.txt`);
    await undo(world.io, world.root, { count: 2 });
    world.sh("test $(head -c 1 big) = m; grep -q alpha base.txt");
  });
});

test("a redo is about nothing of a file that merely came to light in the turn", async () => {
  const world = makeWorld(`${COMMITTED}; printf x > x; printf 'x\\n' > .git/info/exclude`);
  await world.turn(": > .git/info/exclude; printf 2 > base.txt");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1 });
  world.sh("printf mine > x");
  expect(await redo(world.io, world.root)).toMatchObject({ restored: true, files: 1 });
  expect(world.files("base.txt", "x")).toBe("2 mine");
});

test("a turn in which a file merely came to light is no turn", async () => {
  const world = makeWorld(`${COMMITTED}; printf x > x; printf 'x\\n' > .git/info/exclude`);
  await world.turn("printf 2 > base.txt");
  await world.turn(": > .git/info/exclude");
  expect(readHistory(world.shadow()).checkpoints).toHaveLength(1);
  await undo(world.io, world.root);
  expect(world.files("base.txt", "x")).toBe("alpha x");
});

test("a redo names what it leaves because it is ignored by now", async () => {
  const world = makeWorld(
    `${COMMITTED}; printf '*.log\n' > .gitignore; printf t > t.log; git add -f .; git commit -qm log`,
  );
  await world.turn("git rm -q t.log");
  await undo(world.io, world.root);
  expect(await redo(world.io, world.root)).toMatchObject({
    restored: false,
    complete: false,
    skipped: [{ path: "t.log" }],
  });
  world.sh("test $(cat t.log) = t");
});

test.each(["redo", "restore", "reset"] as const)(
  "what was edited after a restore died on the way is named by the %s that comes next, and not lost",
  async (command) => {
    const world = makeWorld();
    await world.turn("printf agent > base.txt; printf agent > new.txt");
    const id = (await listCheckpoints(world.io, world.root)).checkpoints[0]!.id;
    await undo(world.io, world.root);
    world.sh("sed -i '$d' \"$SHADOW/journal\"; printf mine > base.txt"); // the line that says that it ended
    const result = await {
      redo: () => redo(world.io, world.root),
      restore: () => restore(world.io, world.root, { checkpoint: id }),
      reset: () => reset(world.io, world.root, { keep: 0, session: "s" }),
    }[command]();
    expect(result).toMatchObject({ restored: true, conflicts: [{ path: "base.txt" }] });
    world.sh(command === "redo" ? "grep -q agent base.txt" : "grep -q alpha base.txt");
    const recovery = /snapveil restore (\S+) PATH/.exec(result.conflicts[0]!.why)?.[1] ?? result.checkpoint!;
    await restore(world.io, world.root, { checkpoint: recovery, paths: ["base.txt"] });
    world.sh("test $(cat base.txt) = mine");
  },
);

test("a file whose content is lost leaves the folder in its place as it is, with all that is in it", async () => {
  const world = makeWorld(`${COMMITTED}; printf lost > x`);
  const id = world.sh("git hash-object x").trim();
  await world.turn("rm x; mkdir x; printf in > x/in; printf 2 > base.txt");
  world.sh(`rm "$SHADOW/objects/${id.slice(0, 2)}/${id.slice(2)}"`);
  const why = "what was recorded of it is lost";
  for (const dryRun of [true, false])
    expect((await undo(world.io, world.root, { dryRun })).skipped).toEqual([
      { path: "x", why },
      { path: "x/in", why },
    ]);
  world.sh("test $(cat x/in) = in && grep -q alpha base.txt");
});

test("a file that git tracks though it is ignored, and that a turn made anew, is taken back with the rules", async () => {
  const world = makeWorld(
    `${COMMITTED}; printf '*.log\\n' > .gitignore; printf t > t.log; git add -f .; git commit -qm log; rm t.log`,
  );
  await world.turn("printf new > t.log; printf '*.tmp\\n' >> .gitignore");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 2, skipped: [] });
  world.sh("test ! -e t.log && ! grep -q tmp .gitignore");
});

test("a file named like a pattern, which a rule hid until the turn, is not taken for a new one", async () => {
  const world = makeWorld(
    `${COMMITTED}\nprintf "*.log" > .gitignore; printf a > a.log; git add -f -A; printf mine > "*.log"`,
  );
  await world.turn("printf '' > .gitignore");
  await undo(world.io, world.root);
  world.sh(`test "$(cat '*.log')" = mine && test "$(cat .gitignore)" = '*.log'`);
});

test("an undo that died on the way is settled by the next one, also where it has to leave every file alone", async () => {
  const world = makeWorld(`${COMMITTED}; printf 1 > x; printf 'x/\\n' > .git/info/exclude`);
  await world.turn("printf 2 > x");
  await undo(world.io, world.root);
  world.sh("sed -i '$d' \"$SHADOW/journal\"; rm x; mkdir x; printf in > x/in"); // the line that says that it ended
  expect((await verify(world.io, world.root)).problems).toEqual([expect.stringContaining("died on the way")]);
  expect(await undo(world.io, world.root)).toMatchObject({ skipped: [{ path: "x" }] });
  expect(await verify(world.io, world.root)).toEqual({ ok: true, problems: [] });
  world.sh("test $(cat x/in) = in");
});

test("after an undo that died before it touched a file, the next one does what it was asked for", async () => {
  const world = makeWorld();
  await world.turn("printf agent > base.txt");
  await undo(world.io, world.root);
  world.sh("sed -i '$d' \"$SHADOW/journal\"; printf agent > base.txt"); // nothing of it was done
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, changes: [{ path: "base.txt" }] });
  world.sh("grep -q alpha base.txt");
});
