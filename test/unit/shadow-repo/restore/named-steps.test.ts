import { describe, expect, test } from "vitest";

import { findCheckpoint, type History } from "../../../../shadow-repo/journal/history.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { showCheckpoint } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { reset } from "../../../../shadow-repo/restore/reset.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../world.ts";

/** Two sessions whose ids begin alike, with a turn each; the second one's has a call. */
async function twoSessions(): Promise<World> {
  const world = makeWorld("git init -q .; printf 0 | tee a > b");
  await world.turn("printf 1 > a", { sessionId: "session-one" });
  await world.hook("turn_start", { sessionId: "session-two" });
  await world.call("c", "printf 1 > b", { sessionId: "session-two" });
  await world.hook("turn_end", { sessionId: "session-two" });
  return world;
}

async function idsOf(world: World): Promise<string[]> {
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  return checkpoints.filter(({ scope }) => scope === "turn").map(({ id }) => id);
}

test("undo and redo name their turns, newest first, and a turn stands for its calls", async () => {
  const world = await twoSessions();
  const [one, two] = await idsOf(world);
  const steps = [
    { id: two, session_id: "session-two", scope: "turn", created_at: expect.any(String) as string },
    { id: one, session_id: "session-one", scope: "turn", created_at: expect.any(String) as string },
  ];
  for (const dryRun of [true, false])
    expect((await undo(world.io, world.root, { count: 2, dryRun })).undone).toEqual(steps);
  expect(await redo(world.io, world.root)).toMatchObject({ isRedo: true, undone: steps });
  expect((await reset(world.io, world.root, { session: "session-one", keep: 0 })).undone).toEqual([steps[1]]);
});

describe("what is not there, or is there more than once, changes nothing and has a sentence of its own:", () => {
  type Refused = readonly [name: string, code: string, act: (world: World, id: string) => Promise<unknown>];
  const refused: readonly Refused[] = [
    ["more steps than there are", "tooFewSteps", ({ io, root }) => undo(io, root, { count: 99 })],
    [
      "more steps than the session has",
      "tooFewSteps",
      ({ io, root }) => undo(io, root, { count: 2, session: "session-one" }),
    ],
    ["more undos than there are", "tooFewUndos", ({ io, root }) => redo(io, root, { count: 2 })],
    ["more undos, asked by a dry run", "tooFewUndos", ({ io, root }) => redo(io, root, { count: 2, dryRun: true })],
    ["undo of an unknown session", "unknownSession", ({ io, root }) => undo(io, root, { session: "nobody" })],
    ["redo of an unknown session", "unknownSession", ({ io, root }) => redo(io, root, { session: "nobody" })],
    [
      "reset of an unknown session",
      "unknownSession",
      ({ io, root }) => reset(io, root, { session: "nobody", keep: 0 }),
    ],
    [
      "a list of an unknown session",
      "unknownSession",
      ({ io, root }) => listCheckpoints(io, root, { session: "nobody" }),
    ],
    [
      "a session with two of that beginning",
      "ambiguousSession",
      ({ io, root }) => undo(io, root, { session: "session-" }),
    ],
    ["an empty session", "unknownSession", ({ io, root }) => undo(io, root, { session: "" })],
    ["a path of an older step", "olderPath", ({ io, root }) => undo(io, root, { paths: ["a"] })],
    ["an unknown path", "unknownPath", ({ io, root }) => undo(io, root, { paths: ["c"] })],
    ["a step's id in the place of a path", "stepNoPath", ({ io, root }, id) => undo(io, root, { paths: [id] })],
    ["one unknown path among known ones", "unknownPath", ({ io, root }) => undo(io, root, { paths: ["b", "c"] })],
    [
      "an unknown path of a checkpoint",
      "unknownPath",
      ({ io, root }, id) => showCheckpoint(io, root, { checkpoint: id, paths: ["zz"] }),
    ],
    [
      "an unknown path of a state",
      "unknownPath",
      ({ io, root }, id) => restore(io, root, { checkpoint: id, paths: ["zz"] }),
    ],
    ["an unknown checkpoint", "unknownCheckpoint", ({ io, root }) => restore(io, root, { checkpoint: "zz" })],
    ["an empty one", "unknownCheckpoint", ({ io, root }) => restore(io, root, { checkpoint: "" })],
    ["two of that beginning", "ambiguousCheckpoint", ({ io, root }) => showCheckpoint(io, root, { checkpoint: "abc" })],
  ];
  test.each(refused)("%s", async (name, code, act) => {
    const world = await twoSessions();
    const [id = ""] = await idsOf(world);
    if (name === "two of that beginning") await sameBeginning(world);
    if (name === "more undos than there are") await undo(world.io, world.root, { session: "session-one" });
    const before = world.sh('cat a b; cksum "$SHADOW/journal"');
    await expect(act(world, id)).rejects.toMatchObject({ code });
    expect(world.sh('cat a b; cksum "$SHADOW/journal"')).toBe(before);
  });

  test("a path that each of its turns has taken back already", async () => {
    const world = await twoSessions();
    await undo(world.io, world.root, { paths: ["b"] });
    await expect(undo(world.io, world.root, { paths: ["b"] })).rejects.toMatchObject({
      code: "undonePath",
      message: expect.stringContaining("snapveil redo"),
    });
  });

  /** Marks whose ids begin alike, as chance will have it once. */
  async function sameBeginning({ io, root }: World): Promise<void> {
    const { snapshotNow } = await import("../../../../shadow-repo/record/snapshot-now.ts");
    const random = Math.random;
    try {
      for (const [at, id] of ["abc00001", "abc00002"].entries()) {
        Math.random = () => Number.parseInt(id, 16) / 2 ** 32;
        await snapshotNow(io, root, { note: String(at) });
      }
    } finally {
      Math.random = random;
    }
  }
});

test("the beginning of an id is enough, also of one that is another's beginning as a whole", async () => {
  const world = await twoSessions();
  await world.turn("printf 2 > d", { sessionId: "session-one-more" });
  await undo(world.io, world.root, { session: "session-one" });
  expect(world.files("a", "d")).toBe("0 2");
  const [two = ""] = await idsOf(world);
  expect(await restore(world.io, world.root, { checkpoint: two.slice(0, 7), paths: ["b"] })).toMatchObject({
    files: 1,
  });
  expect(await undo(world.io, world.root, { session: "session-two" })).toMatchObject({ restored: true });
  expect(await undo(world.io, world.root, { session: "session-one-m" })).toMatchObject({ restored: true });
});

test("an undo that took back turns of two sessions is none of either alone, for a redo by session", async () => {
  const world = await twoSessions();
  await undo(world.io, world.root, { count: 2 });
  for (const session of ["session-one", "session-two"])
    expect(await redo(world.io, world.root, { session })).toMatchObject({ restored: false });
  expect(world.files("a", "b")).toBe("0 0");
  expect(await redo(world.io, world.root)).toMatchObject({ restored: true });
  expect(world.files("a", "b")).toBe("1 1");
});

test("a session that has only begun is known by its open turn, and a preview knows it, too", async () => {
  const world = await twoSessions();
  await world.hook("turn_start", { sessionId: "third" });
  world.sh("printf 3 > a");
  expect((await listCheckpoints(world.io, world.root, { session: "thi" })).checkpoints).toHaveLength(1);
  expect(await undo(world.io, world.root, { session: "thi", dryRun: true })).toMatchObject({ files: 1 });
  expect(await reset(world.io, world.root, { session: "thi", keep: 0 })).toMatchObject({ restored: true });
  expect(world.files("a")).toBe("1");
});

test("fewer than four characters name a checkpoint, but no operation, which no list shows", () => {
  const named = (id: string) => ({ id, session: null, prefix: "", before: "b", end: { after: "a" } });
  const history = { checkpoints: [named("1a2b3c4d")], operations: [named("9a2b3c4d")] } as unknown as History;
  expect(["1", "1a2b", "9a2b"].map((text) => findCheckpoint(history, text).id)).toEqual([
    "1a2b3c4d",
    "1a2b3c4d",
    "9a2b3c4d",
  ]);
  for (const text of ["9", "9a2"]) expect(() => findCheckpoint(history, text)).toThrow("There is no checkpoint");
});
