import { expect, test } from "vitest";

import { otherHooks } from "../../../agents/formats/other-hooks.ts";
import type { Where } from "../../../agents/formats/installer.ts";
import { loadAgent } from "../../../agents/registry.ts";
import { installerFor } from "../../support/agents.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

async function found(agent: string, file: string, content: object): Promise<string[]> {
  const path = world.write(file, JSON.stringify(content));
  const where = { home: world.home, root: world.cwd, env: {}, platform: "linux" } as unknown as Where;
  const hooks = otherHooks(installerFor(agent)!, await loadAgent(agent), where, "Bash");
  return hooks.map((hook) => {
    expect(hook.file).toBe(path);
    return hook.command;
  });
}

const SETTINGS = "~/.claude/settings.json";
const group = (matcher: string | undefined, hook: object = {}, event = "PreToolUse", around: object = {}) => ({
  hooks: { [event]: [{ matcher, hooks: [{ type: "command", command: "rtk rewrite", ...hook }], ...around }] },
});

test.each([
  ["of every tool", group("*")],
  ["without a matcher", group(undefined)],
  ["with an empty one", group("")],
  ["of this tool", group("Bash")],
  ["of a list of tools", group("Edit, Bash")],
  ["of a pattern", group("B.*h")],
  ["of a pattern that is none", group("*(")],
  ["at a server", group("*", { type: "http", command: undefined, url: "rtk rewrite" })],
])("a hook that may replace the arguments of a shell's call is found: one %s", async (_, settings) => {
  expect(await found("claude-code", SETTINGS, settings)).toEqual(["rtk rewrite"]);
});

test.each([
  ["of another tool", group("Edit|Write")],
  ["for which the agent does not wait", group("*", { async: true })],
  ["that is switched off", group("*", { enabled: false })],
  ["of a group that is switched off", group("*", {}, "PreToolUse", { disabled: true })],
  ["after the call", group("*", {}, "PostToolUse")],
  ["of snapveil", group("*", { command: "snapveil hook --agent claude-code" })],
])("no other is: one %s", async (_, settings) => {
  expect(await found("claude-code", SETTINGS, settings)).toEqual([]);
});
