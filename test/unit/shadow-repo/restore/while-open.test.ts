import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { UserErrorCode } from "../../../../kit/user-error.ts";
import { readJournal } from "../../../../shadow-repo/journal/journal.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { snapshotNow } from "../../../../shadow-repo/record/snapshot-now.ts";
import { redo } from "../../../../shadow-repo/restore/redo.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { reset } from "../../../../shadow-repo/restore/reset.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { makeWorld, type World } from "../world.ts";

/** Two turns that write 1 and 2, and one that goes on, in which a call wrote 3 and has not ended. */
async function midTurn(): Promise<World> {
  const world = makeWorld("git init -q .; printf 0 > file");
  await world.turn("printf 1 > file");
  await world.turn("printf 2 > file");
  await world.hook("turn_start");
  await world.hook("pre_tool_use", { toolUseId: "c" });
  world.sh("printf 3 > file");
  return world;
}

/** Ends the call and the turn of `midTurn`. */
async function end(world: World): Promise<void> {
  await world.hook("post_tool_use", { toolUseId: "c" });
  await world.hook("turn_end");
}

async function steps({ io, root }: World): Promise<number> {
  return (await listCheckpoints(io, root)).checkpoints.length;
}

test("undo after undo in the middle of a call goes back and back, and ends there", async () => {
  const world = await midTurn();
  const states = [];
  for (let step = 0; step < 4; step += 1) {
    const { restored } = await undo(world.io, world.root);
    states.push(restored ? world.files("file") : "nothing");
  }
  expect(states).toEqual(["2", "1", "0", "nothing"]);
  await end(world);
  expect(await steps(world)).toBe(0);
  for (const text of ["1", "2", "3"]) {
    await redo(world.io, world.root);
    expect(world.files("file")).toBe(text);
  }
});

test("an undo that the agent's own call runs is no work of that call, and what comes then is", async () => {
  const world = await midTurn();
  await undo(world.io, world.root);
  await world.hook("post_tool_use", { toolUseId: "c" });
  expect(await steps(world)).toBe(2);
  await world.call("d", "printf 4 > file");
  await world.hook("turn_end");
  expect((await listCheckpoints(world.io, world.root)).checkpoints.map(({ scope }) => scope)).toEqual([
    "turn",
    "turn",
    "tool",
    "turn",
  ]);
  await undo(world.io, world.root);
  expect(world.files("file")).toBe("2");
  await undo(world.io, world.root);
  expect(world.files("file")).toBe("1");
});

test("a redo in the middle of a call leaves nothing of it to the turn", async () => {
  const world = await midTurn();
  await undo(world.io, world.root);
  await redo(world.io, world.root);
  expect(world.files("file")).toBe("3");
  await end(world);
  expect(await steps(world)).toBe(3);
  await undo(world.io, world.root);
  expect(world.files("file")).toBe("2");
});

test("a redo after the turn went on becomes a turn of its own", async () => {
  const world = await midTurn();
  await undo(world.io, world.root);
  world.sh("printf o > other");
  expect(await redo(world.io, world.root)).toMatchObject({ restored: true });
  expect(world.files("file", "other")).toBe("3 o");
  await end(world);
  const states = [];
  for (let step = 0; step < 3; step += 1) {
    await undo(world.io, world.root);
    states.push(world.files("file", "other"));
  }
  expect(states).toEqual(["2 o", "2 -", "1 -"]);
});

test("a restore in the middle of a call is a turn before which that work is one", async () => {
  const world = await midTurn();
  const [{ id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  await restore(world.io, world.root, { checkpoint: id });
  expect(world.files("file")).toBe("0");
  await end(world);
  const states = [];
  for (let step = 0; step < 3; step += 1) {
    await undo(world.io, world.root);
    states.push(world.files("file"));
  }
  expect(states).toEqual(["3", "2", "1"]);
});

test("a reset takes back what is open with the rest, and counts it", async () => {
  const world = await midTurn();
  expect(await reset(world.io, world.root, { session: "s", keep: 3 })).toMatchObject({ restored: false });
  expect(await reset(world.io, world.root, { session: "s", keep: 1 })).toMatchObject({ restored: true, files: 1 });
  expect(world.files("file")).toBe("1");
  await end(world);
  expect(await steps(world)).toBe(1);
  await redo(world.io, world.root);
  expect(world.files("file")).toBe("3");
});

describe("what goes on in another session goes on from the state that the undo led to", () => {
  test("so that its turn holds its own work only", async () => {
    const world = await midTurn();
    await world.hook("turn_start", { sessionId: "b" });
    await world.hook("pre_tool_use", { sessionId: "b", toolUseId: "b1" });
    world.sh("printf b > b");
    expect(await undo(world.io, world.root, { session: "s" })).toMatchObject({ undone: [{ session_id: "s" }] });
    expect(world.files("file", "b")).toBe("2 b");
    world.sh("printf bb > b");
    await world.hook("post_tool_use", { sessionId: "b", toolUseId: "b1" });
    await world.hook("turn_end", { sessionId: "b" });
    await undo(world.io, world.root, { session: "b" });
    expect(world.files("file", "b")).toBe("2 b");
    await undo(world.io, world.root, { session: "b" });
    expect(world.files("file", "b")).toBe("2 -");
  });

  test("also where it is recorded in a larger folder than the undo is about", async () => {
    const world = makeWorld("git init -q .; mkdir sub; printf 0 > sub/file; printf 0 > top");
    await world.turn("printf 1 > sub/file", { sessionId: "inner", cwd: `${world.root}/sub` });
    await world.hook("turn_start");
    world.sh("printf 1 > top");
    await undo(world.io, `${world.root}/sub`, { session: "inner" });
    await world.hook("turn_end");
    expect(world.files("sub/file", "top")).toBe("0 1");
    await undo(world.io, world.root);
    expect(world.files("sub/file", "top")).toBe("0 0");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: false });
  });
});

test("a turn that a process owes that died before it wrote it down is listed, and written by what comes next", async () => {
  const world = await midTurn();
  const [, , { id } = { id: "" }] = (await listCheckpoints(world.io, world.root)).checkpoints;
  await reset(world.io, world.root, { session: "s", keep: 9 });
  // As that reset leaves it where it dies between the "before" that goes on and the line of the journal.
  const owed = readJournal(world.shadow()).records.at(-1)!;
  expect(owed).toMatchObject({ id, isOpen: true });
  world.sh("sed -i '$d' \"$SHADOW/journal\"");
  for (const name of readdirSync(join(world.shadow(), "pending"))) {
    const file = join(world.shadow(), "pending", name);
    const pending = JSON.parse(readFileSync(file, "utf8")) as { key: { kind: string } };
    if (pending.key.kind === "turn") writeFileSync(file, JSON.stringify({ ...pending, owed }));
  }
  expect(await steps(world)).toBe(3);
  expect(await undo(world.io, world.root, { dryRun: true })).toMatchObject({ undone: [{ id }] });
  await end(world);
  expect(readJournal(world.shadow()).records.at(-1)).toEqual(owed);
  await undo(world.io, world.root);
  expect(world.files("file")).toBe("2");
});

test("a command that is refused leaves what is open as it is", async () => {
  const world = await midTurn();
  const { io, root } = world;
  const state = () => world.sh('cat file "$SHADOW/journal" "$SHADOW"/pending/*');
  const before = state();
  for (const [code, act] of [
    ["tooFewSteps", () => undo(io, root, { count: 9 })],
    ["unknownSession", () => undo(io, root, { session: "nobody" })],
    ["unknownPath", () => undo(io, root, { paths: ["nowhere"] })],
    ["tooFewUndos", () => redo(io, root, { count: 2 })],
    ["unknownSession", () => redo(io, root, { session: "nobody" })],
    ["unknownSession", () => reset(io, root, { session: "nobody", keep: 0 })],
    ["unknownCheckpoint", () => restore(io, root, { checkpoint: "zz" })],
  ] as const) {
    await expect(act(), code).rejects.toMatchObject({ code });
    expect(state(), code).toBe(before);
  }
  world.sh("printf more > file");
  await end(world);
  await undo(world.io, world.root);
  expect(world.files("file")).toBe("2");
});

test("what the agent did after an undo that died on the way can be taken back, once that is put right", async () => {
  const world = await midTurn();
  await undo(world.io, world.root);
  world.sh("sed -i '$d' \"$SHADOW/journal\"; printf o > other"); // the line that says that it ended
  expect(await undo(world.io, world.root)).toMatchObject({ restored: true });
  expect(world.files("file", "other")).toBe("3 o");
  const states = [];
  for (let step = 0; step < 2; step += 1) {
    await undo(world.io, world.root);
    states.push(world.files("file", "other"));
  }
  expect(states).toEqual(["3 -", "2 -"]);
});

describe("a request with a fault in it leaves what goes on as it is, so that the turn stays one turn:", () => {
  const FAULTS: readonly (readonly [code: UserErrorCode, ask: (world: World) => Promise<unknown>])[] = [
    ["tooFewSteps", ({ io, root }) => undo(io, root, { count: 9 })],
    ["unknownSession", ({ io, root }) => undo(io, root, { session: "nobody" })],
    ["ambiguousSession", ({ io, root }) => undo(io, root, { session: "other" })],
    ["unknownPath", ({ io, root }) => undo(io, root, { paths: ["no-such-file"] })],
    ["unknownHunk", ({ io, root }) => undo(io, root, { hunks: { chosen: ["99"] } })],
    ["unknownCheckpoint", ({ io, root }) => restore(io, root, { checkpoint: "ffffffffff" })],
    ["unknownCheckpoint", ({ io, root }) => undo(io, root, { step: "ffffffffff" })],
    [
      "notAStep",
      async ({ io, root }) => undo(io, root, { step: (await snapshotNow(io, root, { note: "m" })).checkpoint! }),
    ],
    ["unknownSession", ({ io, root }) => redo(io, root, { session: "nobody" })],
    ["unknownSession", ({ io, root }) => reset(io, root, { keep: 0, session: "nobody" })],
  ];

  test.each(FAULTS)("%s", async (code, ask) => {
    const world = await midTurn();
    for (const sessionId of ["other-1", "other-2"])
      await world.turn(`printf ${sessionId} > ${sessionId}`, { sessionId });
    const before = readdirSync(join(world.shadow(), "pending"));
    const turns = async () =>
      (await listCheckpoints(world.io, world.root)).checkpoints.filter(({ open, scope }) => scope === "turn" && !open);
    const ended = (await turns()).length;
    await expect(ask(world)).rejects.toMatchObject({ code });
    expect(readdirSync(join(world.shadow(), "pending"))).toEqual(before);
    expect(await turns()).toHaveLength(ended);
    expect(world.files("file")).toBe("3");
  });
});
