import { beforeEach, describe, expect, test } from "vitest";

import type { CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(`${COMMITTED}; seq 30 > a.txt; git add .; git commit -qm a`);
const HUNKS = "sed -i 's/^3$/three/; s/^25$/last/' a.txt";

/** A turn with one call for each script. */
async function turn(prompt: string, ...scripts: readonly string[]): Promise<void> {
  const send = async (fields: object) => world.hook(["snapshot", "--agent", "claude-code"], fields);
  await send({ hook_event_name: "UserPromptSubmit", prompt });
  for (const [at, command] of scripts.entries()) {
    const call = { tool_name: "Bash", tool_use_id: `${prompt}${at}`, tool_input: { command } };
    await send({ hook_event_name: "PreToolUse", ...call });
    world.sh(command);
    await send({ hook_event_name: "PostToolUse", ...call, tool_response: {} });
  }
  await send({ hook_event_name: "Stop", stop_hook_active: false });
}

const headline = async (...args: readonly string[]) => (await world.snapveil([...args])).stdout.split("\n")[0];
/** What the list says of each row's state, a call before its turn. */
const states = async () => {
  const { stdout } = await world.snapveil(["checkpoints", "--all"]);
  return stdout
    .trimEnd()
    .split("\n")
    .map((row) => /\((undone[^)]*)\)/.exec(row)?.[1] ?? "");
};

describe("an undo of a part says which part, and so does each row of the list", () => {
  test("of hunks", async () => {
    await turn("p", HUNKS);
    expect(await headline("undo", "--hunks", "1", "--dry-run")).toBe("a.txt");
    expect(await headline("undo", "--hunks", "1", "--yes")).toMatch(
      /^Took back 1 of 2 hunks of a\.txt, from turn \w+ of/,
    );
    expect(await states()).toEqual(Array.from({ length: 2 }, () => "undone in part: 1 of 2 hunks of a.txt"));
    expect(await headline("undo", "--yes")).toMatch(/^Took back turn \w+ of/);
    expect(await states()).toEqual(["undone", "undone"]);
  });

  test("of hunks that two calls made: each call has a state of its own", async () => {
    await turn("p", "sed -i 's/^3$/three/' a.txt", "sed -i 's/^25$/last/' a.txt");
    await world.snapveil(["undo", "--hunks", "1", "--yes"]);
    expect((await states()).toSorted()).toEqual(["", "undone", "undone in part: 1 of 2 hunks of a.txt"]);
  });

  test("of files, and then of the last ones", async () => {
    await turn("p", "touch one two three");
    expect(await headline("undo", "two", "--yes")).toMatch(/^Took back 1 of 3 files, from turn /);
    expect(await states()).toEqual(["undone in part: 1 of 3 files", "undone in part: 1 of 3 files"]);
    expect(await headline("undo", "--yes")).toMatch(/^Took back the last 2 of 3 files, from turn /);
    expect(await states()).toEqual(["undone", "undone"]);
  });

  test("of one call, whose file typed again by hand is left by a later undo of the turn", async () => {
    await turn("p", "echo 1 > one", "echo 2 > two");
    const { checkpoints } = await world.json<CheckpointList>(["checkpoints"]);
    const call = checkpoints.find(({ command }) => command === "echo 1 > one")!;
    expect(await headline("undo", "--step", call.id, "--yes")).toMatch(/^Took back call /);
    expect((await states()).toSorted()).toEqual(["", "undone", "undone in part: 1 of 2 files"]);
    world.sh("echo 1 > one");
    expect(await headline("undo", "--yes")).toMatch(/^Took back the last 1 of 2 files, from turn /);
    expect(world.sh("ls")).toContain("one");
  });

  test("of two calls of the same file, one", async () => {
    await turn("p", "echo 1 > one", "echo 2 >> one");
    const { checkpoints } = await world.json<CheckpointList>(["checkpoints"]);
    const call = checkpoints.find(({ command }) => command === "echo 2 >> one")!;
    await world.snapveil(["undo", "--step", call.id, "--yes"]);
    expect((await states()).toSorted()).toEqual(["", "undone", "undone in part: 1 of 2 calls"]);
  });
});

describe("redo after undos in part", () => {
  beforeEach(async () => {
    await turn("p", HUNKS, "touch new");
    await world.snapveil(["undo", "--hunks", "1", "--yes"]);
    await world.snapveil(["undo", "new", "--yes"]);
    await world.snapveil(["undo", "--yes"]);
  });

  test("says before it begins which command takes back the others with it", async () => {
    const preview = async (...words: string[]) => (await world.snapveil(["redo", ...words, "--dry-run"])).stdout;
    expect(await preview()).toContain("2 more undos can be redone with this: snapveil redo 3");
    expect(await preview("2")).toContain("1 more undo can be redone with this: snapveil redo 3");
    expect(await preview("3")).not.toContain("can be redone");
  });

  test("takes one back, says its part, and names the others with the command", async () => {
    const said = [];
    for (let at = 0; at < 3; at += 1) said.push((await world.snapveil(["redo", "--yes"])).stdout);
    expect(said[0]).toMatch(/^Redid 1 of 2 files and 1 of 2 hunks|^Redid 1 of 2 files/);
    expect(said[0]).toContain("2 more undos can be redone: snapveil redo 2");
    expect(said[1]).toContain("1 more undo can be redone: snapveil redo\n");
    expect(said[2]).toMatch(/^Redid 1 of 2 hunks of a\.txt, from turn /);
    expect(said[2]).not.toContain("can be redone");
    expect(await states()).toEqual(["", "", ""]);
  });

  test("takes all back at once, and names the turn once, without a part", async () => {
    const { stdout } = await world.snapveil(["redo", "3", "--yes"]);
    expect(stdout.match(/^Redid.*$/gm)).toEqual([expect.stringMatching(/^Redid turn /)]);
    expect(world.read("a.txt")).toContain("three");
  });
});

test("blame names an interrupted call beside the person, and the person alone after the last call", async () => {
  const send = async (fields: object) => world.hook(["snapshot", "--agent", "claude-code"], fields);
  const call = (id: string) => ({ tool_name: "Bash", tool_use_id: id, tool_input: { command: "x" } });
  await send({ hook_event_name: "UserPromptSubmit", prompt: "p" });
  await send({ hook_event_name: "PreToolUse", ...call("a") });
  world.sh("echo 31 >> a.txt");
  await send({ hook_event_name: "UserPromptSubmit", prompt: "q" });
  await send({ hook_event_name: "PreToolUse", ...call("b") });
  await send({ hook_event_name: "PostToolUse", ...call("b"), tool_response: {} });
  world.sh("echo 32 >> a.txt");
  await send({ hook_event_name: "UserPromptSubmit", prompt: "r" });
  const { stdout: first } = await world.snapveil(["blame", "a.txt:31"]);
  expect(first).toContain("A call of this turn was interrupted: that call may have written the line, or you did.");
  expect((await world.snapveil(["blame", "a.txt"])).stdout).toContain(", or you  ");
  expect((await world.snapveil(["blame", "a.txt:32"])).stdout).toContain("\nYou, or a program of yours: ");
});

test("--hunks with --dry-run lists the chosen hunks with their numbers, and no others", async () => {
  await turn("p", HUNKS);
  const { stdout } = await world.snapveil(["undo", "--hunks", "2", "--dry-run"]);
  expect(stdout.match(/^\[\d\]/gm)).toEqual(["[2]"]);
  expect((await world.snapveil(["undo", "-p", "--dry-run"])).stdout.match(/^\[\d\]/gm)).toEqual(["[1]", "[2]"]);
});
