import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, describe, expect, test } from "vitest";

import { GITHUB } from "../support/made-up.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("git init -q .");
const configure = (args: string[] = []) => world.configure({ builtins: { stop: [["check_claims", ...args]] } });
beforeEach(() => configure());

type Json = Record<string, unknown>;
/** How each agent tells of a prompt, a call and the end of a turn. */
const AGENTS = {
  "claude-code": {
    begin: (prompt: string) => ({ hook_event_name: "UserPromptSubmit", prompt }),
    call: ["PreToolUse", "PostToolUse", "Bash"],
    end: (text: string) => ({ hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: text }),
  },
  codex: {
    begin: (prompt: string) => ({ hook_event_name: "UserPromptSubmit", turn_id: "t", prompt }),
    call: ["PreToolUse", "PostToolUse", "Bash"],
    end: (text: string) => ({ hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: text }),
  },
  "gemini-cli": {
    begin: (prompt: string) => ({ hook_event_name: "BeforeAgent", prompt }),
    call: ["BeforeTool", "AfterTool", "run_shell_command"],
    end: (text: string) => ({ hook_event_name: "AfterAgent", stop_hook_active: false, prompt_response: text }),
  },
  "qwen-code": {
    begin: (prompt: string) => ({ hook_event_name: "UserPromptSubmit", prompt, submitted_prompt: prompt }),
    call: ["PreToolUse", "PostToolUse", "run_shell_command"],
    end: (text: string) => ({ hook_event_name: "Stop", stop_hook_active: false, last_assistant_message: text }),
  },
  starchild: {
    begin: (prompt: string) => ({ event: "pre_llm_call", agent_id: "a", last_user_message: prompt }),
    call: ["pre_tool_call", "post_tool_call", "shell"],
    end: (text: string) => ({ event: "on_completion_claim", agent_id: "a", summary: text }),
  },
} as const;
type Agent = keyof typeof AGENTS;

const hook = async (agent: string, event: Json) => {
  const { stdout, stderr, exitCode } = await world.hook(["--agent", agent], event);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return (stdout === "" ? {} : JSON.parse(stdout)) as Json;
};
const begin = (agent: Agent, prompt = "go on") => hook(agent, AGENTS[agent].begin(prompt));
const end = (agent: Agent, text: string) => hook(agent, AGENTS[agent].end(text));
const isRefused = (said: Json) => said["decision"] === "block" || said["decision"] === "deny";
async function call(agent: Agent, command: string, output = "ok") {
  const [before, after, tool] = AGENTS[agent].call;
  const key = agent === "starchild" ? "event" : "hook_event_name";
  const event = { tool_name: tool, tool_use_id: "t", tool_input: { command }, agent_id: "a" };
  await hook(agent, { ...event, [key]: before });
  await hook(agent, { ...event, [key]: after, tool_response: output, tool_result: output });
}

describe.each(Object.keys(AGENTS) as Agent[])("%s", (agent) => {
  test("a claim without a call is refused once, with what is missing", async () => {
    await begin(agent);
    await call(agent, "git add .");
    const said = await end(agent, "All is well. I committed and pushed it.");
    expect(isRefused(said)).toBe(true);
    expect(said["reason"]).toMatch(
      /You say "I committed and pushed it\.", and no call of this turn committed anything\./,
    );
    expect(said["reason"]).toMatch(/no call of this turn pushed anything/);
    expect(await end(agent, "I committed and pushed it.")).toEqual({});
  });

  test("what its calls bear out passes, in that turn", async () => {
    await begin(agent);
    await call(agent, "git commit -am one && git push");
    await call(agent, "npm test");
    expect(await end(agent, "I committed and pushed it. All tests pass.")).toEqual({});
    await begin(agent, "once more");
    expect(isRefused(await end(agent, "I pushed it."))).toBe(true);
  });

  test("what is done after the refusal counts, and a later turn is looked at anew", async () => {
    await begin(agent);
    expect(isRefused(await end(agent, "I ran the tests."))).toBe(true);
    await call(agent, "npm test");
    expect(await end(agent, "I ran the tests.")).toEqual({});
    await begin(agent, "and now?");
    expect(isRefused(await end(agent, "I ran the tests."))).toBe(true);
  });

  test("an address must have stood in an output or a prompt of the session", async () => {
    await begin(agent, "compare it with https://docs.acme.dev/guide");
    await call(agent, "vercel --prod", "Production: https://shop-x1.vercel.app [2s]");
    const good = "I deployed it: https://shop-x1.vercel.app. The guide: https://docs.acme.dev/guide";
    expect(await end(agent, good)).toEqual({});
    await begin(agent, "and the other?");
    const said = await end(agent, "It is at https://shop-x1.vercel.app, the other at https://shop-x2.vercel.app/a.");
    expect(said["reason"]).toMatch(/^snapveil: You name https:\/\/shop-x2\.vercel\.app\/a, which stood in no output/);
  });

  test("an honest end is nothing to speak of", async () => {
    await begin(agent);
    await call(agent, "git status");
    expect(await end(agent, "I changed the parser. I have not run the tests and pushed nothing.")).toEqual({});
  });
});

test("an address that the agent writes into a file was not shown to it", async () => {
  await begin("claude-code");
  await call("claude-code", "ls");
  const event = {
    tool_name: "Write",
    tool_use_id: "w",
    tool_input: { file_path: "a.md", content: "https://a.acme.dev/x" },
  };
  await hook("claude-code", { ...event, hook_event_name: "PreToolUse" });
  await hook("claude-code", { ...event, hook_event_name: "PostToolUse", tool_response: { success: true } });
  expect((await end("claude-code", "It is at https://a.acme.dev/x."))["reason"]).toContain("which stood in no output");
});

test("nothing of it runs unless it is named, and naming it at the turn's end is enough", async () => {
  world.configure({});
  await begin("claude-code");
  expect(await end("claude-code", "I pushed it.")).toEqual({});
  const explained = await world.json(["explain", "--agent", "claude-code"], {
    input: JSON.stringify({ session_id: "s", cwd: world.cwd, ...AGENTS["claude-code"].begin("go") }),
  });
  expect(JSON.stringify(explained)).not.toContain("check_claims");
  configure();
  const [, after] = AGENTS["claude-code"].call;
  const event = {
    session_id: "s",
    cwd: world.cwd,
    hook_event_name: after,
    tool_name: "Bash",
    tool_input: { command: "ls" },
  };
  const again = await world.json(["explain", "--agent", "claude-code"], { input: JSON.stringify(event) });
  expect(again["builtins"]).toContainEqual(expect.objectContaining({ name: "check_claims", event: "post_tool_use" }));
});

test("where the agent cannot be made to go on the person is told", async () => {
  await hook("docker-agent", { hook_event_name: "user_prompt_submit", prompt: "go" });
  const event = { tool_name: "shell", tool_use_id: "t", tool_input: { command: "npm test" }, tool_response: "ok" };
  await hook("docker-agent", { hook_event_name: "post_tool_use", ...event });
  // A call of the model begins with it, and the turn goes on.
  await hook("docker-agent", { hook_event_name: "turn_start" });
  expect(await hook("docker-agent", { hook_event_name: "stop", stop_response: "I ran the tests." })).toEqual({});
  await hook("docker-agent", { hook_event_name: "user_prompt_submit", prompt: "go" });
  const said = await hook("docker-agent", { hook_event_name: "stop", stop_response: "I pushed it." });
  expect(said["decision"]).toBeUndefined();
  expect(said["system_message"]).toMatch(/no call of this turn pushed anything/);
});

test("an agent that loses the ends of calls is believed what it announced", async () => {
  const kimi = (name: string, more: Json) =>
    hook("kimi-code", { hook_event_name: name, client_type: "kimi_code_cli", ...more });
  await kimi("UserPromptSubmit", { prompt: [{ type: "text", text: "go" }] });
  await kimi("PreToolUse", { tool_name: "Bash", tool_call_id: "c", tool_input: { command: "git push" } });
  expect(await kimi("Stop", { last_assistant_message: "I pushed it." })).toEqual({});
});

test("without the agent's own word the last message of its transcript counts", async () => {
  const line = (type: string, content: unknown) => JSON.stringify({ type, message: { role: type, content } });
  const transcript_path = world.write(
    "~/.claude/projects/p/s.jsonl",
    [
      line("user", "go"),
      line("assistant", [{ type: "text", text: "I pushed it." }]),
      line("user", [{ type: "tool_result", content: "ok" }]),
      "",
    ].join("\n"),
  );
  await begin("claude-code");
  expect(
    isRefused(await hook("claude-code", { hook_event_name: "Stop", stop_hook_active: false, transcript_path })),
  ).toBe(true);
});

test("the table can be added to, and a wrong addition is named", async () => {
  configure(["deployed => ./go-live.sh", "migrated => prisma migrate"]);
  await begin("claude-code");
  await call("claude-code", "./go-live.sh");
  expect(await end("claude-code", "I deployed it.")).toEqual({});
  await begin("claude-code");
  expect((await end("claude-code", "I migrated the database."))["reason"]).toMatch(
    /no call of this turn ran prisma migrate/,
  );
  configure(["deployed"]);
  expect((await end("claude-code", "Hello."))["systemMessage"]).toMatch(/check_claims takes texts such as/);
});

test("what is kept is yours alone and holds no value, and a refusal quotes no secret", async () => {
  const prompt = AGENTS["claude-code"].begin(`use ${GITHUB} at https://secret-host.acme.dev/path`);
  expect(await world.hook(["--agent", "claude-code"], prompt)).toMatchObject({ exitCode: 2 });
  await call(
    "claude-code",
    `curl -H 'X: ${GITHUB}' https://secret-host.acme.dev/path`,
    "https://secret-host.acme.dev/path/2",
  );
  const said = await end("claude-code", `I deployed it with ${GITHUB}.`);
  expect(isRefused(said)).toBe(true);
  expect(JSON.stringify(said)).not.toContain(GITHUB);
  const folder = join(world.data, "claims");
  const [file] = readdirSync(folder).map((name) => join(folder, name));
  expect(statSync(file!).mode & 0o777).toBe(0o600);
  expect(readFileSync(file!, "utf8")).toMatch(
    /^(?:(?:begins|ends|refused|announced|ended|input|output)(?: [0-9a-z-]+)*\n)+$/,
  );
  expect(readFileSync(file!, "utf8")).not.toMatch(/secret|acme|curl/);
});
