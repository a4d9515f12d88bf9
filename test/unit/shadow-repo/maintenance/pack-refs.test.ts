import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readHistory } from "../../../../shadow-repo/journal/replay.ts";
import { mendPackedRefs, packRefs } from "../../../../shadow-repo/maintenance/pack-refs.ts";
import { refsFolder } from "../../../../shadow-repo/refs.ts";
import { atCall } from "../../../support/at-call.ts";
import { makeWorld } from "../world.ts";

test("a ref that another process writes while refs are packed stays a file, as that process left it", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  const history = readHistory(world.shadow());
  const folder = refsFolder(world.shadow(), history.checkpoints[0]!.id);
  const ref = join(folder, "after");
  const later = readFileSync(join(folder, "before"), "utf8");
  // The pid is asked for when the lock of the packed file is taken: after the refs were read, before they are removed.
  const io = {
    ...world.io,
    get pid() {
      writeFileSync(ref, later);
      return world.io.pid;
    },
  };
  packRefs(io, world.shadow(), history);
  expect(readFileSync(ref, "utf8")).toBe(later);
  expect(world.holds(`test ! -e '${join(folder, "before")}'`)).toBe(true);
});

const ID = "1a".repeat(20);
const HEADER = "# pack-refs with: sorted \n";

test.each([
  ["is whole", `${HEADER}${ID} refs/snapveil/a/after\n`, undefined],
  ["has a peeled tag", `${HEADER}${ID} refs/tags/v1\n^${ID}\n`, undefined],
  ["has ids of SHA-256", `${ID}${"2b".repeat(12)} refs/snapveil/a/after\n`, undefined],
  ["lost the end of its last line", `${HEADER}${ID} refs/a\n${ID} refs/b`, `${HEADER}${ID} refs/a\n${ID} refs/b\n`],
  ["ends within an id", `${HEADER}${ID} refs/a\n1a1a`, `${HEADER}${ID} refs/a\n`],
  ["has a line of zero bytes", `${HEADER}${ID} refs/a\n\0\0\n`, `${HEADER}${ID} refs/a\n`],
  ["has an empty line", `${HEADER}\n${ID} refs/a\n`, `${HEADER}${ID} refs/a\n`],
  ["is empty", "", ""],
])("a file of packed refs that %s", (_what, text, mended) => {
  const world = makeWorld();
  const file = join(world.home, "packed-refs");
  writeFileSync(file, text);
  mendPackedRefs(world.io, world.home);
  const now = existsSync(file) ? readFileSync(file, "utf8") : "";
  expect(now).toBe(mended ?? text);
});

test("no file of packed refs stays none", () => {
  const world = makeWorld();
  mendPackedRefs(world.io, world.home);
  expect(existsSync(join(world.home, "packed-refs"))).toBe(false);
});

test.each([
  ["is held by git, it stays as it is", (lock: string) => writeFileSync(lock, ""), false],
  ["cannot be made, that is said", () => {}, true],
])("where the lock of broken packed refs %s", (_what, prepare, fails) => {
  const world = makeWorld();
  const folder = join(world.home, "shadow");
  const file = join(folder, "packed-refs");
  mkdirSync(folder);
  writeFileSync(file, "broken");
  prepare(`${file}.lock`);
  const trouble = Object.assign(new Error("no more files"), { code: "EMFILE" });
  if (fails)
    atCall(
      "openSync",
      "before",
      (path) => path === `${file}.lock`,
      () => {
        throw trouble;
      },
    );
  const mend = () => mendPackedRefs(world.io, folder);
  if (fails) expect(mend).toThrow(trouble);
  else mend();
  expect(readFileSync(file, "utf8")).toBe("broken");
});
