import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { worldUntilChanged } from "../support/temporary-world.ts";

const world = worldUntilChanged("git init -q .");

/** What the whole default profile answers to a command. */
const answer = async (agent: string, event: string, tool: string, command: string, more: object = {}) =>
  (
    await world.hook(["--agent", agent], {
      hook_event_name: event,
      session_id: "s",
      cwd: world.cwd,
      tool_name: tool,
      tool_use_id: "t",
      tool_input: { command, cmd: command },
      ...more,
    })
  ).stdout;

describe.each([
  ["claude-code", "PreToolUse", "Bash", {}, '"permissionDecision":"ask"'],
  ["claude-code", "PreToolUse", "Bash", { permission_mode: "bypassPermissions" }, '"permissionDecision":"deny"'],
  ["claude-code", "PreToolUse", "Bash", { permission_mode: "dontAsk" }, '"permissionDecision":"deny"'],
  ["codex", "PreToolUse", "Bash", {}, '"permissionDecision":"deny"'],
  ["gemini-cli", "BeforeTool", "run_shell_command", {}, '"decision":"deny"'],
  ["docker-agent", "tool_input_transform", "shell", {}, '"decision":"block"'],
] as const)("%s at %s with %s and %j", (agent, event, tool, more, verdict) => {
  test.each(["npx snapveil off", "echo '{}' > .snapveil.jsonc", "SNAPVEIL_DISABLE=1 claude -p x"])(
    "%s is not let through",
    async (command) => {
      const said = await answer(agent, event, tool, command, more);
      expect(said).toContain(verdict);
      const isAsked = verdict.endsWith('"ask"');
      const shown = command.replace(/^npx /, "");
      expect(said).toContain(`snapveil ${isAsked ? "asks about" : "stopped"} \`${shown}\`: it`);
      expect(said).toContain("(protect_snapveil)");
      // Yes runs what is asked about, so the question names no other way.
      expect(said.includes("Yes runs it"), said).toBe(isAsked);
    },
  );

  test("reading passes without a word", async () => {
    world.write(".snapveil.jsonc", "{}");
    expect(await answer(agent, event, tool, "cat .snapveil.jsonc && npx snapveil status", more)).not.toContain(
      "stopped",
    );
  });
});

test.each(["git config core.hooksPath /dev/null", "git -c core.hooksPath=/dev/null commit -m x"])(
  "the question shows %s",
  async (command) => {
    const said = await answer("claude-code", "PreToolUse", "Bash", command);
    expect(said).toContain(`\`${command}\`: it changes which hooks an agent or git runs`);
  },
);

test("switched off by name it asks about nothing", async () => {
  const command = `rm ${join(world.cwd, ".snapveil.jsonc")}`;
  world.write(".snapveil.jsonc", "{}");
  expect(await answer("claude-code", "PreToolUse", "Bash", command)).toContain("(protect_snapveil)");
  world.configure({ protect_snapveil: false });
  expect(await answer("claude-code", "PreToolUse", "Bash", command)).not.toContain("(protect_snapveil)");
});
