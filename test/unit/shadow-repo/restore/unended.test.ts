import { describe, expect, test } from "vitest";

import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { listSteps } from "../../../../shadow-repo/look/list-steps.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../world.ts";

/** A turn whose agent was killed after a call, and the person's work since: a new file and an edited one. */
async function killed(): Promise<World> {
  const world = makeWorld("git init -q .; printf 0 > own; printf 0 > mine");
  await world.hook("turn_start");
  await world.call("c", "printf 1 > own");
  world.sh("printf 1 > mine; printf 1 > new");
  return world;
}

const files = ({ files: shown }: World) => shown("own", "mine", "new");
const reasons = ({ skipped }: { skipped: readonly { path: string; why: string }[] }) =>
  skipped.map(({ path, why }) => `${path}: ${why}`);

describe("a turn that never ended", () => {
  test("what changed after the last call stays, is named with a way back, and is not offered again", async () => {
    const world = await killed();
    const preview = await undo(world.io, world.root, { dryRun: true });
    const done = await undo(world.io, world.root);
    for (const { notes, skipped, complete } of [preview, done]) {
      expect(reasons({ skipped })).toEqual([
        "mine: it changed after the last call, so it is taken as yours",
        "new: it changed after the last call, so it is taken as yours",
      ]);
      expect(notes[0]).toMatch(/^Turn \w+ never ended: .* stays as yours: 2 files \(mine, new\)\. To put one back/);
      expect(complete).toBe(true);
    }
    expect(files(world)).toBe("0 1 1");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: false, files: 0 });
    const [, id] = /restore (\w+) PATH/.exec(done.notes[0]!)!;
    await restore(world.io, world.root, { checkpoint: id!, paths: ["mine"] });
    expect(files(world)).toBe("0 0 1");
  });

  test("the list shows only what an undo takes back", async () => {
    const world = await killed();
    const { checkpoints } = await listCheckpoints(world.io, world.root);
    expect(checkpoints.map((one) => one.files.map(({ path }) => path))).toEqual([["own"], ["own"]]);
  });

  test("`whole` takes back the person's files, too", async () => {
    const world = await killed();
    await undo(world.io, world.root, { whole: true });
    expect(files(world)).toBe("0 0 -");
    await redo(world.io, world.root);
    expect(files(world)).toBe("1 1 1");
  });

  test("when the next prompt ends it, the person's files stay as well", async () => {
    const world = await killed();
    await world.turn("printf 2 > own", { promptId: "next" });
    await undo(world.io, world.root, { count: 2 });
    expect(files(world)).toBe("0 1 1");
  });

  test("a file that no call changed before a later call is in doubt, and is put back", async () => {
    const world = await killed();
    await world.call("d", "printf 2 > own");
    const { conflicts, notes } = await undo(world.io, world.root);
    expect(conflicts.map(({ path }) => path)).toEqual(["mine", "new"]);
    expect(notes).toEqual([]);
    expect(files(world)).toBe("0 0 -");
  });

  test.each([
    ["in a call", async (world: World) => world.hook("pre_tool_use", { toolUseId: "c" })],
    ["before its agent announced a call", async () => {}],
  ])("%s: nobody can tell, so the files are counted and named before anything is done", async (_, act) => {
    const world = makeWorld("git init -q .; printf 0 > own");
    await world.hook("turn_start");
    await act(world);
    world.sh("printf 1 > own; printf 1 > mine");
    const { notes } = await undo(world.io, world.root, { dryRun: true });
    expect(notes).toEqual([
      expect.stringMatching(/^Turn \w+ never ended, so .* may be yours: 2 files \(mine, own\)\./),
    ]);
    await undo(world.io, world.root);
    expect(world.files("own", "mine")).toBe("0 -");
    await redo(world.io, world.root);
    expect(world.files("own", "mine")).toBe("1 1");
  });

  test("only the files that are asked for are counted", async () => {
    const world = await killed();
    const { notes, skipped } = await undo(world.io, world.root, { paths: ["own"], dryRun: true });
    expect([notes, skipped]).toEqual([[], []]);
  });
});

test("of a call without a turn, too, the files that may be a person's are counted and named", async () => {
  const world = makeWorld("git init -q .; printf 0 > own");
  await world.hook("pre_tool_use", { toolUseId: "c" });
  world.sh("printf 1 > own; printf 1 > mine");
  for (const dryRun of [true, false]) {
    const { notes, conflicts } = await undo(world.io, world.root, { dryRun });
    expect(notes).toEqual([
      expect.stringMatching(/^Call \w+ never ended, so .* may be yours: 2 files \(mine, own\)\./),
    ]);
    expect(conflicts).toEqual([]);
  }
  expect(world.files("own", "mine")).toBe("0 -");
});

test("a turn that ended is named no such thing", async () => {
  const world = makeWorld("git init -q .; printf 0 > own");
  await world.hook("turn_start");
  await world.call("c", "printf 1 > own");
  world.sh("printf 1 > mine");
  await world.hook("turn_end");
  const { notes, conflicts } = await undo(world.io, world.root);
  expect([notes, conflicts.length]).toEqual([[], 1]);
});

describe("a turn that ended, of which a call never did", () => {
  /** The call that never ended writes a file, and a later one, which ended, writes it again. */
  async function halted(): Promise<World> {
    const world = makeWorld("git init -q .; printf 0 > own; printf 0 > mine");
    await world.hook("turn_start");
    await world.hook("pre_tool_use", { toolUseId: "c" });
    world.sh("printf 1 > own; printf 1 > mine");
    await world.call("d", "printf 2 > own");
    await world.hook("turn_end");
    return world;
  }

  test("its work goes, also where a later call went on with it, and is named as perhaps yours", async () => {
    const world = await halted();
    const { notes, conflicts, complete } = await undo(world.io, world.root);
    expect(world.files("own", "mine")).toBe("0 0");
    expect(notes).toEqual([
      expect.stringMatching(
        /^A call of turn \w+ never ended, so what changed since may be yours: 2 files \(mine, own\)/,
      ),
    ]);
    expect([conflicts, complete]).toEqual([[], true]);
    await redo(world.io, world.root);
    expect(world.files("own", "mine")).toBe("2 1");
  });

  test("`onlyAgent` leaves it for now", async () => {
    const world = await halted();
    const { skipped } = await undo(world.io, world.root, { onlyAgent: true });
    expect(reasons({ skipped })).toEqual([
      "mine: a call that never ended changed it, or you did",
      "own: a call that never ended changed it, or you did",
    ]);
    expect(world.files("own", "mine")).toBe("2 1");
  });
});

test("a file that stays is not named as put back, whether the undo is only looked at or done", async () => {
  const world = makeWorld("git init -q .; printf 0 > own; printf 0 > shared");
  await world.hook("turn_start");
  await world.hook("pre_tool_use", { toolUseId: "never-ends" });
  world.sh("printf 1 > own; printf 1 > shared");
  await world.call("b", "printf 2 > shared", { sessionId: "other" });
  const only = [expect.stringMatching(/never ended, so what changed since may be yours: 1 file \(own\)/)];
  for (const dryRun of [true, false]) {
    const { notes, skipped } = await undo(world.io, world.root, { session: "s", dryRun });
    expect([notes, skipped.map(({ path }) => path)]).toEqual([only, ["shared"]]);
  }
  for (const dryRun of [true, false])
    expect(await undo(world.io, world.root, { session: "s", dryRun })).toMatchObject({ restored: false, notes: [] });
});

test.each(["printf 2 > own", "printf '*.log' > .gitignore; printf 2 > own"])(
  "a call that never ended and deleted a file is taken back by itself, though a later call made the file again: %s",
  async (script) => {
    const world = makeWorld("git init -q .; printf 0 > own");
    await world.hook("pre_tool_use", { toolUseId: "never-ends" });
    world.sh("rm own");
    await world.call("later", script);
    const seen: string[] = [];
    for (const _ of [1, 2]) {
      const { conflicts } = await undo(world.io, world.root);
      seen.push(world.files("own"));
      expect(conflicts).toEqual([]);
    }
    expect(seen).toEqual(["-", "0"]);
  },
);

test("a call that never ended and had a file ignored did not delete the file", async () => {
  const world = makeWorld("git init -q .; printf 0 > own");
  await world.hook("pre_tool_use", { toolUseId: "never-ends" });
  world.sh("echo own > .gitignore");
  await world.call("later", "printf 1 > new");
  await undo(world.io, world.root);
  const { changes, complete } = await undo(world.io, world.root);
  expect([changes.map(({ path }) => path), complete]).toEqual([[".gitignore"], true]);
  expect(world.files("own", ".gitignore", "new")).toBe("0 - -");
});

test("an undo of a call that never ended leaves a later call's lines of the same file to be undone", async () => {
  const world = makeWorld("git init -q .; seq 1 9 > lines");
  await world.hook("pre_tool_use", { toolUseId: "never-ends" });
  world.sh("sed -i 's/^1$/first/' lines");
  await world.call("later", "sed -i 's/^9$/last/' lines");
  const [, older] = (await listSteps(world.io, world.root)).checkpoints;
  const { complete } = await undo(world.io, world.root, { step: older!.id });
  expect([complete, world.files("lines").split("\n").at(0)]).toEqual([true, "1"]);
  await undo(world.io, world.root);
  expect(world.files("lines").split("\n")).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
});
