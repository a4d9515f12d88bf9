import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { diffPresent, showCheckpoint } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { COMMITTED, makeWorld } from "../world.ts";

/** Setups and turns whose patch git has to take. */
const cases: readonly (readonly [name: string, setup: string, turn: string])[] = [
  ["a new binary file", "true", "head -c 3000 /dev/urandom > b"],
  ["a binary file that goes", "head -c 3000 /dev/urandom > b", "rm b"],
  ["a binary file that changes, and becomes executable", "printf 'a\\0b' > b", "printf 'a\\0c' > b; chmod +x b"],
  [
    "lengths around a line of 52 bytes",
    "true",
    "for n in 1 2 3 40 41 42 43 44; do head -c $n /dev/urandom > $n; printf '\\0' >> $n; done",
  ],
  [
    "several, with text between them",
    "printf 'a\\0' > a; printf 'c\\0' > c",
    "printf 'b\\0' > a; printf x > b; rm c; printf x >> base.txt",
  ],
  ["a text that is no UTF-8", "printf 'caf\\351\\n' > t", "printf 'caf\\350\\n' > t"],
  [
    "names that are no UTF-8",
    "printf 1 > $'\\xff\\xfe'; printf 2 > $'\\xff\\xfd'",
    "printf 2 > $'\\xff\\xfe'; printf 'a\\0' > $'new \\xe9'",
  ],
  [
    "names with blanks, quotes and line ends",
    "printf 1 > 'a b'; printf 1 > $'n\\nl'",
    "printf 2 > 'a b'; rm $'n\\nl'; printf 'a\\0' > 'q\"q'",
  ],
  [
    "a file that becomes a symlink and one that becomes a folder",
    "printf 1 > l; printf 1 > d",
    "rm l d; ln -s base.txt l; mkdir d; printf 'a\\0' > d/f",
  ],
  [
    "lines that look like the beginning of a file's part",
    "printf 'x\\rdiff --git a/y b/y\\n' > f",
    "printf 'z\\rdiff --git a/y b/y\\ndiff --git a/y b/y\\n' > f; printf 1 > g",
  ],
];

test.each(cases)("git applies the patch of a checkpoint, byte for byte: %s", async (_name, setup, turn) => {
  const world = makeWorld(`${COMMITTED}\n${setup}`);
  const files =
    "find . -name .git -prune -o -type f -printf '%p %m\\n' -exec sha1sum {} + -o -type l -printf '%p %l\\n' | sort";
  const before = world.sh(files);
  await world.turn(turn);
  const after = world.sh(files);
  const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  const { patch } = await showCheckpoint(world.io, world.root, { checkpoint: id, form: "to apply" });
  writeFileSync(join(world.root, "../patch"), patch);
  world.sh("git apply -R ../patch");
  expect(world.sh(files)).toBe(before);
  world.sh("git apply ../patch");
  expect(world.sh(files)).toBe(after);
  world.sh("git apply -R ../patch");
  const present = await diffPresent(world.io, world.root, { checkpoint: id, form: "to apply" });
  writeFileSync(join(world.root, "../patch"), present.patch);
  world.sh("git apply -R ../patch");
  expect(world.sh(files)).toBe(after);
});

test("a person is told of a binary file, and a patch holds just the paths that were asked for", async () => {
  const world = makeWorld(`${COMMITTED}\nprintf 1 > d`);
  await world.turn("printf 'a\\0' > b; rm d; mkdir d; printf 2 > d/f; printf 3 > e");
  const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  const { patch } = await showCheckpoint(world.io, world.root, { checkpoint: id });
  expect(patch.toString()).toContain("Binary files /dev/null and b/b differ\n");
  expect(patch.toString()).not.toContain("literal");
  const named = await showCheckpoint(world.io, world.root, { checkpoint: id, paths: ["e"] });
  expect(named.patch.toString().match(/^diff .*$/gm)).toEqual(["diff --git a/e b/e"]);
});

test("more files than fit into a command's arguments", { tags: ["long"] }, async () => {
  const world = makeWorld();
  await world.turn("for n in $(seq 1 1200); do echo $n > f$n; done; mkdir sub; echo 1 > sub/f");
  const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  const count = (patch: Buffer) => patch.toString().match(/^diff --git /gm)?.length;
  expect(count((await showCheckpoint(world.io, world.root, { checkpoint: id })).patch)).toBe(1201);
  const below = await showCheckpoint(world.io, world.root, { checkpoint: id, paths: ["sub"] });
  expect(count(below.patch)).toBe(1);
});
