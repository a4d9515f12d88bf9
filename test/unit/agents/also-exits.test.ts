import { expect, test } from "vitest";

import type { JsonObject } from "../../../kit/json.ts";
import { deny } from "../../../agents/codec/outcome.ts";
import { AGENT_NAMES, loadAgent } from "../../../agents/registry.ts";

/** Where a refusal is said in JSON and by the exit code at once. */
const BOTH: Readonly<Record<string, string>> = {
  "claude-code": "PreToolUse PermissionRequest UserPromptSubmit UserPromptExpansion",
  "claude-like": "PreToolUse PermissionRequest UserPromptSubmit UserPromptExpansion",
  codebuddy: "PreToolUse PermissionRequest UserPromptSubmit UserPromptExpansion",
  qoder: "PreToolUse PermissionRequest UserPromptSubmit UserPromptExpansion",
  codex: "PreToolUse UserPromptSubmit",
  "gemini-cli": "BeforeTool BeforeAgent",
  "qwen-code": "PreToolUse UserPromptSubmit",
  "copilot-cli": "preToolUse PreToolUse",
  "vscode-copilot": "PreToolUse UserPromptSubmit",
  openhands: "PreToolUse UserPromptSubmit",
  droid: "PreToolUse UserPromptSubmit",
  grok: "PreToolUse UserPromptSubmit",
  auggie: "PreToolUse",
  hermes: "pre_tool_call",
  goose: "PreToolUse",
  "kimi-code": "PreToolUse",
  "kimi-cli": "PreToolUse",
  agentjail: "PreToolUse",
  generic: "PreProcess UserPromptSubmit PreToolUse PermissionRequest PostToolUse PreCompact",
};

test("a refusal is said in every form that an agent takes at once, with its reason in each", async () => {
  const both: Record<string, string[]> = {};
  for (const name of AGENT_NAMES) {
    const agent = await loadAgent(name);
    for (const event of agent.events) {
      if (!agent.carries(event, {}, { approvingRewrites: false, strict: false }).refusal) continue;
      const { stdout, stderr, exitCode } = agent.encode(deny("the reason"), event, {});
      expect(exitCode === 2, `${name} ${event}`).toBe(stderr !== "");
      if (exitCode === 0 || stdout === "") continue;
      (both[name] ??= []).push(event);
      expect([stderr, stdout]).toEqual(["the reason\n", expect.stringContaining("the reason")]);
    }
  }
  const sorted = (names: readonly string[]) => names.toSorted();
  expect(Object.fromEntries(Object.entries(both).map(([name, events]) => [name, sorted(events)]))).toEqual(
    Object.fromEntries(Object.entries(BOTH).map(([name, events]) => [name, sorted(events.split(" "))])),
  );
});

test("a question is no refusal: where the person can be asked, no exit code says another thing", async () => {
  const asked: string[] = [];
  for (const name of AGENT_NAMES) {
    const agent = await loadAgent(name);
    const { probe = {} } = agent.evidence;
    for (const event of agent.events.filter((one) => agent.asks(one, probe))) {
      const question = { verdict: { kind: "ask", reason: "the reason" } } as const;
      const { stdout, exitCode } = agent.encode(question, event, probe);
      expect([exitCode, stdout], `${name} ${event}`).toEqual([0, expect.stringContaining("the reason")]);
      asked.push(name);
    }
  }
  expect([...new Set(asked)].toSorted().join(" ")).toBe(
    "agentjail claude-code copilot-cli docker-agent grok pi qoder qwen-code vscode-copilot",
  );
});

test.each<[agent: string, event: string, raw: JsonObject]>([
  ["claude-code", "PreToolUse", { permission_mode: "bypassPermissions" }],
  ["qwen-code", "PreToolUse", { permission_mode: "yolo" }],
  ["grok", "PreToolUse", { toolInputTruncated: false, permissionMode: "bypassPermissions" }],
  ["grok", "PreToolUse", { permissionMode: "default" }],
  ["docker-agent", "preempt_yolo", { safety_policy: "autonomous" }],
  ["docker-agent", "pre_tool_use", {}],
  ["pi", "tool_call", { has_ui: false }],
  ["gemini-cli", "BeforeTool", {}],
])("%s %s: where nobody answers, a question is a denial: %j", async (name, event, raw) => {
  const agent = await loadAgent(name as (typeof AGENT_NAMES)[number]);
  expect(agent.asks(event, raw)).toBe(false);
  const { stdout, stderr } = agent.encode({ verdict: { kind: "ask", reason: "the reason" } }, event, raw);
  expect(stdout + stderr).toContain("the reason");
  expect(stdout).not.toContain('"ask"');
});

test("an output that becomes empty is a reply, too: no agent goes on with the old one", async () => {
  let count = 0;
  for (const name of AGENT_NAMES) {
    const agent = await loadAgent(name);
    for (const event of agent.events) {
      if (!agent.carries(event, {}, { approvingRewrites: false, strict: false }).rewrite.includes("toolResponse"))
        continue;
      const { stdout } = agent.encode({ rewrite: { toolResponse: "" } }, event, {});
      expect(stdout, `${name} ${event}`).not.toBe(agent.encode({}, event, {}).stdout);
      expect(stdout, `${name} ${event}`).not.toMatch(/"(?:stopR|r)eason": ?""/);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(10);
});
