import { describe, expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import { chooseEvents } from "../../../install/choose-events.ts";
import type { Leg } from "../../../builtins/builtin.ts";
import { builtinOf } from "../../../install/legs.ts";
import { INSTALLERS, installerFor } from "../../support/agents.ts";
import type { PlannedBuiltin, Settings } from "../../../worktree/settings.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";

const use = (name: string, ...args: string[]): PlannedBuiltin => ({ name, args, origin: "user" });

async function chosen(agent: string, settings: Partial<Settings> = {}, legs: readonly Leg[] = []): Promise<string[]> {
  const installer = installerFor(agent)!;
  return chooseEvents(await loadAgent(installer.agent), installer, { ...DEFAULT_SETTINGS, ...settings }, legs).map(
    ({ name }) => name,
  );
}

describe("the events that are registered", () => {
  const EVENTS: readonly (readonly [agent: string, events: string])[] = [
    [
      "docker-agent",
      "session_start session_end user_prompt_submit user_followup_submit user_steering_messages_submit " +
        "turn_start before_llm_call tool_input_transform pre_tool_use tool_response_transform post_tool_use " +
        "on_agent_switch preempt_yolo",
    ],
    [
      "claude-code",
      "SessionStart SessionEnd UserPromptSubmit PreToolUse PreSkillShellCommand PostToolUse " +
        "PostToolUseFailure Stop StopFailure PreCompact UserPromptExpansion ConfigChange",
    ],
    ["codex", "SessionStart UserPromptSubmit PreToolUse PostToolUse Stop SessionEnd Interrupt"],
    ["gemini-cli", "SessionStart BeforeAgent BeforeModel BeforeTool AfterTool AfterAgent SessionEnd"],
    [
      "qwen-code",
      "SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure PostToolBatch Stop SessionEnd",
    ],
    [
      "copilot-cli",
      "sessionStart userPromptSubmitted userPromptTransformed preToolUse postToolUse postToolUseFailure " +
        "agentStop preCompact sessionEnd",
    ],
    ["vscode-copilot", "SessionStart UserPromptSubmit PreToolUse PostToolUse Stop PreCompact"],
    [
      "cursor",
      "sessionStart beforeSubmitPrompt preToolUse postToolUse postToolUseFailure beforeReadFile stop " +
        "sessionEnd preCompact",
    ],
    ["openhands", "SessionStart UserPromptSubmit PreToolUse PostToolUse Stop SessionEnd"],
    [
      "cline",
      "TaskStart TaskResume UserPromptSubmit PreToolUse PostToolUse TaskComplete TaskCancel TaskError " +
        "PreCompact SessionShutdown",
    ],
    ["cline-vscode", "TaskStart TaskResume UserPromptSubmit PreToolUse PostToolUse TaskComplete TaskCancel PreCompact"],
    ["kimi-code", "SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop PreCompact SessionEnd"],
    ["kimi-cli", "SessionStart UserPromptSubmit PreToolUse PostToolUse Stop SessionEnd"],
    ["kiro", "agentSpawn userPromptSubmit preToolUse postToolUse stop"],
    ["kiro-v3", "SessionStart UserPromptSubmit PreToolUse PostToolUse Stop"],
    ["vibe", "pre_tool post_tool post_agent"],
    [
      "crush",
      "PreToolUse PostToolUse PostToolUseFailure SessionStart SessionEnd TurnStart TurnEnd StopFailure Interrupt",
    ],
    ["hermes", "on_session_start pre_llm_call post_llm_call pre_tool_call post_tool_call on_session_end"],
    ["auggie", "SessionStart PromptSubmit PreToolUse PostToolUse Stop SessionEnd"],
    ["droid", "SessionStart UserPromptSubmit PreToolUse PostToolUse Stop SessionEnd"],
    ["grok", "SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure PreCompact Stop SessionEnd"],
    [
      "windsurf",
      "pre_user_prompt pre_run_command pre_write_code pre_read_code pre_mcp_tool_use post_run_command " +
        "post_write_code post_read_code post_mcp_tool_use",
    ],
    ["goose", "SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure SessionEnd"],
    ["letta", "SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop PreCompact SessionEnd"],
    [
      "starchild",
      "on_session_start pre_llm_call post_llm_call pre_tool_call transform_tool_result post_tool_call " +
        "on_outbound_message on_completion_claim on_session_end",
    ],
    ["antigravity", "PreInvocation PreToolUse PostToolUse Stop"],
    ["junie", "SessionStart UserPromptSubmit PreToolUse Stop StopFailure SessionEnd"],
    ["devin", "PreToolUse PostToolUse"],
    [
      "codebuddy",
      "SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop StopFailure " +
        "PreCompact",
    ],
    [
      "qoder",
      "SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop StopFailure " +
        "PreCompact",
    ],
    ["opencode", "chat.message chat.system chat.messages tool.execute.before tool.execute.after session.idle"],
    ["kilo", "chat.message chat.system chat.messages tool.execute.before tool.execute.after session.idle"],
    ["pi", "input before_agent_start context tool_call tool_result agent_end"],
  ];

  test.each(EVENTS)("of %s are %s", async (agent, events) => {
    expect((await chosen(agent)).join(" ")).toBe(events);
  });

  test("of every agent are listed here", () => {
    expect(EVENTS.map(([agent]) => agent)).toEqual(INSTALLERS.map(({ agent }) => agent));
  });

  test("are refused where their hook fails, but for a question, which the person answers all the same", async () => {
    const builtins = { permission_request: [use("redact_secrets")] };
    for (const agent of ["claude-code", "codex", "qwen-code"]) {
      const installer = installerFor(agent)!;
      const events = chooseEvents(await loadAgent(agent), installer, { ...DEFAULT_SETTINGS, builtins }, []);
      const closed = Object.fromEntries(events.map(({ name, isClosed }) => [name, isClosed]));
      expect(closed, agent).toMatchObject({ PreToolUse: true, PermissionRequest: false, Stop: false });
    }
  });

  test("of every agent guard the arguments of a tool call", async () => {
    for (const { agent } of INSTALLERS) {
      const installer = installerFor(agent)!;
      const dialect = await loadAgent(installer.agent);
      const names = (await chosen(agent)).flatMap((event) => dialect.decode({}, event).map(({ name }) => name));
      expect(names, agent).toContain("pre_tool_use");
    }
  });

  test("come by the settings too: strict, a limit of rounds, a builtin at an event that is else left out", async () => {
    expect(await chosen("claude-code", { strict: true })).toContain("PostToolBatch");
    expect(
      await chosen("claude-code", {
        builtins: { tool_response_transform: [use("redact_secrets"), use("max_iterations", "5")] },
      }),
    ).toContain("PostToolBatch");
    expect(
      await chosen("claude-code", { added: { notification: [{ ...use("add_date"), origin: "project" }] } }, [
        "context",
      ]),
    ).not.toContain("Notification"); // it would not be heard there
    expect(
      await chosen("claude-code", { builtins: { pre_compact: [use("add_context", "x")] } }, ["context"]),
    ).toContain("PreCompact");
    expect(
      await chosen("codex", {
        builtins: { pre_tool_use: [], tool_input_transform: [] },
        replaced: ["pre_tool_use", "tool_input_transform"],
      }),
    ).not.toContain("PreToolUse");
    expect(await chosen("codex", { builtins: { pre_tool_use: [], tool_input_transform: [] } })).toContain("PreToolUse");
  });

  test("of docker-agent have a turn's end only for what is not done when the next one begins", async () => {
    const builtins = { turn_end: [use("require_checks", "npm", "test")] };
    expect(await chosen("docker-agent", { builtins })).toContain("turn_end");
    expect(await chosen("docker-agent", {}, ["snapshot"])).not.toContain("turn_end");
    expect(await chosen("docker-agent", {}, ["snapshot"])).toContain("turn_start");
  });

  test("are all of them where something is to run at every event", async () => {
    const builtins = { "*": [use("log_events")] };
    for (const agent of ["claude-code", "codex", "docker-agent"]) {
      const { leavesOut } = installerFor(agent)!;
      const all = (await loadAgent(agent)).events.filter((name) => !leavesOut?.(name));
      expect(await chosen(agent, { builtins }), agent).toEqual(all);
    }
    expect(await chosen("claude-code", { builtins }, ["arguments"])).toEqual(["PreToolUse", "PreSkillShellCommand"]);
  });

  test("serve the legs that were asked for, and no others", async () => {
    expect(await chosen("claude-code", {}, ["arguments"])).toEqual(["PreToolUse", "PreSkillShellCommand"]);
    expect(await chosen("claude-code", {}, ["output"])).toEqual(["PostToolUse", "PostToolUseFailure"]);
    expect(await chosen("gemini-cli", {}, ["messages"])).toEqual(["BeforeAgent", "BeforeModel"]);
    expect(await chosen("claude-code", {}, ["context"])).toEqual(["SessionStart", "UserPromptSubmit"]);
    expect(await chosen("kimi-code", {}, ["output"])).toEqual([]);
  });
});

test("a line names the one builtin that all of its legs are", () => {
  expect(builtinOf([])).toBeUndefined();
  expect(builtinOf(["arguments", "output"])).toBe("redact_secrets");
  expect(builtinOf(["snapshot"])).toBe("snapshot");
  expect(builtinOf(["snapshot", "output"])).toBeUndefined();
  expect(builtinOf(["context"])).toBeUndefined();
});
