import { readdirSync } from "node:fs";

import { expect, test } from "vitest";

import { status } from "../../../shadow-repo/look/status.ts";
import { prune } from "../../../shadow-repo/maintenance/prune.ts";
import { verify } from "../../../shadow-repo/maintenance/verify.ts";
import { snapshotNow } from "../../../shadow-repo/record/snapshot-now.ts";
import { redo } from "../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "./world.ts";

const usesGit = process.env["SNAPVEIL_TEST_ENGINE"] === undefined;

/** What a power cut leaves of a file that the disk said it had. */
const CUTS = {
  emptied: ': > "$f"',
  "cut off": 'truncate -s $(($(stat -c %s "$f") / 2)) "$f"',
  "made of zeros": 'n=$(stat -c %s "$f"); head -c $n /dev/zero > "$f"',
};

/** Damages the objects that have a file of their own, or those of a type. */
function cut(world: World, how: keyof typeof CUTS, type = ""): void {
  world.sh(
    'cd "$SHADOW"; for f in $(find objects -path "*/??/*" -type f); do id=$(echo $f | tr -d / | tail -c 41); ' +
      `[ -z "${type}" ] || [ $(git cat-file -t $id) = "${type}" ] || continue; chmod u+w $f; ${CUTS[how]}; done`,
  );
}

const SETUP = `${COMMITTED}\nmkdir -p d/e; echo 1 > d/e/f; echo 2 > d/g`;

test.each(Object.keys(CUTS) as (keyof typeof CUTS)[])(
  "objects that were %s between two turns cost no later turn, and are kept",
  async (how) => {
    const world = makeWorld(SETUP);
    await world.turn("printf 1 > base.txt");
    cut(world, how);
    const { notice } = await world.hook("turn_start");
    expect(notice?.join()).toMatch(/objects of the shadow repository were damaged.* kept at .*snapshot-damaged/);
    world.sh("printf 2 > base.txt; rm d/g");
    expect(await world.hook("turn_end")).toEqual({});
    expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 2, skipped: [] });
    world.sh('test "$(cat base.txt d/g)" = 12');
    await redo(world.io, world.root);
    await world.turn("printf 3 > base.txt");
    await undo(world.io, world.root);
    world.sh('test "$(cat base.txt)" = 2 && test ! -e d/g');
    const [kept] = (await status(world.io, world.root)).own!.set_aside;
    expect(readdirSync(`${kept}/objects`).length).toBeGreaterThan(0);
    expect(await verify(world.io, world.root)).toMatchObject({ set_aside: [kept] });
  },
);

test.each(Object.keys(CUTS) as (keyof typeof CUTS)[])(
  "objects that were %s in the middle of a turn cost nothing of it but the contents that are lost",
  async (how) => {
    if (how === "cut off" && !usesGit) return; // the engine without git says that the turn cannot be undone
    const world = makeWorld(SETUP);
    await world.turn("printf 1 > base.txt");
    await world.hook("turn_start");
    world.sh("printf 2 > base.txt; echo new > d/e/new; rm d/e/f; cp d/g d/h; mv d/h d/g");
    cut(world, how);
    await world.hook("turn_end");
    const result = await undo(world.io, world.root);
    expect(result).toMatchObject({ restored: true, files: 1 });
    expect(result.skipped.map(({ path }) => path).toSorted()).toEqual(["base.txt", "d/e/f"]);
    world.sh("test ! -e d/e/new && test $(cat base.txt) = 2");
  },
);

test.each(["blob", "tree"])("a session finds each %s that was emptied before it began", async (type) => {
  const world = makeWorld(SETUP);
  await world.turn("printf 1 > base.txt");
  cut(world, "emptied", type);
  await world.hook("session_start");
  await world.turn("rm base.txt d/e/f d/g");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 3, skipped: [] });
  world.sh('test "$(cat base.txt d/e/f d/g)" = "$(printf \'11\\n2\')"');
});

test.skipIf(!usesGit)("an object that vanishes while the files stay as they are is stored anew", async () => {
  const world = makeWorld(SETUP);
  await world.turn("printf 1 > base.txt");
  await world.turn("true");
  world.sh('cd "$SHADOW"; rm -f objects/$(echo 2 | git hash-object --stdin | sed "s,..,&/,")');
  await world.turn("rm d/g");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1, skipped: [] });
  world.sh('test "$(cat d/g)" = 2');
});

test("no undo overwrites a file whose recorded content was emptied", async () => {
  const world = makeWorld(SETUP);
  await world.turn("printf 1 > base.txt");
  await world.turn("printf mine > base.txt");
  world.sh('cd "$SHADOW"; f=objects/$(printf mine | git hash-object --stdin | sed "s,..,&/,"); chmod u+w $f; : > $f');
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 1 });
  await redo(world.io, world.root);
  world.sh("test $(cat base.txt) = mine");
});

test("a pack that was cut off is kept, and what it held of the present is stored anew", async () => {
  const world = makeWorld(`${SETUP}\nfor n in $(seq 1 80); do seq $n 99 > n$n; done`);
  await snapshotNow(world.io, world.root);
  world.sh(
    'cd "$SHADOW/objects/pack"; for f in *.pack; do chmod u+w $f; truncate -s $(($(stat -c %s $f) / 2)) $f; done',
  );
  await snapshotNow(world.io, world.root);
  await world.turn("rm n1 n2 base.txt");
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, files: 3, skipped: [] });
  world.sh("seq 1 99 | cmp - n1 && grep -q alpha base.txt");
});

test.skipIf(!usesGit)(
  "where nothing can be stored anew the whole repository is set aside, and the turn is recorded",
  async () => {
    const world = makeWorld(SETUP);
    for (const text of ["1", "2"]) await world.turn(`printf ${text} > base.txt`);
    await prune(world.io, world.root);
    const corrupt =
      'cd "$SHADOW/objects/pack"; for f in *.pack; do chmod u+w $f; ' +
      "dd if=/dev/zero of=$f bs=1 seek=14 count=$(($(stat -c %s $f) - 40)) conv=notrunc status=none; done";
    world.sh(corrupt);
    const { notice } = await world.hook("turn_start");
    expect(notice?.join()).toMatch(/the shadow repository was damaged .* a new one was begun/);
    world.sh("printf 3 > base.txt");
    await world.hook("turn_end");
    await undo(world.io, world.root);
    world.sh("test $(cat base.txt) = 2");
    world.sh(`printf 3 > base.txt`);
    await prune(world.io, world.root);
    world.sh(corrupt);
    expect(await snapshotNow(world.io, world.root)).toMatchObject({ skipped: [] });
  },
);
