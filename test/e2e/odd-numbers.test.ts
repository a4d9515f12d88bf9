import { afterEach, beforeEach, expect, test } from "vitest";

import { askSnapveil, runBash } from "../support/run.ts";
import { temporaryWorld, type TemporaryWorld } from "../support/temporary-world.ts";

let world: TemporaryWorld;
beforeEach(async () => {
  world = temporaryWorld();
  await sh("git init -q . && printf 1 > a");
});
afterEach(() => world.remove());

const sh = (script: string) => runBash(script, { env: world.env, cwd: world.cwd });
const hook = (words: readonly string[], input: string) =>
  askSnapveil(["hook", ...words], { env: world.env, cwd: world.cwd, input });

/** Numbers that JavaScript would not write as they came; agents in Python send the first kind. */
const NUMBERS = ["30.0", "1E3", "12345678901234567890", "1e400"];

test.each(NUMBERS)("a call without an id is known again after its tool with %s among its arguments", async (number) => {
  const event = (name: string) =>
    `{"event_type":"${name}","session_id":"s","working_dir":${JSON.stringify(world.cwd)},"tool_name":"terminal",` +
    `"tool_input":{"command":"x","timeout":${number}}}`;
  await hook(["--agent", "openhands", "snapshot"], event("PreToolUse"));
  await sh("printf 2 > a");
  await hook(["--agent", "openhands", "snapshot"], event("PostToolUse"));
  const { stdout } = await askSnapveil(["checkpoints", "--json"], { env: world.env, cwd: world.cwd });
  expect((JSON.parse(stdout) as { checkpoints: unknown[] }).checkpoints).toHaveLength(1);
});

test.each(NUMBERS)("a session id that is the number %s is none", async (number) => {
  await hook(
    ["snapshot"],
    `{"hook_event_name":"turn_start","session_id":${number},"cwd":${JSON.stringify(world.cwd)}}`,
  );
  expect((await sh('test ! -e "$SNAPVEIL_DATA_DIR"')).exitCode).toBe(0);
});

test.each([
  ["4.0", true],
  ["4e0", true],
  ["3.0", false],
  ["99999999999999999999", true],
])("an iteration of %s counts", async (number, isBlocked) => {
  const { stdout } = await hook(["max_iterations", "3"], `{"hook_event_name":"before_llm_call","iteration":${number}}`);
  expect(stdout.includes("block")).toBe(isBlocked);
});
