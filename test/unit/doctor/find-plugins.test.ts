import { expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import { hooksOfPlugin } from "../../../doctor/find-plugins.ts";
import { installerFor } from "../../support/agents.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();

const group = (command: string) => ({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } });

async function hooksIn(content: string | undefined): Promise<readonly string[] | undefined> {
  const installer = installerFor("claude-code")!;
  if (content !== undefined) world.write(installer.plugin!.file, content);
  const { events } = await loadAgent("claude-code");
  return hooksOfPlugin(installer, events, world.cwd)?.map(({ event, command }) => `${event}: ${command}`);
}

test("the hooks of a plugin start what lies in its folder", async () => {
  const hooks = await hooksIn(JSON.stringify(group('"${CLAUDE_PLUGIN_ROOT}"/dist/x --event PreToolUse')));
  expect(hooks).toEqual([expect.stringContaining(`${world.cwd}`)]);
  expect(hooks?.join()).not.toContain("${CLAUDE_PLUGIN_ROOT}");
});

test.each([
  ["no file", undefined],
  ["no JSON", "{"],
  ["an empty object", "{}"],
  ["no event of the agent", JSON.stringify({ hooks: { OnSomething: [{ command: "x" }] } })],
])("a plugin with %s has no hooks that can be read", async (_, content) => {
  expect(await hooksIn(content)).toBeUndefined();
});
