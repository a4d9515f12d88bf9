import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { makeWorld, type World } from "../world.ts";

const SETUP = (format: string) =>
  `git init -q -b main --object-format=${format} . && mkdir -p a/b/c d && awk 'BEGIN { for (n = 1; n <= 40; n++) ` +
  `for (i = n; i <= 300; i++) print i > ("a/b/f" n) }' && ` +
  "printf x > a/b/c/x && printf y > d/y && printf z > z && git add . && git commit -qm first";

/** What git makes of our index: it must agree with every id and every tree, and find nothing to say. */
function asGitSeesIt(world: World): void {
  const { tree, checksum } = JSON.parse(readFileSync(join(world.shadow(), "index.state"), "utf8")) as {
    tree: string;
    checksum: string;
  };
  expect(
    readFileSync(join(world.shadow(), "index"))
      .subarray(-checksum.length / 2)
      .toString("hex"),
  ).toBe(checksum);
  const printed = world.sh(
    `export GIT_DIR="$SHADOW" GIT_WORK_TREE=. GIT_INDEX_FILE=../own
    cp -p "$SHADOW/index" ../own; git write-tree
    cp -p "$SHADOW/index" ../own; git ls-files -m -d -o -z --exclude-standard
    # From nothing, without any of what the index remembers.
    rm -f ../own; git add -A; git write-tree
    # Reads the index's checksum as well.
    unset GIT_INDEX_FILE; git fsck --full --strict --no-dangling 2>&1`,
  );
  expect(printed.replaceAll(/^notice:.*\n/gm, "")).toBe(`${tree}\n${tree}\n`);
}

describe.each(["sha1", "sha256"])("what a capture stores git finds sound, in ids of %s", (format) => {
  test.each([
    ["one edited file", "printf changed > a/b/f1"],
    ["as many bytes as before in the same second", "printf w > z"],
    ["a new file, a new folder, an empty file", "printf new > a/b/new; mkdir -p e/e; printf e > e/e/e; : > empty"],
    ["files gone, and a folder with them", "rm a/b/f2 a/b/f3; rm -r d"],
    ["everything gone", "rm -rf a d z"],
    [
      "a file that becomes a folder, and a folder that becomes a file",
      "rm z; mkdir z; printf 1 > z/z; rm -r d; printf d > d",
    ],
    ["an executable bit, a symlink", "chmod +x z; ln -s z link; rm d/y; ln -s ../z d/y"],
    ["names that sort around a slash", "mkdir -p s; printf 1 > s/x; printf 1 > s-x; printf 1 > s.x; printf 1 > s0"],
    [
      "names of any bytes, and long ones",
      "printf 1 > $'caf\\xe9'; printf 1 > $'new\\nline'; printf 1 > ' -q \"'; mkdir -p l/$(printf 'x%.0s' " +
        "$(seq 200)); printf 1 > l/$(printf 'x%.0s' $(seq 200))/$(printf 'y%.0s' $(seq 200))",
    ],
    [
      "contents above and below what is compressed",
      "seq 100000 > large; head -c 4082 /dev/zero > b4082; head -c 4096 /dev/urandom > b4096; " +
        "head -c 4097 /dev/urandom > b4097",
    ],
    [
      "so many that they make a pack",
      `mkdir -p $(seq -f p/%g 40); awk 'BEGIN { for (n = 1; n <= 40; n++) { for (i = n; i <= 400; i++) ` +
        `print i > ("p/" n "/f"); for (i = 1; i <= n; i++) print i > ("a/b/f" n) } }'`,
    ],
  ])("%s", format === "sha256" ? { tags: ["long"] } : {}, async (_name, script) => {
    const world = makeWorld(SETUP(format));
    await world.hook("session_start");
    asGitSeesIt(world);
    await world.hook("turn_start");
    world.sh(script);
    await world.hook("turn_end");
    asGitSeesIt(world);
    expect((await listCheckpoints(world.io, world.root)).checkpoints).toHaveLength(1);
    // And once more from the index that came of it.
    await world.turn("printf again > again; printf again > a/b/f1 2> /dev/null || :");
    asGitSeesIt(world);
    expect((await listCheckpoints(world.io, world.root)).checkpoints).toHaveLength(2);
  });

  test("of what was changed again in the second of the index nothing is missed", async () => {
    const world = makeWorld(SETUP(format));
    await world.hook("session_start");
    for (let n = 0; n < 12; n += 1) await world.turn(`printf ${n % 10} > z; printf ${(n * 7) % 10} > a/b/c/x`);
    asGitSeesIt(world);
    expect((await listCheckpoints(world.io, world.root)).checkpoints).toHaveLength(12);
  });
});
