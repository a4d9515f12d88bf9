import { describe, expect, test } from "vitest";

import type { JsonObject } from "../../../kit/json.ts";
import { detectDialect, recognise } from "../../../agents/codec/detect-dialect.ts";

const claude: JsonObject = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  cwd: "/w",
  transcript_path: "/h/.claude/projects/p/s.jsonl",
};
const copilot: JsonObject = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  cwd: "/w",
  timestamp: "2026-01-02T03:04:05.678Z",
  tool_name: "Bash",
  tool_input: {},
};
const unknown: JsonObject = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  cwd: "/w",
  tool_name: "Bash",
  tool_input: {},
};

async function nameOf(
  raw: JsonObject,
  given: { agent?: string; event?: string } = {},
  env: Record<string, string> = {},
): Promise<string> {
  return (await detectDialect(raw, given, env)).dialect.name;
}

describe("whose payload it is", () => {
  test("--agent decides, whatever the payload looks like", async () => {
    expect(await nameOf(claude, { agent: "codex" })).toBe("codex");
    expect(await nameOf(unknown, { agent: "claude-code" })).toBe("claude-code");
    expect(await nameOf({ hook_event_name: "stop", cwd: "/w" }, { agent: "docker-agent" })).toBe("docker-agent");
  });

  test("but an agent that runs another's registrations is answered as itself", async () => {
    expect(await nameOf(copilot, { agent: "claude-code" })).toBe("copilot-cli");
    expect(await nameOf({ ...claude, cursor_version: "1" }, { agent: "claude-code" })).toBe("cursor");
    expect(
      await nameOf({ ...claude, hookEventName: "pre_tool_use", workspaceRoot: "/w" }, { agent: "claude-code" }),
    ).toBe("grok");
    expect(await nameOf(copilot, { agent: "gemini-cli" })).toBe("gemini-cli");
  });

  test("the payload comes before the environment, which agents inherit from each other", async () => {
    const env = { CLAUDECODE: "1", CLAUDE_PROJECT_DIR: "/w", QWEN_PROJECT_DIR: "/w" };
    expect(await nameOf(claude, {}, env)).toBe("claude-code");
    expect(await nameOf({ ...unknown, turn_id: "t" }, {}, env)).toBe("codex");
    expect(await nameOf({ ...unknown, turn_id: "t", prompt_id: "p" }, {}, env)).toBe("qwen-code");
    expect(await nameOf(unknown, {}, env)).toBe("qwen-code");
    expect(await nameOf(unknown, {}, { CLAUDECODE: "1", CLAUDE_PROJECT_DIR: "/w" })).toBe("claude-like");
    expect(await nameOf({ hook_event_name: "beforeSomething" }, {}, env)).toBe("docker-agent");
  });

  test("an unknown agent name leaves it to the payload", async () => {
    expect(await nameOf(claude, { agent: "nobody" })).toBe("claude-code");
  });

  test("an event tried by hand is docker-agent's", async () => {
    expect(await nameOf({})).toBe("docker-agent");
    expect(await nameOf({ hook_event_name: "stop", session_id: "s", cwd: "/w" })).toBe("docker-agent");
    expect(await nameOf({ hook_event_name: "some_new_event" })).toBe("docker-agent");
    expect(await nameOf({ tool_response: "x" }, { event: "tool_response_transform" })).toBe("docker-agent");
  });

  test("a folder that only begins like an agent's is not that agent's", async () => {
    expect(
      (await recognise({ ...unknown, transcript_path: "/h/.qwen-evil/x.jsonl" }, "PreToolUse", {}))?.name,
    ).toBeUndefined();
    expect(
      (await recognise({ ...unknown, transcript_path: "C:\\Users\\me\\.qwen\\x.jsonl" }, "PreToolUse", {}))?.name,
    ).toBe("qwen-code");
  });

  test("the payload's own event name wins over --event", async () => {
    expect((await detectDialect(claude, { event: "Stop" }, {})).wireName).toBe("PreToolUse");
    expect(
      (await detectDialect({ sessionId: "s", timestamp: 1, cwd: "/w", prompt: "x" }, { event: "sessionEnd" }, {}))
        .wireName,
    ).toBe("sessionEnd");
    expect((await detectDialect({ sessionId: "s", timestamp: 1, cwd: "/w", prompt: "x" }, {}, {})).wireName).toBe(
      "userPromptSubmitted",
    );
  });
});
