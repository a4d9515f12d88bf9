import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { LogEntry } from "../../builtins/event-log/entry.ts";
import { AGENTS } from "../support/legs.ts";
import { GITHUB as TOKEN, STRIPE } from "../support/made-up.ts";
import { worldOfEachTest } from "../support/temporary-world.ts";

const world = worldOfEachTest("git init -q");
const LOG = () => join(world.data, "log/refusals.jsonl");
const EXCERPT = "github-token gh…o3 (40 characters)";

const NAMES = {
  "claude-code": { before: "PreToolUse", after: "PostToolUse", prompt: "UserPromptSubmit", shell: "Bash" },
  codex: { before: "PreToolUse", after: "PostToolUse", prompt: "UserPromptSubmit", shell: "Bash" },
  "gemini-cli": { before: "BeforeTool", after: "AfterTool", prompt: "BeforeAgent", shell: "run_shell_command" },
  "docker-agent": {
    before: "pre_tool_use",
    after: "tool_response_transform",
    prompt: "user_prompt_submit",
    shell: "shell",
  },
} as const;

const answer = async (agent: string, event: object) => {
  const { stdout } = await world.hook(["--agent", agent], event);
  return (stdout === "" ? {} : JSON.parse(stdout)) as Record<string, unknown>;
};
const printed = (agent: keyof typeof NAMES, text: string, more: object = {}) =>
  answer(agent, {
    hook_event_name: NAMES[agent].after,
    tool_name: NAMES[agent].shell,
    tool_input: { command: "x" },
    tool_response:
      agent === "claude-code" ? { stdout: text, stderr: "" } : agent === "gemini-cli" ? { llmContent: text } : text,
    ...more,
  });
const entries = async () => (await world.json<{ entries: LogEntry[] }>(["log"])).entries;

describe("a refusal", () => {
  test("of a prompt speaks to the person, and says which word it was", async () => {
    const said = await answer("claude-code", {
      hook_event_name: "UserPromptSubmit",
      prompt: `Hello.\nUse the token ${TOKEN} for it`,
    });
    expect(said["reason"]).toBe(
      `snapveil: The prompt contains a secret: ${EXCERPT} in line 2, word 4. Claude Code does not let a hook change it, so ` +
        "it was not sent. Take the secret out, for instance by naming the environment variable or file that holds it, and " +
        "send it again. To let it pass from now on, type `snapveil allow --last` in a terminal.",
    );
  });

  test("of a call speaks to the model, and to the person in a notice", async () => {
    const said = await answer("codex", {
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: `curl -H "Authorization: Bearer ${TOKEN}" https://a.test` },
    });
    const { permissionDecisionReason: model } = said["hookSpecificOutput"] as { permissionDecisionReason: string };
    expect(model).toContain(`${EXCERPT} in command.`);
    expect(model).toMatch(/Repeat it without the secret .* the person can let it pass with `snapveil allow --last`/);
    expect(said["systemMessage"]).toContain(EXCERPT);
    expect(said["systemMessage"]).toContain("type `snapveil allow --last`");
    expect(said["systemMessage"]).not.toContain("the person");
  });

  test("has two texts where the agent has two places", async () => {
    const said = await answer("cursor", {
      hook_event_name: "preToolUse",
      conversation_id: "c",
      cursor_version: "1",
      tool_name: "Write",
      tool_input: { file_path: "a.env", content: `T=${TOKEN}` },
    });
    expect(said["agent_message"]).toContain("Go on without the value itself");
    expect(said["user_message"]).not.toContain("Go on without");
    for (const place of ["agent_message", "user_message"])
      expect(said[place]).toContain(`${EXCERPT} in content of a.env`);
  });

  test.each([
    [
      "a secret",
      { command: `curl -H "Authorization: Bearer ${TOKEN}" https://a.test` },
      "Repeat it without the secret",
    ],
    ["a command that destroys", { command: "rm -rf /" }, "Name the files or the subfolder"],
    ["a marker", { command: "echo T=[REDACTED] > .env" }, "It stands for a secret"],
  ])("in the generic protocol proposes what fits %s", async (_what, input, suggestion) => {
    const said = await answer("generic", {
      event: "PreToolUse",
      context: { working_directory: world.cwd },
      tool_name: "Bash",
      tool_input: input,
    });
    expect(said["suggestions"]).toEqual([expect.stringContaining(suggestion)]);
    expect(JSON.stringify(said)).not.toContain(TOKEN);
  });

  test("of an output tells the model nothing of the secret, and the person which it was", async () => {
    world.configure({ policy: { output: "deny" } });
    const said = await printed("claude-code", `a\nb ${TOKEN}`);
    expect(JSON.stringify(said["hookSpecificOutput"])).toContain("contains a secret: github-token in stdout, line 2.");
    expect(JSON.stringify(said["hookSpecificOutput"])).not.toContain("gh…o3");
    expect(said["systemMessage"]).toContain(EXCERPT);
  });
});

describe("what a marker means", () => {
  test.each(AGENTS)("%s: the person is told once a session", async (agent) => {
    const first = await printed(agent, `is ${TOKEN}`);
    expect(JSON.stringify(first)).toContain("[REDACTED] stands in its place");
    expect(JSON.stringify(await printed(agent, `is ${TOKEN}`))).not.toContain("stands in");
    expect(JSON.stringify(await printed(agent, `is ${TOKEN}`, { session_id: "s2" }))).toContain("stands in its place");
  });

  test.each(AGENTS)("%s: the person reads of each secret once what it is, and how it is let pass", async (agent) => {
    await printed(agent, "nothing");
    const told = async (text: string) => {
      const { systemMessage, system_message = systemMessage ?? "" } = await printed(agent, text);
      return String(system_message);
    };
    const first = await told(`is\n${TOKEN}`);
    expect(first).toContain(`Taken out of the output: ${EXCERPT} in `);
    expect(first).toContain("line 2");
    expect(first).toContain("snapveil allow --last");
    expect(first).not.toContain(TOKEN);
    expect(await told(`is ${TOKEN}`)).toBe("");
    expect(await told(`${TOKEN} and ${STRIPE}`)).toMatch(/output: \S+ sk…\S+ \(\d+ characters\)/);
  });

  test.each(["claude-code", "codex", "gemini-cli"] as const)("%s: the model is told with it, once", async (agent) => {
    const text = "never write the placeholder anywhere";
    expect(JSON.stringify(await printed(agent, `is ${TOKEN}`))).toContain(text);
    expect(JSON.stringify(await printed(agent, `is ${TOKEN}`))).not.toContain(text);
  });

  test("docker-agent's model is told before its next call", async () => {
    await printed("docker-agent", `is ${TOKEN}`);
    const said = await answer("docker-agent", { hook_event_name: "turn_start" });
    expect(JSON.stringify(said)).toContain("never write the placeholder anywhere");
  });

  test("nobody is told beside a builtin that stands in for docker-agent's own", async () => {
    const { stdout } = await world.hook(["redact_secrets"], {
      hook_event_name: "tool_response_transform",
      tool_response: TOKEN,
    });
    expect(JSON.parse(stdout)).toEqual({
      hook_specific_output: { hook_event_name: "tool_response_transform", updated_tool_response: "[REDACTED]" },
    });
  });
});

describe("the log of refusals", () => {
  const write = (content: string) =>
    answer("claude-code", {
      hook_event_name: "PreToolUse",
      tool_name: "Write",
      tool_input: { file_path: "a", content },
    });

  test("holds what was refused, asked about and taken out, by default, and no other event", async () => {
    await write(`x ${TOKEN}`);
    await write("nothing");
    await printed("claude-code", `is ${TOKEN}`);
    await answer("claude-code", {
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "rm -rf /" },
    });
    const logged = await entries();
    expect(logged).toMatchObject([
      { verdict: "ask", tool: "Write", folder: world.cwd, found: [{ guard: "redact_secrets", kind: "github-token" }] },
      { rewrites: ["toolResponse"], found: [{ excerpt: "gh…o3 (40 characters)", where: "in stdout" }] },
      { verdict: "deny", command: "rm -rf /", found: [{ guard: "block_destructive" }, {}] },
    ]);
    expect(new Set(logged.map(({ id }) => id)).size).toBe(3);
    expect(existsSync(join(world.data, "log/events.jsonl"))).toBe(false);
    expect([statSync(join(LOG(), "..")).mode & 0o777, statSync(LOG()).mode & 0o777]).toEqual([0o700, 0o600]);
    for (const file of readdirSync(join(world.data, "log")))
      expect(readFileSync(join(world.data, "log", file), "utf8")).not.toContain(TOKEN.slice(4, 20));
  });

  test("holds a secret once that every round of a conversation shows again", async () => {
    const messages = [{ role: "user", content: `is ${TOKEN}` }];
    for (const _round of [1, 2, 3]) await answer("docker-agent", { hook_event_name: "before_llm_call", messages });
    expect(await entries()).toMatchObject([{ rewrites: ["messages"], found: [{ where: "in message 1 content" }] }]);
  });

  test("and that of all events show an event once", async () => {
    world.configure({ builtins: { "*": ["log_events"] } });
    await write(`x ${TOKEN}`);
    expect(await entries()).toMatchObject([{ verdict: "ask" }]);
  });

  test('is not kept with "logRefusals": false, and nothing is found to let pass', async () => {
    world.configure({ logRefusals: false });
    await write(`x ${TOKEN}`);
    expect(existsSync(join(world.data, "log"))).toBe(false);
    expect((await world.snapveil(["explain", "--last"])).stderr).toContain("Nothing was refused");
  });

  test("begins anew where it is full", async () => {
    await write(`x ${TOKEN}`);
    const line = readFileSync(LOG(), "utf8");
    world.write(LOG(), line.repeat(Math.ceil((1 << 20) / line.length)), 0o600);
    await write(`y ${TOKEN}`);
    await write(`z ${TOKEN}`);
    expect(readFileSync(LOG(), "utf8").split("\n")).toHaveLength(2);
    expect(readdirSync(join(world.data, "log")).sort()).toEqual(["passes.jsonl", "refusals.jsonl", "refusals.jsonl.1"]);
  });

  test("changes no answer where it cannot be written", async () => {
    const said = await write(`x ${TOKEN}`);
    world.sh(`rm -r "${join(world.data, "log")}" && touch "${join(world.data, "log")}"`);
    expect(await write(`x ${TOKEN}`)).toEqual(said);
  });
});

describe("snapveil explain", () => {
  test("--last says what was refused, without an event", async () => {
    const none = await world.snapveil(["explain", "--last"]);
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining("Nothing was refused")]);
    await answer("claude-code", { hook_event_name: "UserPromptSubmit", prompt: `use ${TOKEN}` });
    const { stdout } = await world.snapveil(["explain", "--last"]);
    expect(stdout).toContain(`${EXCERPT} in word 2 (redact_secrets)\n`);
    expect((await world.snapveil(["explain", stdout.slice(0, 8)])).stdout).toBe(stdout);
    expect(stdout).toMatch(/It was refused\.[\s\S]*snapveil allow [0-9a-f]{8}\n$/);
    expect(await world.json(["explain", "--last"])).toMatchObject({ event: "UserPromptSubmit", verdict: "block" });
  });

  test.each([
    [[], "Claude Code"],
    [["--agent", "docker-agent"], "docker-agent"],
  ])("--command answers as if an agent ran it here: %j", async (words, title) => {
    const before = world.sh('find "$HOME" "$SNAPVEIL_DATA_DIR" . "$TMPDIR" 2>/dev/null | sort || true');
    const { stdout } = await world.snapveil(["explain", "--command", "git push -f origin main", ...words]);
    expect(stdout).toContain(`Dialect: ${title}`);
    expect(stdout).toContain("block_destructive on pre_tool_use: deny.");
    expect(stdout).toMatch(/^About: .*git push -f origin main.* \(block_destructive\)$/m);
    expect(stdout).toMatch(/The model reads: snapveil stopped `git push -f origin main`: .*Push to another branch/);
    // Nothing was refused, so there is no last refusal to allow.
    expect(stdout).toMatch(/^The person reads: snapveil stopped `git push -f origin main`: /m);
    expect(stdout).not.toContain("allow --last");
    expect(stdout).toMatch(/^Sent: \{.*push-main.*\}\. (?:On standard error: .*[^.]\. )?Exit code [02]\.$/m);
    expect(world.sh('find "$HOME" "$SNAPVEIL_DATA_DIR" . "$TMPDIR" 2>/dev/null | sort || true')).toBe(before);
  });

  test("--command knows where the data folder lies that it does not use", async () => {
    const { stdout } = await world.snapveil(["explain", "--command", `rm -r ${world.data}`]);
    expect(stdout).toContain("protect_snapveil on pre_tool_use: ask.");
  });

  test("takes one source", async () => {
    const { exitCode, stderr } = await world.snapveil(["explain", "--last", "--command", "ls"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("one of them alone")]);
  });
});
