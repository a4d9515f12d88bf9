import { readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { diffPresent, showCheckpoint } from "../../../../shadow-repo/look/checkpoint-diff.ts";
import { listCheckpoints } from "../../../../shadow-repo/look/list-checkpoints.ts";
import { listSteps } from "../../../../shadow-repo/look/list-steps.ts";
import { restore } from "../../../../shadow-repo/restore/restore.ts";
import { undo } from "../../../../shadow-repo/restore/undo.ts";
import { COMMITTED, makeWorld, type World } from "../world.ts";

/** Checkpoints in effect, oldest first: scope, session, whether open, and paths. */
async function shown({ io, root }: World): Promise<string[]> {
  const { checkpoints } = await listCheckpoints(io, root);
  return checkpoints.map(({ scope, session_id, open, files }) =>
    [scope, session_id, ...(open ? ["open"] : []), ...files.map(({ path }) => path)].join(" "),
  );
}

function waiting(world: World): number {
  return readdirSync(join(world.shadow(), "pending")).length;
}

test("a turn that was interrupted is offered everywhere, under one id, and looking writes nothing", async () => {
  const world = makeWorld();
  await world.turn("printf 1 > first");
  await world.hook("turn_start");
  world.sh("printf mine > base.txt; printf n > new");
  const state = () => world.sh('cd "$SHADOW"; find journal ticks pending refs -type f -exec cksum {} + | sort');
  const before = state();
  const { checkpoints } = await listCheckpoints(world.io, world.root);
  expect(checkpoints.map(({ open, index }) => [open, index])).toEqual([
    [undefined, 0],
    [true, 1],
  ]);
  const { id } = checkpoints[1]!;
  expect((await listSteps(world.io, world.root)).checkpoints.map((one) => [one.id, one.open])).toMatchObject([
    [id, true],
    [checkpoints[0]!.id, undefined],
  ]);
  const { files, patch } = await showCheckpoint(world.io, world.root, { checkpoint: id.slice(0, 6) });
  expect(files.map(({ path }) => path)).toEqual(["base.txt", "new"]);
  expect(String(patch)).toContain("+mine");
  expect(String((await diffPresent(world.io, world.root, {})).patch)).toContain("+mine");
  expect(await diffPresent(world.io, world.root, { checkpoint: id })).toMatchObject({ checkpoint: id, files: [] });
  expect(await restore(world.io, world.root, { checkpoint: id, dryRun: true })).toMatchObject({ files: 2 });
  expect(await undo(world.io, world.root, { dryRun: true })).toMatchObject({ files: 2, undone: [{ id, open: true }] });
  expect(state()).toBe(before);

  expect(await undo(world.io, world.root)).toMatchObject({ restored: true, undone: [{ id, open: true }] });
  expect(world.files("base.txt", "new", "first")).toBe("alpha - 1");
});

test("a turn in which nothing changed is no checkpoint, open or not", async () => {
  const world = makeWorld();
  await world.hook("turn_start");
  expect(await shown(world)).toEqual([]);
  expect(await undo(world.io, world.root)).toMatchObject({ restored: false, undone: [] });
});

describe("a turn that never ended is ended by", () => {
  test.each(["turn_start", "session_start", "session_end"] as const)("%s of its session", async (event) => {
    const world = makeWorld();
    await world.hook("turn_start");
    world.sh("printf 1 > one");
    await world.hook(event);
    world.sh("printf 2 > two"); // the person's, or the next turn's
    expect((await listCheckpoints(world.io, world.root)).checkpoints[0]).toMatchObject({ files: [{ path: "one" }] });
    if (event === "turn_start") expect(await shown(world)).toEqual(["turn s one", "turn s open two"]);
    else expect(waiting(world)).toBe(0);
    await undo(world.io, world.root, { count: event === "turn_start" ? 2 : 1 });
    expect(world.files("one", "two")).toBe(event === "turn_start" ? "- -" : "- 2");
  });

  test("nothing of another session", async () => {
    const world = makeWorld();
    await world.hook("turn_start");
    world.sh("printf 1 > one");
    await world.hook("session_start", { sessionId: "other" });
    await world.hook("session_end", { sessionId: "other" });
    expect(await shown(world)).toEqual(["turn s open one"]);
    world.sh("printf 2 > one");
    await world.hook("turn_end");
    await undo(world.io, world.root);
    expect(world.files("one")).toBe("-");
  });
});

test("a prompt that is added to a turn begins no other one, and the next prompt does", async () => {
  const world = makeWorld();
  await world.hook("turn_start", { promptId: "p1" });
  world.sh("printf 1 > one");
  await world.hook("turn_start", { promptId: "p1" });
  world.sh("printf 2 > two");
  expect(await shown(world)).toEqual(["turn s open one two"]);
  await world.hook("turn_start", { promptId: "p2" });
  world.sh("printf 3 > three");
  await world.hook("turn_end");
  expect(await shown(world)).toEqual(["turn s one two", "turn s three"]);
});

describe("a turn whose agent is gone takes in nothing of what others do later", () => {
  test("the state with which another session's work began stands for its end", async () => {
    const world = makeWorld();
    await world.hook("turn_start");
    await world.call("c1", "printf 1 > crashed");
    await world.hook("pre_tool_use", { toolUseId: "c2" });
    world.sh("printf 2 > crashed");
    await world.turn("printf b > others", { sessionId: "b" });
    world.sh("printf p > person");
    expect(await shown(world)).toEqual(["tool s crashed", "turn s open crashed", "turn b others"]);
    // The crashed one began first, and is not the newest step.
    expect(await undo(world.io, world.root)).toMatchObject({ undone: [{ session_id: "b" }] });
    expect(world.files("crashed", "others", "person")).toBe("2 - p");
    expect(await shown(world)).toEqual(["tool s crashed", "turn s crashed"]);
    expect(await undo(world.io, world.root)).toMatchObject({ undone: [{ session_id: "s" }] });
    expect(world.files("crashed", "person")).toBe("- p");
  });

  test("but a turn whose calls come after that goes on", async () => {
    const world = makeWorld();
    await world.hook("turn_start");
    await world.turn("printf b > others", { sessionId: "b" });
    await world.call("c1", "printf 1 > late");
    expect(await shown(world)).toContain("turn s open late");
  });

  test("but a turn with a call that ends after that goes on", async () => {
    const world = makeWorld();
    const own = { sessionId: "gone", toolUseId: "c", toolName: "write_file" };
    await world.hook("turn_start", { sessionId: "gone" });
    await world.hook("pre_tool_use", own);
    await world.hook("turn_start", { sessionId: "other" });
    world.sh("printf 1 > one");
    await world.hook("post_tool_use", own);
    expect(await shown(world)).toContainEqual("turn gone open one");
  });

  test("but a state of a sub-folder stands for the end of none that records more", async () => {
    const world = makeWorld(`${COMMITTED}; mkdir sub`);
    await world.hook("turn_start");
    world.sh("printf 1 > top");
    await world.turn("printf b > sub/b", { sessionId: "b", cwd: `${world.root}/sub` });
    world.sh("printf 1 > late");
    expect(await shown(world)).toContain("turn s open late sub/b top");
  });

  test("of several such turns each comes before the one that began after it", async () => {
    const world = makeWorld();
    for (const session of ["a", "b"]) {
      await world.hook("turn_start", { sessionId: session });
      world.sh(`printf ${session} > ${session}`);
    }
    await world.turn("printf c > c", { sessionId: "c" });
    const order = ["turn a open a", "turn b open b", "turn c c"];
    expect(await shown(world)).toEqual(order);
    expect(await undo(world.io, world.root)).toMatchObject({ undone: [{ session_id: "c" }] });
    expect(await undo(world.io, world.root)).toMatchObject({ undone: [{ session_id: "b" }] });
    expect(world.files("a", "b", "c")).toBe("a - -");
    expect(await undo(world.io, world.root)).toMatchObject({ undone: [{ session_id: "a" }] });
  });

  test("also where the one between them changed nothing", async () => {
    const world = makeWorld();
    await world.hook("turn_start", { sessionId: "a" });
    world.sh("printf a > a");
    await world.hook("turn_start", { sessionId: "idle" });
    await world.turn("printf c > c", { sessionId: "c" });
    expect(await shown(world)).toEqual(["turn a open a", "turn c c"]);
    expect(await undo(world.io, world.root)).toMatchObject({ undone: [{ session_id: "c" }] });
    expect(world.files("a", "c")).toBe("a -");
    expect(await shown(world)).toEqual(["turn a a"]);
  });
});

describe("a call without its end", () => {
  test("in a turn that ended was refused: it is no checkpoint", async () => {
    const world = makeWorld();
    await world.hook("turn_start");
    await world.call("c1", "printf 1 > one");
    await world.hook("pre_tool_use", { toolUseId: "refused" });
    await world.hook("turn_end");
    world.sh("printf p > person");
    expect(await shown(world)).toEqual(["tool s one", "turn s one"]);
    await world.turn("true");
    expect(waiting(world)).toBe(0);
    await undo(world.io, world.root);
    expect(world.files("one", "person")).toBe("- p");
    expect(await undo(world.io, world.root)).toMatchObject({ restored: false });
  });

  test("in a turn that goes on is part of that turn, which alone is offered", async () => {
    const world = makeWorld();
    await world.hook("turn_start");
    await world.hook("pre_tool_use", { toolUseId: "c1" });
    world.sh("printf 1 > one");
    expect(await shown(world)).toEqual(["turn s open one"]);
    await world.hook("turn_start");
    expect(await shown(world)).toEqual(["turn s one"]);
    expect(waiting(world)).toBe(1);
  });

  test("of a session without turns is a checkpoint, and ends where the next call begins", async () => {
    const world = makeWorld();
    await world.hook("pre_tool_use", { toolUseId: "c1" });
    world.sh("printf 1 > one");
    expect(await shown(world)).toEqual(["tool s open one"]);
    await world.call("c2", "printf 2 > two");
    await world.hook("pre_tool_use", { toolUseId: "c3" });
    world.sh("printf 3 > three");
    expect(await shown(world)).toEqual(["tool s open one", "tool s two", "tool s open three"]);
    const states = [];
    for (let step = 0; step < 3; step += 1) {
      await undo(world.io, world.root);
      states.push(world.files("one", "two", "three"));
    }
    expect(states).toEqual(["1 2 -", "1 - -", "- - -"]);
  });
});

test("an end that was written twice, since its process died after the first time, makes one checkpoint", async () => {
  const world = makeWorld();
  await world.hook("turn_start");
  world.sh('printf 1 > one; cp -r "$SHADOW/pending" "$DATA/kept"');
  await world.hook("turn_end");
  world.sh('cp "$DATA"/kept/* "$SHADOW/pending/"; printf p > one; printf p > person');
  expect(await shown(world)).toEqual(["turn s one"]);
  await world.hook("turn_start");
  expect(await shown(world)).toEqual(["turn s one"]);
  expect(await undo(world.io, world.root)).toMatchObject({ conflicts: [{ path: "one" }] });
  expect(world.files("one", "person")).toBe("- p");
});

test("what a turn does after a restore ends with no checkpoint of another session from before that restore", async () => {
  const world = makeWorld();
  await world.hook("turn_start");
  await world.call("1", "printf 1 > first");
  await world.hook("turn_start", { sessionId: "other" });
  await world.call("2", "printf 2 > second", { sessionId: "other" });
  await world.hook("turn_end", { sessionId: "other" });
  await undo(world.io, world.root, { session: "other" });
  expect(world.files("first", "second")).toBe("1 -");
  await world.call("3", "printf 3 > third");
  expect((await shown(world)).at(-1)).toBe("turn s open third");
});
