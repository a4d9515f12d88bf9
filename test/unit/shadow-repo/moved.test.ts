import { cpSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { findShadow } from "../../../shadow-repo/create-shadow.ts";
import { placeOf } from "../../../shadow-repo/place.ts";
import { prune } from "../../../shadow-repo/maintenance/prune.ts";
import { verify } from "../../../shadow-repo/maintenance/verify.ts";
import { listCheckpoints } from "../../../shadow-repo/look/list-checkpoints.ts";
import { status } from "../../../shadow-repo/look/status.ts";
import { redo } from "../../../shadow-repo/restore/redo.ts";
import { undo } from "../../../shadow-repo/restore/undo.ts";
import { atCall } from "../../support/at-call.ts";
import { makeWorld, type World } from "./world.ts";

/**
 * What tells a folder that was renamed from any other: where a file system does not say when it was made, nothing is
 * taken over.
 */
const tellsBirth = statSync(import.meta.dirname, { bigint: true }).birthtimeNs > 0n;

const idsIn = async (world: World, folder: string) =>
  (await listCheckpoints(world.io, folder)).checkpoints.map(({ id }) => id);

async function movedWorld(): Promise<{ world: World; moved: string; ids: string[] }> {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  await world.turn("printf 2 > base.txt");
  const ids = await idsIn(world, world.root);
  const moved = join(world.root, "../renamed");
  renameSync(world.root, moved);
  return { world, moved, ids };
}

test.skipIf(!tellsBirth)("the history of a worktree comes along when it is renamed", async () => {
  const { world, moved, ids } = await movedWorld();
  expect(await idsIn(world, moved)).toEqual(ids);
  expect(await undo(world.io, moved)).toMatchObject({ restored: true });
  expect(readFileSync(join(moved, "base.txt"), "utf8")).toBe("1");
  expect((await status(world.io, moved)).own).toMatchObject({
    worktree: moved,
    exists: true,
    checkpoints: 1,
    orphans: [],
  });
  expect(await prune(world.io, moved, { orphans: true })).toMatchObject({ orphans: [] });
  expect(await redo(world.io, moved)).toMatchObject({ restored: true });
  expect(await verify(world.io, moved)).toEqual({ ok: true, problems: [] });
  expect(readdirSync(join(world.data, "snapshot"))).toHaveLength(1);
});

test.skipIf(!tellsBirth)(
  "what git lost in it before is named at its new place, with ways that work there",
  async () => {
    const world = makeWorld();
    const own = world.sh(
      "git checkout -qb own; git commit -q --allow-empty -m own; git rev-parse own; git checkout -q main",
    );
    await world.turn("git branch -qD own; printf 2 > base.txt");
    const moved = join(world.root, "../renamed");
    renameSync(world.root, moved);
    const { git = [] } = await undo(world.io, moved);
    expect(git).toMatchObject([{ kind: "ref" }]);
    expect(JSON.stringify(git)).toContain(own.trim());
  },
);

test.skipIf(!tellsBirth)(
  "also when the first thing that happens there is an undo, or a prune of what has no worktree",
  async () => {
    for (const first of [
      (world: World, folder: string) => undo(world.io, folder),
      (world: World, folder: string) => prune(world.io, folder, { orphans: true }),
    ]) {
      const { world, moved, ids } = await movedWorld();
      await first(world, moved);
      expect(ids).toEqual(expect.arrayContaining(await idsIn(world, moved)));
      expect((await idsIn(world, moved)).length).toBeGreaterThan(0);
    }
  },
);

test.skipIf(!tellsBirth)("and when the agent renames it in the middle of a turn", async () => {
  const { world, moved, ids } = await movedWorld();
  const again = `${moved}-again`;
  await world.hook("turn_start", { cwd: moved });
  renameSync(moved, again);
  writeFileSync(join(again, "base.txt"), "3");
  await world.hook("turn_end", { cwd: again });
  expect((await idsIn(world, again)).slice(0, -1)).toEqual(ids);
  expect(await undo(world.io, again)).toMatchObject({ restored: true });
  expect(readFileSync(join(again, "base.txt"), "utf8")).toBe("2");
});

test.skipIf(!tellsBirth)("one that another process takes over at that very moment is used all the same", async () => {
  const { world, moved, ids } = await movedWorld();
  const isTakenOver = (from = "", to = "") =>
    dirname(to) === join(world.data, "snapshot") && dirname(from) === dirname(to);
  atCall("renameSync", "before", isTakenOver, (from = "", to = "") => cpSync(from, to, { recursive: true }));
  expect(await undo(world.io, moved)).toMatchObject({ restored: true });
  expect(await idsIn(world, moved)).toEqual(ids.slice(0, 1));
});

test.skipIf(!tellsBirth)("one that another process moves along at that very moment is found", async () => {
  const { world, moved } = await movedWorld();
  const isTakenOver = (from = "", to = "") =>
    dirname(to) === join(world.data, "snapshot") && dirname(from) === dirname(to);
  atCall("renameSync", "before", isTakenOver, (from = "", to = "") => renameSync(from, to));
  expect(await findShadow(world.io, placeOf(world.io, moved))).toBe(true);
});

test("a copy begins a history of its own, and so does another repository in the old place", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > base.txt");
  const [ids, copy] = [await idsIn(world, world.root), join(world.root, "../copy")];
  world.sh("cp -a . ../copy");
  expect([await idsIn(world, copy), await idsIn(world, world.root)]).toEqual([[], ids]);
  world.sh("mv ../project ../gone; cp -a ../copy ../other");
  expect(await idsIn(world, join(world.root, "../other"))).toEqual([]);
});

test.skipIf(!tellsBirth)("a linked worktree that git moves keeps its history", async () => {
  const world = makeWorld();
  world.sh("git worktree add -q -b side ../side");
  const [side, moved] = [join(world.root, "../side"), join(world.root, "../moved")];
  await world.turn("printf 1 > ../side/base.txt", { cwd: side });
  await world.turn("printf 1 > base.txt", { sessionId: "another" });
  const ids = await idsIn(world, side);
  world.sh("git worktree move ../side ../moved");
  expect([ids.length, await idsIn(world, moved)]).toEqual([1, ids]);
  expect(await idsIn(world, world.root)).toHaveLength(1);
});

test.skipIf(!tellsBirth)(
  "the history of a folder that is still there goes to no other, whatever its numbers are",
  async () => {
    const [mine, other] = [makeWorld(), makeWorld()];
    await mine.turn("printf 1 > base.txt");
    await other.turn("printf 2 > base.txt");
    // As if both had one git folder: a container sees a folder by another path.
    writeFileSync(join(mine.shadow(), "source"), readFileSync(join(other.shadow(), "source")));
    const io = { ...other.io, env: { ...other.io.env, SNAPVEIL_DATA_DIR: mine.data } };
    expect((await listCheckpoints(io, other.root)).checkpoints).toEqual([]);
    expect(await idsIn(mine, mine.root)).toHaveLength(1);
    renameSync(join(mine.root, ".git"), join(mine.root, "../git"));
    expect((await listCheckpoints(io, other.root)).checkpoints).toHaveLength(1);
  },
);
