import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { CheckpointList } from "../../shadow-repo/journal/checkpoint.ts";
import { COMMITTED, worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest(COMMITTED);
const TOKEN = ["ghp_", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0", "xgqo3"].join("");

const docker = (event: object) => world.hook(["--agent", "docker-agent"], event);
const claude = (event: object) => world.hook(["--agent", "claude-code"], event);
const list = async () => (await world.json<CheckpointList>(["checkpoints"])).checkpoints;
const shadow = () => {
  const folder = join(world.data, "snapshot");
  return join(folder, readdirSync(folder)[0]!);
};

/** A prompt, a call that changes a file, and the turn's end, as Claude Code sends them. */
async function claudeTurn(prompt: string, command = "echo two > file.txt", session = "s"): Promise<void> {
  const call = { session_id: session, tool_name: "Bash", tool_use_id: "toolu_1", tool_input: { command } };
  await claude({ hook_event_name: "UserPromptSubmit", session_id: session, prompt });
  await claude({ hook_event_name: "PreToolUse", ...call });
  world.sh(command);
  await claude({ hook_event_name: "PostToolUse", ...call, tool_response: { stdout: "", stderr: "" } });
  await claude({ hook_event_name: "Stop", session_id: session });
}

test("Claude Code's prompt is the title of the turn and of its calls, and a call has its command", async () => {
  await claudeTurn("Fix the login\nand run the tests");
  const labels = { title: "Fix the login", agent: "claude-code" };
  expect(await list()).toMatchObject([
    { scope: "tool", tool_name: "Bash", command: "echo two > file.txt", ...labels },
    { scope: "turn", ...labels },
  ]);
  expect((await list())[1]).not.toHaveProperty("command");
});

test("what an agent puts before a prompt, or sends in its place, is no title", async () => {
  const gemini = (event: object) => world.hook(["--agent", "gemini-cli"], event);
  await gemini({
    hook_event_name: "BeforeAgent",
    prompt: "<hook_context>Current user:\nme &lt;hook_context&gt;</hook_context>\n\nFix the login",
  });
  world.write("file.txt", "two\n");
  await gemini({ hook_event_name: "AfterAgent" });
  const copilot = (event: object) => world.hook(["--agent", "copilot-cli"], { sessionId: "c", ...event });
  const at = { timestamp: 1790000000000, cwd: world.cwd };
  await copilot({ ...at, prompt: "Fix the logout" });
  await copilot({
    ...at,
    prompt: "Fix the logout",
    transformedPrompt: "<current_datetime>now</current_datetime>\n\nFix",
  });
  world.write("file.txt", "three\n");
  await copilot({ ...at, stopReason: "end_turn" });
  const opencode = (event: object) =>
    world.hook(["--agent", "opencode"], { session_id: "o", cwd: world.cwd, ...event });
  await opencode({ hook_event_name: "chat.message", prompt: '"Fix the \\"login\\" page"', prompt_parts: 1 });
  world.write("file.txt", "four\n");
  await opencode({ hook_event_name: "session.idle" });
  await claudeTurn("<task-notification>\n<task-id>b1</task-id>\n</task-notification>", "echo three > file.txt");
  const turns = (await list()).filter(({ scope }) => scope === "turn");
  expect(turns.map(({ agent, title }) => [agent, title])).toEqual([
    ["gemini-cli", "Fix the login"],
    ["copilot-cli", "Fix the logout"],
    ["opencode", 'Fix the "login" page'],
    ["claude-code", undefined],
  ]);
});

test("docker-agent's prompt comes before the turns, of which there is one a model call", async () => {
  await docker({ hook_event_name: "session_start" });
  await docker({ hook_event_name: "user_prompt_submit", prompt: "Fix the login" });
  for (const content of ["two", "three"]) {
    await docker({ hook_event_name: "turn_start" });
    const call = { tool_name: "write_file", tool_use_id: content, tool_input: { path: "file.txt", content } };
    await docker({ hook_event_name: "pre_tool_use", ...call });
    world.write("file.txt", content);
    await docker({ hook_event_name: "post_tool_use", ...call, tool_response: "ok" });
    await docker({ hook_event_name: "turn_end", reason: "normal" });
  }
  const labels = { title: "Fix the login", agent: "docker-agent" };
  expect(await list()).toMatchObject([
    { scope: "tool", command: "file.txt", ...labels },
    { scope: "turn", ...labels },
    { scope: "tool", command: "file.txt", ...labels },
    { scope: "turn", ...labels },
  ]);
  const titles = join(shadow(), "titles");
  const [file = ""] = readdirSync(titles);
  expect(statSync(join(titles, file)).mode & 0o777).toBe(0o600);
  await docker({ hook_event_name: "session_end", reason: "stream_ended" });
  expect(readdirSync(titles)).toEqual([]);
});

test("no secret gets into a title or command, or into any file of ours", async () => {
  await claudeTurn(`Deploy with ${TOKEN}`, `echo ${TOKEN.slice(0, 4)} > file.txt; true ${TOKEN}`);
  expect((await list()).map(({ title, command }) => [title, command])).toEqual([
    ["Deploy with [REDACTED]", "echo ghp_ > file.txt; true [REDACTED]"],
    ["Deploy with [REDACTED]", undefined],
  ]);
  expect(world.sh(`grep -rl ${TOKEN} "${world.data}" || true`)).toBe("");
});

test('with "titles": false only the agent\'s name is kept', async () => {
  world.configure({ titles: false });
  await docker({ hook_event_name: "session_start" });
  await docker({ hook_event_name: "user_prompt_submit", prompt: "Fix the login" });
  await claudeTurn("Fix the login");
  for (const one of await list()) {
    expect(one).toMatchObject({ agent: "claude-code" });
    expect(Object.keys(one)).not.toContain("title");
    expect(Object.keys(one)).not.toContain("command");
  }
  expect(existsSync(join(shadow(), "titles"))).toBe(false);
  expect(world.sh(`grep -rl "Fix the login" "${world.data}" || true`)).toBe("");
});

test("a project's settings have no say in it", async () => {
  world.write(".snapveil.jsonc", '{ "titles": false }');
  await claudeTurn("Fix the login");
  expect((await list()).at(-1)).toMatchObject({ title: "Fix the login" });
});

test("the table, the list for programs and show tell title, command and agent", async () => {
  await claudeTurn("Fix the login");
  const [call, turn] = await list();
  const table = await world.snapveil(["checkpoints", "--calls"], { env: { FORCE_COLOR: "1", COLUMNS: "100" } });
  expect(table.stdout).toContain("Fix the login");
  expect(table.stdout).toContain("└ Bash: echo two > file.txt");
  const plain = (await world.snapveil(["checkpoints"])).stdout;
  expect(plain).toContain("turn of s by claude-code: Fix the login");
  expect(plain).toContain("Bash of s by claude-code: echo two > file.txt");
  const shown = (await world.snapveil(["show", call!.id])).stdout;
  expect(shown).toMatch(/^Prompt {3}Fix the login\nCommand {2}echo two > file\.txt\nAgent {4}claude-code\n/);
  expect(await world.json(["show", turn!.id])).toMatchObject({ title: "Fix the login", agent: "claude-code" });
});
