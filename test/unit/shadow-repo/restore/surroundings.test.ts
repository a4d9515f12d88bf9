import type { BigIntStats } from "node:fs";

import { expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { keptPermissions } from "../../../../shadow-repo/restore/put/permissions.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

/** What a tree says nothing about: permissions, owners, the folders around a file. */
const cases: { name: string; setup: string; turn: string; undone: string; redone?: string }[] = [
  {
    name: "the only file of a folder that is renamed, and the folder stays the same one",
    setup: "mkdir d; chmod 2770 d; printf 1 > d/a; ls -di d > ../inode",
    turn: "mv d/a d/b",
    undone: 'test "$(stat -c %a d)" = 2770 && ls -di d | cmp - ../inode && test "$(cat d/a)" = 1',
  },
  {
    name: "a file that moves out of a folder, and the folder stays where the undo needs it",
    setup: "mkdir -p d/e; chmod 700 d d/e; printf 1 > d/e/a; ls -di d d/e > ../inode",
    turn: "printf 2 > d/e/b; rm d/e/a",
    undone: "ls -di d d/e | cmp - ../inode && test -e d/e/a && test ! -e d/e/b",
    redone: "ls -di d d/e | cmp - ../inode && test ! -e d/e/a && test -e d/e/b",
  },
  {
    name: "a folder of its own permissions that is removed",
    setup: "mkdir -p d/e; printf 1 > d/e/a; chmod 2750 d; chmod 700 d/e",
    turn: "rm -r d",
    undone: 'test "$(stat -c %a d d/e | xargs)" = "2750 700"',
  },
  {
    name: "a folder like any other that is removed",
    setup: "mkdir -p d/e; printf 1 > d/e/a",
    turn: "rm -r d",
    undone: 'mkdir -p ../d; test "$(stat -c %a d d/e | uniq)" = "$(stat -c %a ../d)"',
  },
  {
    name: "a folder that nobody may write into",
    setup: "mkdir d; printf 1 > d/a; printf 2 > d/b; chmod 555 d",
    turn: "chmod 755 d; rm -r d",
    undone: 'test "$(stat -c %a d)" = 555 && test "$(cat d/a d/b)" = 12',
  },
  {
    name: "a folder that is renamed, back and forth",
    setup: "mkdir d; printf 1 > d/a; chmod 700 d",
    turn: "mv d e",
    undone: 'test "$(stat -c %a d)" = 700 && test ! -e e',
    redone: 'test "$(stat -c %a e)" = 700 && test ! -e d',
  },
  {
    name: "a private file that is deleted",
    setup: "printf 1 > f; chmod 600 f; printf 1 > x; chmod 700 x; printf 2 > r; chmod 400 r",
    turn: "rm f x; rm -f r",
    undone: 'test "$(stat -c %a f x r | xargs)" = "600 700 400"',
  },
  {
    name: "a private file that is renamed",
    setup: "printf 1 > f; chmod 640 f",
    turn: "mv f g",
    undone: 'test "$(stat -c %a f)" = 640',
    redone: 'test "$(stat -c %a g)" = 640',
  },
  {
    name: "a private file in whose place another is put",
    setup: "printf 1 > f; chmod 600 f",
    turn: "printf other > g; mv -f g f",
    undone: 'test "$(stat -c %a f)" = 600 && test "$(cat f)" = 1',
  },
  {
    name: "files that most have the same narrow permissions",
    setup: "for f in a b c; do printf 1 > $f; done; chmod 640 a b c base.txt",
    turn: "rm a b",
    undone: 'test "$(stat -c %a a b | xargs)" = "640 640"',
  },
  {
    name: "permissions of a file that is edited",
    setup: "printf 1 > f; chmod 4711 f; printf 1 > g; chmod 2664 g",
    turn: "printf 2 > f; printf 2 > g; chmod 4711 f; chmod 2664 g",
    undone: 'test "$(stat -c %a f g | xargs)" = "4711 2664" && test "$(cat f g)" = 11',
  },
  {
    name: "a file that acts as its group, of which the mode alone changed",
    setup: "printf 1 > f; chmod 2664 f",
    turn: "chmod 2775 f",
    undone: 'test "$(stat -c %a f)" = 2664',
  },
];

for (const { name, setup, turn, undone, redone } of cases) {
  test(`undo and redo: ${name}`, async () => {
    const world = makeWorld(`${COMMITTED}\n${setup}`);
    await world.turn(turn);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [] });
    world.sh(undone);
    expect(await redo(world.io, world.root)).toMatchObject({ restored: true, skipped: [] });
    if (redone) world.sh(redone);
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [] });
    world.sh(undone);
  });
}

test("permissions that were changed later are those that count", async () => {
  const world = makeWorld(`${COMMITTED}\nprintf 1 > f; chmod 600 f`);
  await world.turn("printf 2 > base.txt");
  world.sh("chmod 644 f");
  await world.turn("printf 2 > f");
  await undo(world.io, world.root);
  world.sh('test "$(stat -c %a f)" = 644 && test "$(cat f)" = 1');
});

test("an executable bit that was changed later stays, with the edit elsewhere in the file", async () => {
  const world = makeWorld(`${COMMITTED}\nseq 9 > f; chmod 644 f`);
  await world.turn("sed -i s/2/two/ f");
  world.sh("sed -i s/8/eight/ f; chmod 755 f");
  await undo(world.io, world.root);
  world.sh('test "$(stat -c %a f)" = 755 && test "$(xargs < f)" = "1 2 3 4 5 6 7 eight 9"');
});

test("a second name outside keeps its permissions: the file here becomes one of its own", async () => {
  const world = makeWorld(`${COMMITTED}\nchmod 644 base.txt; ln base.txt ../outside`);
  await world.turn("chmod 755 base.txt");
  await undo(world.io, world.root);
  world.sh('test "$(stat -c %a base.txt ../outside | xargs)" = "644 755"');
});

test("a private file comes back private from a state of long ago, and after a restore that died on the way", async () => {
  const world = makeWorld(`${COMMITTED}\nprintf 1 > f; chmod 600 f`);
  await world.turn("rm f");
  for (const text of ["1", "2"]) await world.turn(`printf ${text} > base.txt`);
  const [first] = (await listCheckpoints(world.io, world.root)).checkpoints;
  await restore(world.io, world.root, { checkpoint: first!.id });
  world.sh('test "$(stat -c %a f)" = 600');
  await world.turn("printf 3 > f");
  await world.turn("rm f");
  await undo(world.io, world.root);
  await redo(world.io, world.root);
  world.sh("sed -i '$d' \"$SHADOW/journal\"; test ! -e f"); // the line that says that it ended
  await undo(world.io, world.root);
  world.sh('test "$(stat -c %a f)" = 600');
});

test("a private file that an undo within a turn brought back stays private when the turn deletes it again", async () => {
  const world = makeWorld(`${COMMITTED}\nmkdir d; printf 1 > d/f; chmod 600 d/f; chmod 700 d`);
  await world.turn("rm -r d");
  await world.hook("turn_start");
  await undo(world.io, world.root);
  world.sh("rm -r d");
  await world.hook("turn_end");
  await undo(world.io, world.root);
  world.sh('test "$(stat -c %a d d/f | xargs)" = "700 600"');
});

test("permissions survive a lost index", async () => {
  const world = makeWorld(`${COMMITTED}\nprintf 1 > f; chmod 600 f`);
  await world.turn("printf 1 > base.txt");
  world.sh('find "$SHADOW" -maxdepth 1 \\( -name "index*" -o -name stat-cache \\) -print -delete | grep -q .');
  await world.turn("rm f");
  await undo(world.io, world.root);
  world.sh('test "$(stat -c %a f)" = 600');
});

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)(
  "root keeps the owner of a file that it replaces, and gives a new one to its folder's",
  async () => {
    const world = makeWorld(
      `${COMMITTED}\nmkdir -p d/e k; printf 1 > d/e/f; ln -s f d/e/l; printf 1 > k/f; chmod 4750 k/f; ` +
        "chown -h 1234:1235 . base.txt d d/e d/e/f d/e/l k k/f",
    );
    await world.turn(
      "printf 2 > base.txt; rm -r d; printf 2 > k/f; chown 1234:1235 k/f; chmod 4750 k/f; printf 3 > k/new",
    );
    await undo(world.io, world.root);
    expect(owners(world, "base.txt d d/e d/e/f d/e/l k/f")).toBe("1234:1235\n".repeat(6));
    world.sh('test "$(stat -c %a k/f)" = 4750');
    await redo(world.io, world.root);
    expect(owners(world, "base.txt k/f k/new")).toBe("1234:1235\n".repeat(3));
  },
);

test("where the owner or group cannot be kept, a file acts as neither and the group may do no more than everybody", () => {
  const stats = (mode: number, uid: number, gid: number) =>
    ({ mode: BigInt(mode), uid: BigInt(uid), gid: BigInt(gid) }) as BigIntStats;
  const kept = (mode: number, uid: number, gid: number, most?: number) =>
    keptPermissions(stats(mode, 1, 1), stats(0o600, uid, gid), "100644", most).toString(8);
  expect(kept(0o106664, 1, 1)).toBe("6664");
  expect(kept(0o106664, 2, 1)).toBe("2664");
  expect(kept(0o106664, 1, 2)).toBe("4644");
  expect(kept(0o100640, 2, 2)).toBe("600");
  expect(kept(0o100644, 1, 1, 0o600)).toBe("600");
});

async function comesBackFrom(turn: string): Promise<void> {
  for (const setup of [
    "",
    "; git add f; git commit -qm f",
    "; git add f; git commit -qm f; echo f > .gitignore",
    "; rm f; ln -s base.txt f",
  ]) {
    const world = makeWorld(`${COMMITTED}\nprintf 1 > f${setup}; readlink f > ../link || cat f > ../content`);
    await world.turn(turn);
    const { checkpoints } = await listCheckpoints(world.io, world.root);
    expect(checkpoints.map(({ files }) => files)).toMatchObject([[{ path: "f", status: "deleted" }]]);
    expect(await undo(world.io, world.root, { dryRun: true })).toMatchObject({ files: 1, skipped: [] });
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1, skipped: [] });
    world.sh("if [ -s ../link ]; then readlink f | cmp - ../link; else test -f f && cmp f ../content; fi");
    await world.turn("rm f; printf 2 > f");
    expect((await listCheckpoints(world.io, world.root)).checkpoints).toHaveLength(1);
    await undo(world.io, world.root);
    world.sh("if [ -s ../link ]; then readlink f | cmp - ../link; else test -f f && cmp f ../content; fi");
  }
}

test("a file that becomes a pipe makes a checkpoint and comes back, tracked or not", () =>
  comesBackFrom("rm f; mkfifo f"));

test.each([
  ["a socket", "rm f; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"f\")'"],
  ...(isRoot ? [["a device", "rm f; mknod f c 1 3"]] : []),
])("a file that becomes %s makes a checkpoint and comes back, tracked or not", { tags: ["long"] }, (_name, turn) =>
  comesBackFrom(turn!),
);

test("a folder that becomes a pipe comes back with what was in it", async () => {
  const world = makeWorld(`${COMMITTED}\nmkdir -p d/e; chmod 700 d; printf 1 > d/e/f; printf 2 > d/g`);
  await world.turn("rm -r d; mkfifo d");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 2, skipped: [] });
  world.sh('test "$(cat d/e/f d/g)" = 12 && test "$(stat -c %a d)" = 700 && test -z "$(find . -type p)"');
});

test("a pipe that took no file's place stays, and so does what it keeps an undo from", async () => {
  const world = makeWorld();
  await world.turn("mkfifo p; mkdir k; mkfifo k/p; printf 1 > k/f; rm base.txt; mkdir base.txt; mkfifo base.txt/p");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [{ path: "base.txt" }] });
  world.sh("test -p p && test -p k/p && test ! -e k/f && test -p base.txt/p");
});

function owners(world: World, paths: string): string {
  return world.sh(`stat -c %u:%g ${paths}`);
}

test("a folder that was there before the turn stays with its permissions, though the undo empties it", async () => {
  const world = makeWorld(`${COMMITTED}; mkdir -m 2770 uploads; sleep 0.1`);
  await world.turn("printf x > uploads/x; mkdir -p made/deep; printf y > made/deep/y");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, complete: true, files: 2 });
  expect(world.sh("stat -c '%a %n' *")).toBe("644 base.txt\n2770 uploads\n");
});
