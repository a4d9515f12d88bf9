import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld } from "../world.ts";

const FILTER =
  "git init -q -b main . && git config filter.rot.clean 'tr a-z n-za-m' && printf 'hello\\n' > f.txt && printf " +
  "'world\\n' > g.txt";

describe("what the source's index says of a file is not taken for the file's bytes", () => {
  test.each([
    [
      "the attribute's line is removed",
      "echo '*.txt filter=rot' > .gitattributes; git add .; git commit -qm 1; : > .gitattributes",
    ],
    [
      "the attribute's file is removed",
      "echo '*.txt filter=rot' > .gitattributes; git add .; git commit -qm 1; rm .gitattributes",
    ],
    ["the attribute is only in the index", "echo '*.txt filter=rot' > .gitattributes; git add .; rm .gitattributes"],
    [
      "the attribute is in info/attributes",
      "echo '*.txt filter=rot' > .git/info/attributes; git add .; git commit -qm 1; rm .git/info/attributes",
    ],
    ["the attribute is there", "echo '*.txt filter=rot' > .gitattributes; git add .; git commit -qm 1"],
    [
      "the filter was named for one command only",
      "git config --unset filter.rot.clean; echo '*.txt filter=rot' > .git/info/attributes; " +
        "git -c filter.rot.clean='tr a-z n-za-m' add .; rm .git/info/attributes",
    ],
    [
      "the file is marked as unchanged",
      "git add .; git commit -qm 1; git update-index --assume-unchanged f.txt; touch -r f.txt ../t; " +
        "printf 'HELLO\\n' > f.txt; touch -r ../t f.txt; printf 'hello\\n' > ../x",
    ],
    [
      "the time was put back",
      "git add .; git commit -qm 1; touch -d @1000000000 f.txt; git update-index --refresh; " +
        "printf 'HELLO\\n' > f.txt; touch -d @1000000000 f.txt",
    ],
  ])("where %s", async (_how, script) => {
    const world = makeWorld(`${FILTER}; ${script}`);
    const before = readFileSync(join(world.root, "f.txt"));
    await world.turn("printf changed > f.txt");
    await undo(world.io, world.root);
    expect(readFileSync(join(world.root, "f.txt"))).toEqual(before);
  });
});

test("no tree is taken from the source, whatever its index remembers of them", async () => {
  const world = makeWorld(
    "git init -q -b main . && mkdir d && printf 1 > d/f && printf 2 > g && git add . && git commit -qm 1",
  );
  // The index names a tree of the attacker's for the folder.
  world.sh(
    "blob=$(git hash-object -w g); evil=$(printf '100755 pwned\\0' | cat - <(printf $blob | xxd -r -p) | git " +
      "hash-object -w -t tree --stdin --literally); echo $evil > ../evil; echo $(git rev-parse HEAD:d) > ../good",
  );
  const [evil, good] = ["evil", "good"].map((name) => Buffer.from(world.sh(`cat ../${name}`).trim(), "hex"));
  const file = join(world.root, ".git/index");
  const index = readFileSync(file);
  const at = index.indexOf(good!);
  expect(at).toBeGreaterThan(0);
  evil!.copy(index, at);
  writeFileSync(file, index);
  await world.turn("printf 3 > g");
  expect(world.sh('git --git-dir="$SHADOW" cat-file --batch-check --batch-all-objects')).not.toContain(
    evil!.toString("hex"),
  );
});

test.each([
  ["a tree of a folder below", 'git --git-dir="$SHADOW" rev-parse $T:a/b'],
  ["a tree of a folder", 'git --git-dir="$SHADOW" rev-parse $T:a'],
  ["the tree of the whole", "echo $T"],
  ["a content", 'git --git-dir="$SHADOW" rev-parse $T:a/b/f'],
])("the state after %s is lost is whole again", async (_what, which) => {
  const world = makeWorld(
    "git init -q -b main . && mkdir -p a/b c && printf 1 > a/b/f && printf 2 > a/g && printf 3 > c/h",
  );
  await world.turn("printf 4 > c/h");
  const tree = (JSON.parse(readFileSync(join(world.shadow(), "index.state"), "utf8")) as { tree: string }).tree;
  world.sh(`T=${tree}; id=$(${which}); rm "$SHADOW/objects/\${id:0:2}/\${id:2}"`);
  await world.turn("printf 5 > c/h");
  expect(world.sh('git --git-dir="$SHADOW" fsck --no-dangling 2>&1 || :')).not.toMatch(/missing|broken/);
});

test("an index with one bit changed is not believed", async () => {
  const world = makeWorld("git init -q -b main . && printf 1 > f && printf 2 > g");
  await world.hook("session_start");
  const file = join(world.shadow(), "index");
  const bytes = readFileSync(file);
  bytes[12 + 45]! ^= 1; // in the id of the first entry
  writeFileSync(file, bytes);
  await world.turn("printf 3 > g");
  expect(world.sh('GIT_INDEX_FILE="$SHADOW/index" git --git-dir="$SHADOW" ls-files -s')).toContain(
    world.sh("git hash-object f").trim(),
  );
});
