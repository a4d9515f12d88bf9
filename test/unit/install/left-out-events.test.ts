import { expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import { chooseEvents } from "../../../install/choose-events.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { INSTALLERS, installerFor } from "../../support/agents.ts";

/** The events that are registered for an agent if something is to run at every event. */
async function registeredFor(agent: string): Promise<string[]> {
  const builtins = { "*": [{ name: "log_events", args: [], origin: "user" as const }] };
  const events = chooseEvents(await loadAgent(agent), installerFor(agent)!, { ...DEFAULT_SETTINGS, builtins }, []);
  return events.map(({ name }) => name);
}

test("these events are never registered, since another event of the agent tells the same, or the agent runs them in its own way", async () => {
  const left = INSTALLERS.map(async ({ agent, leavesOut }) => {
    const all = (await loadAgent(agent)).events;
    const never = all.filter((name) => leavesOut?.(name));
    const registered = await registeredFor(agent);
    expect(
      registered.filter((name) => never.includes(name)),
      agent,
    ).toEqual([]);
    return never.length > 0 ? [[agent, never.join(" ")]] : [];
  });
  expect(Object.fromEntries((await Promise.all(left)).flat())).toEqual({
    "docker-agent": "tool_guard",
    "copilot-cli":
      "SessionStart UserPromptSubmit PreToolUse permissionRequest PostToolUse PostToolUseFailure Stop " +
      "SubagentStop PreCompact SessionEnd",
    cursor: "beforeShellExecution beforeMCPExecution afterFileEdit",
    vibe: "before_tool after_tool post_agent_turn",
    hermes: "transform_tool_result",
    codebuddy: "PreSkillShellCommand UserPromptExpansion ConfigChange",
    qoder: "PreSkillShellCommand UserPromptExpansion ConfigChange",
  });
});
