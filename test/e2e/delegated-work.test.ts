import { readFileSync } from "node:fs";
import { resolve } from "node:path";

import { expect, test } from "vitest";

import type { CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import { worldPutBack } from "../support/temporary-world.ts";

const PROGRAM = resolve("dist/snapveil.cjs");

const world = worldPutBack(({ sh }) => {
  sh("git init -q . && printf 'one\\n' > a.txt && git add . && git commit -qm one");
});

type Send = (session: string, name: string, more?: object) => unknown;

/** Events of docker-agent, out of this process. */
const inProcess: Send = async (session_id, hook_event_name, more = {}) =>
  world.hook(["--agent", "docker-agent", "snapshot"], { session_id, cwd: world.cwd, hook_event_name, ...more });

/** The same out of another process, as another agent beside this one sends them. */
const fromElsewhere: Send = (session_id, hook_event_name, more = {}) => {
  const event = JSON.stringify({ session_id, cwd: world.cwd, hook_event_name, ...more });
  const words = JSON.stringify([PROGRAM, "hook", "--agent", "docker-agent", "snapshot"]);
  const run = `require('child_process').execFileSync(process.execPath,${words},{input:process.env.EVENT})`;
  world.sh(`EVENT='${event}' "${process.execPath}" -e "${run.replaceAll('"', '\\"')}"`);
};

const call = (id: string, tool_name = "shell") => ({
  tool_name,
  tool_use_id: id,
  tool_input: { cmd: "printf x > made" },
});

/** A turn of P that hands work over, within which another session makes a file, and then edits a file itself. */
async function work(send: Send): Promise<void> {
  await inProcess("P", "turn_start");
  await inProcess("P", "pre_tool_use", call("1", "transfer_task"));
  await send("C", "session_start");
  await send("C", "turn_start");
  await send("C", "pre_tool_use", call("1"));
  world.sh("printf c > made");
  await send("C", "post_tool_use", call("1"));
  await send("C", "turn_end");
  await inProcess("P", "post_tool_use", call("1", "transfer_task"));
  await inProcess("P", "pre_tool_use", call("2"));
  world.sh("printf two > a.txt");
  await inProcess("P", "post_tool_use", call("2"));
  await inProcess("P", "turn_end");
}

const left = () => [world.sh("ls"), readFileSync(world.at("a.txt"), "utf8")];
const turns = async () =>
  (await world.json<CheckpointList>(["checkpoints"])).checkpoints.filter(({ scope }) => scope === "turn");

test("the work of a sub-agent with a session of its own is part of the turn that handed it over", async () => {
  await work(inProcess);
  expect((await turns()).map(({ session_id, files }) => [session_id, files.map(({ path }) => path)])).toEqual([
    ["P", ["a.txt", "made"]],
  ]);
  await world.snapveil(["undo", "--yes"]);
  expect(left()).toEqual(["a.txt\n", "one\n"]);
});

test("a session of another process stays another session, and the undo leaves its work", async () => {
  await work(fromElsewhere);
  expect((await turns()).map(({ session_id }) => session_id).toSorted()).toEqual(["C", "P"]);
  await world.snapveil(["undo", "--session", "P", "--yes"]);
  expect(left()).toEqual(["a.txt\nmade\n", "one\n"]);
});
