import { expect, test } from "vitest";

import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("git init -q; echo one > a.txt; git add -A; git commit -qm start");

/** What the whole default profile answers to one event of a session. */
async function event(agent: string, name: string, command: string): Promise<string> {
  const { stdout } = await world.hook(["--agent", agent], {
    hook_event_name: name,
    session_id: "s1",
    cwd: world.cwd,
    tool_name: "Bash",
    tool_use_id: "t1",
    tool_input: { command },
    ...(name === "PostToolUse" && { tool_response: { stdout: "" } }),
  });
  return stdout;
}

async function checkpoints(): Promise<{ command?: string; files: { path: string }[] }[]> {
  const { stdout } = await world.snapveil(["checkpoints", "--json"]);
  return (JSON.parse(stdout) as { checkpoints: { command?: string; files: { path: string }[] }[] }).checkpoints;
}

const DESTROYS = "rm -rf ~/";

test.each(["claude-code", "codex"])("%s: a refused call owns no file that the person makes", async (agent) => {
  expect(await event(agent, "PreToolUse", DESTROYS)).toContain('"permissionDecision":"deny"');
  world.write("mine.txt", "mine\n");
  expect(await checkpoints()).toEqual([]);
  const { stdout } = await world.snapveil(["blame", "mine.txt", "--json"]);
  expect(stdout).not.toContain(DESTROYS);
});

test("a call that passes owns what comes before its end, also if the end never comes", async () => {
  expect(await event("claude-code", "PreToolUse", "make all")).not.toContain("deny");
  world.write("made.txt", "made\n");
  expect(await checkpoints()).toMatchObject([{ command: "make all", files: [{ path: "made.txt" }] }]);
});

test("a refused call that ends all the same is a checkpoint", async () => {
  await event("claude-code", "PreToolUse", DESTROYS);
  world.write("made.txt", "made\n");
  await event("claude-code", "PostToolUse", DESTROYS);
  expect(await checkpoints()).toMatchObject([{ command: DESTROYS, files: [{ path: "made.txt" }] }]);
});
