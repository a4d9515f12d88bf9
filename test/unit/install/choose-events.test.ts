import { describe, expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import { chooseEvents } from "../../../install/choose-events.ts";
import type { Leg } from "../../../builtins/builtin.ts";
import { builtinOf } from "../../../install/legs.ts";
import { INSTALLERS, installerFor } from "../../support/agents.ts";
import { DEFAULT_SETTINGS, type PlannedBuiltin, type Settings } from "../../../worktree/settings.ts";

const use = (name: string, ...args: string[]): PlannedBuiltin => ({ name, args, origin: "user" });

async function chosen(agent: string, settings: Partial<Settings> = {}, legs: readonly Leg[] = []): Promise<string[]> {
  const installer = installerFor(agent)!;
  return chooseEvents(await loadAgent(installer.agent), installer, { ...DEFAULT_SETTINGS, ...settings }, legs).map(
    ({ name }) => name,
  );
}

describe("the events that are registered", () => {
  test.each([
    [
      "claude-code",
      "SessionStart SessionEnd UserPromptSubmit PreToolUse PreSkillShellCommand PostToolUse PostToolUseFailure Stop StopFailure PreCompact UserPromptExpansion ConfigChange",
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
    [
      "cursor",
      "sessionStart beforeSubmitPrompt preToolUse postToolUse postToolUseFailure beforeReadFile stop sessionEnd " +
        "preCompact",
    ],
    [
      "docker-agent",
      "session_start session_end user_prompt_submit user_followup_submit user_steering_messages_submit turn_start " +
        "before_llm_call tool_input_transform pre_tool_use tool_response_transform post_tool_use on_agent_switch " +
        "preempt_yolo",
    ],
    [
      "crush",
      "PreToolUse PostToolUse PostToolUseFailure SessionStart SessionEnd TurnStart TurnEnd StopFailure Interrupt",
    ],
  ])("of %s are %s", async (agent, events) => {
    expect((await chosen(agent)).join(" ")).toBe(events);
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
