import { chmodSync, lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

import { expect, test } from "vitest";

import type { CaptureWork } from "../../../../shadow-repo/git/capture-work.ts";
import { doubtedBefore, doubtful } from "../../../../shadow-repo/git/same-second.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../world.ts";

const FOLDERS =
  "git init -q -b main . && for n in $(seq 40); do mkdir -p d$n/e; echo $n > d$n/e/f; done; git add .; git commit -qm 1";

/** Loose objects and packs of the shadow repository, and git's complaints about it. */
function store(world: World): string {
  return world.sh(
    'cd "$SHADOW"; git --git-dir=. count-objects; ls objects/pack/*.pack | wc -l; ls tmp | grep objects || :; ' +
      "git --git-dir=. fsck --no-dangling 2>&1 | grep -v ^notice: || :",
  );
}

test("the trees of many changed files go into one pack, as do the contents that git had", async () => {
  const world = makeWorld(FOLDERS);
  await world.hook("session_start");
  expect(store(world)).toBe("0 objects, 0 kilobytes\n2\n");
  await world.turn("for n in $(seq 40); do echo changed $n > d$n/e/f; done");
  expect(store(world)).toMatch(/^0 objects, 0 kilobytes\n\d+\n$/);
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, skipped: [] });
  expect(world.sh("git status --porcelain")).toBe("");
});

test("a content that the source holds damaged is recorded from the worktree", async () => {
  const world = makeWorld("git init -q -b main . && echo hello > f && echo fine > g && git add . && git commit -qm 1");
  const id = world.sh("git rev-parse HEAD:f").trim();
  const object = join(world.root, ".git/objects", id.slice(0, 2), id.slice(2));
  rmSync(object);
  writeFileSync(object, deflateSync(Buffer.from("blob 6\0HELLO\n")));
  await world.turn("echo changed > f; echo changed > g");
  const { skipped } = await undo(world.io, world.root);
  expect(skipped).toEqual([]);
  expect(world.files("f", "g")).toBe("hello fine");
});

/** A worktree with the file `f`, whose last change was in the first half of a second, and what a capture knows. */
function captured(): { work: (more: object, present?: number) => CaptureWork; changed: number } {
  const world = makeWorld("printf 1 > f; printf 2 > index");
  const file = join(world.root, "f");
  utimesSync(file, 1000, 1000);
  utimesSync(join(world.root, "index"), 4_000_000_000, 4_000_000_000);
  const changedAt = () => lstatSync(file).ctimeMs;
  while (changedAt() % 1000 > 500 || changedAt() % 1000 < 100) chmodSync(file, 0o644);
  const { root } = world;
  const clocks = { behind: 0, slack: 20 };
  const place = { worktree: { root } };
  const common = { place, index: join(root, "index"), idBytes: 20, options: { prefix: "" }, clocks };
  const changed = changedAt();
  const io = (present = changed) => ({ now: () => new Date(present) });
  return { work: (more, present) => ({ ...common, ...more, io: io(present) }) as unknown as CaptureWork, changed };
}

test("the fraction of its second proves a file unchanged, unless it was changed a moment before the capture", () => {
  const { work, changed } = captured();
  expect(doubtful(work({ started: changed + 200 }), ["f"])).toEqual({ f: changed });
  expect(doubtful(work({ started: changed + 5 }), ["f"])).toEqual({ f: 0 });
  expect(doubtful(work({ started: changed - 50 }), ["f"])).toEqual({ f: 0 });
  expect(doubtful(work({ started: changed + 2000 }), ["f"])).toEqual({});
});

test("a file is not doubtful if its second is over at the end of the capture and it was not changed since before", () => {
  const { work, changed } = captured();
  const next = Math.ceil(changed / 1000) * 1000;
  expect(doubtful(work({ started: changed + 200 }, next + 100), ["f"])).toEqual({});
  expect(doubtful(work({ started: changed + 200 }, next + 5), ["f"])).toEqual({ f: changed });
  expect(doubtful(work({ started: changed - 50 }, next + 100), ["f"])).toEqual({ f: 0 });
});

test("a clock that the disk's may be behind, or is behind, proves less", () => {
  const { work, changed } = captured();
  const later = { started: changed + 3000 };
  expect(doubtful(work(later, changed + 3500), ["f"])).toEqual({});
  expect(doubtful(work({ ...later, clocks: { behind: 0, slack: 60_000 } }, changed + 3500), ["f"])).toEqual({ f: 0 });
  const state = { doubtful: { f: changed } };
  expect(doubtful(work({ ...later, state, clocks: { behind: 0, slack: 60_000 } }), [])).toEqual(state.doubtful);
  const behind = { started: changed + 200, clocks: { behind: 3000, slack: 20 } };
  expect(doubtful(work(behind, changed + 3500), ["f"])).toEqual({ f: changed });
  expect(doubtful(work(behind, changed + 4500), ["f"])).toEqual({});
});

test("a doubt goes on until the second of the change is over", () => {
  const { work, changed } = captured();
  const state = { doubtful: { f: changed } };
  expect(doubtful(work({ state, started: changed + 300 }), [])).toEqual(state.doubtful);
  expect(doubtful(work({ state, started: changed + 2000 }), [])).toEqual({});
});

test("a doubtful file is read if its time is another, or if no time is a proof", () => {
  const { work, changed } = captured();
  const doubted = (time: number) => doubtedBefore(work({ state: { doubtful: { f: time } } }), () => true);
  expect(doubted(changed)).toEqual([]);
  expect(doubted(changed - 1)).toEqual(["f"]);
  expect(doubted(0)).toEqual(["f"]);
});

test("files that an earlier release doubted are read", async () => {
  const world = makeWorld("git init -q -b main . && printf 1 > f && printf 2 > g");
  await world.hook("session_start");
  const file = join(world.shadow(), "index.state");
  const state = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...state, doubtful: ["f"] }));
  await world.turn("printf 3 > g");
  expect(JSON.parse(readFileSync(file, "utf8"))).not.toMatchObject({ doubtful: ["f"] });
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
  expect(world.files("f", "g")).toBe("1 2");
});
