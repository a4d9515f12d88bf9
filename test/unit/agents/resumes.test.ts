import { expect, test } from "vitest";

import { deliver } from "../../../agents/codec/deliver.ts";
import { AGENT_NAMES, loadAgent } from "../../../agents/registry.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";

const json = (value: object) => ({ stdout: JSON.stringify(value), stderr: "", exitCode: 0 });
const flat = json({ decision: "block", reason: "why" });
const deny = json({ decision: "deny", reason: "why" });
const nested = json({ hookSpecificOutput: { hookEventName: "Stop", decision: "block", reason: "why" } });
const exit = { stdout: "", stderr: "why\n", exitCode: 2 };

/** The answer by which each agent goes on with a turn that it was about to end. */
const GOES_ON: Readonly<Record<string, object>> = {
  "claude-code Stop": flat,
  "claude-like Stop": flat,
  "codebuddy Stop": flat,
  "qoder Stop": flat,
  "codex Stop": flat,
  "qwen-code Stop": flat,
  "copilot-cli agentStop": flat,
  "copilot-cli Stop": flat,
  "droid Stop": flat,
  "grok Stop": flat,
  "gemini-cli AfterAgent": deny,
  "openhands Stop": { ...deny, stderr: "why\n", exitCode: 2 },
  "vibe post_agent": deny,
  "vibe post_agent_turn": deny,
  "vscode-copilot Stop": nested,
  "auggie Stop": nested,
  "kimi-code Stop": exit,
  "letta Stop": exit,
  "antigravity Stop": json({ decision: "continue", reason: "why" }),
  "starchild on_completion_claim": flat,
  "hermes pre_verify": json({ action: "continue", message: "why" }),
};

test("each agent that can be made to go on is answered in its own way, and no other is", async () => {
  const answers: Record<string, object> = {};
  for (const name of AGENT_NAMES) {
    const agent = await loadAgent(name);
    for (const event of agent.events) {
      const capabilities = agent.carries(event, {}, DEFAULT_SETTINGS);
      const sent = deliver({ unfinished: ["why"] }, capabilities, agent.title);
      if (capabilities.resumes) answers[`${name} ${event}`] = agent.encode(sent, event, {});
      else expect(sent.verdict).toBeUndefined();
    }
  }
  expect(answers).toEqual(GOES_ON);
});

test("a refusal that is no such wish does not make an agent go on", async () => {
  const agent = await loadAgent("claude-code");
  const capabilities = agent.carries("Stop", {}, DEFAULT_SETTINGS);
  const sent = deliver({ verdict: { kind: "block", reason: "over" } }, capabilities, agent.title);
  expect(sent).toEqual({ notice: ["over (Claude Code cannot be stopped at this event.)"] });
});
