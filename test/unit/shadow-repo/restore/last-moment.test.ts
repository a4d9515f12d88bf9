import {
  closeSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { atCall, atEachMoment } from "../../../support/at-call.ts";
import { COMMITTED, makeWorld } from "../world.ts";

/** What somebody else does between two calls of an undo, where a process beside it would hardly ever meet the moment. */

const CHANGED = { why: "it changed this moment" };

test.each([
  ["", ":"],
  [", also with its former time", "touch -r ../former base.txt"],
])("what a program writes into a file right before another is renamed onto it is not lost%s", async (_how, then) => {
  const world = makeWorld();
  const file = join(world.root, "base.txt");
  await world.turn("printf agent > base.txt");
  // A time to come: however slow the machine is, the file counts as one that was changed a moment ago.
  world.sh("touch -d '+1 hour' base.txt; cp -p base.txt ../former");
  const held = openSync(file, "r+");
  atCall(
    "renameSync",
    "before",
    (_from, to) => to === file,
    () => {
      writeSync(held, "mine!", 0);
      world.sh(then);
    },
  );
  try {
    expect(await undo(world.io, world.root)).toMatchObject({ skipped: [{ path: "base.txt", ...CHANGED }] });
  } finally {
    closeSync(held);
  }
  expect(readFileSync(file, "utf8")).toBe("mine!");
  expect(world.sh("ls -A | grep snapveil || true")).toBe("");
});

test("a link that somebody turns elsewhere is not lost, at whichever look at it that happens", async () => {
  await atEachMoment(async (isNow) => {
    const world = makeWorld(`${COMMITTED}; ln -s old link`);
    const link = join(world.root, "link");
    await world.turn("ln -sfn agent link");
    atCall(
      "readlinkSync",
      "after",
      (path) => path === link,
      () => {
        if (!isNow()) return;
        rmSync(link);
        symlinkSync("mine", link);
      },
    );
    await undo(world.io, world.root);
    return async () => {
      if (readlinkSync(link) !== "mine") await redo(world.io, world.root);
      expect(readlinkSync(link)).toBe("mine");
    };
  });
});

test.each([false, true])(
  "of a file that changes while it is removed nothing is lost; made again: %s",
  async (isMadeAgain) => {
    const world = makeWorld();
    const file = join(world.root, "new.txt");
    await world.turn("printf agent > new.txt");
    const isIt = (from?: string) => from === file;
    atCall("renameSync", "before", isIt, () => writeFileSync(file, "first"));
    if (isMadeAgain) atCall("renameSync", "after", isIt, () => writeFileSync(file, "second"));
    const [{ path, why } = { path: "", why: "" }] = (await undo(world.io, world.root)).skipped;
    expect(path).toBe("new.txt");
    const aside = /^it changed this moment(?:, and once more; what was there first is in (.+))?$/.exec(why)![1];
    expect(aside !== undefined).toBe(isMadeAgain);
    expect(readFileSync(file, "utf8")).toBe(isMadeAgain ? "second" : "first");
    if (aside !== undefined) expect(readFileSync(aside, "utf8")).toBe("first");
  },
);

test("a second name of a file keeps its mode, at whichever look at the file it comes", async () => {
  await atEachMoment(async (isNow) => {
    const world = makeWorld();
    const [file, outside] = [join(world.root, "base.txt"), join(world.home, "outside")];
    await world.turn("chmod 755 base.txt");
    atCall(
      "openSync",
      "before",
      (path) => path === file,
      () => void (isNow() && linkSync(file, outside)),
    );
    await undo(world.io, world.root);
    return () => expect(lstatSync(outside).mode & 0o777).toBe(0o755);
  });
});

test("a file that replaces another is its owner's alone until it has that one's permissions", async () => {
  const world = makeWorld();
  await world.turn("printf agent > base.txt");
  const modes: number[] = [];
  atCall(
    "fchmodSync",
    "before",
    () => true,
    (fd) => void modes.push(fstatSync(Number(fd)).mode & 0o777),
  );
  await undo(world.io, world.root);
  expect(modes).toEqual([0o600]);
  expect(lstatSync(join(world.root, "base.txt")).mode & 0o777).toBe(0o644);
});

test("a link of the name that a half-written file is to have is not written through", async () => {
  const world = makeWorld(`${COMMITTED}; printf precious > ../victim`);
  await world.turn("printf agent > base.txt");
  atCall(
    "openSync",
    "before",
    (path) => /\/\.snapveil-[^/]*\.tmp$/.test(path),
    (path) => symlinkSync("../victim", path),
  );
  expect(await undo(world.io, world.root)).toMatchObject({ skipped: [{ path: "base.txt" }] });
  expect(world.sh("cat ../victim base.txt")).toBe("preciousagent");
});

test("a folder that a link replaces between two files, at whichever of them, leads nothing out of the worktree", async () => {
  await atEachMoment(async (isNow) => {
    const world = makeWorld(`${COMMITTED}; mkdir -p d; for n in 1 2 3; do printf old > d/$n; done`);
    const [folder, outside] = [join(world.root, "d"), join(world.home, "outside")];
    await world.turn("for n in 1 2 3; do printf agent > d/$n; done");
    world.sh(`mkdir '${outside}'; for n in 1 2 3; do printf agent > '${outside}'/$n; done`);
    atCall(
      "openSync",
      "before",
      (path) => path.startsWith(`${folder}/`),
      () => {
        if (!isNow()) return;
        renameSync(folder, join(world.home, "moved"));
        symlinkSync(outside, folder);
      },
    );
    await undo(world.io, world.root);
    return () => {
      expect(readdirSync(outside).toSorted()).toEqual(["1", "2", "3"]);
      for (const name of ["1", "2", "3"]) expect(readFileSync(join(outside, name), "utf8")).toBe("agent");
    };
  });
});
