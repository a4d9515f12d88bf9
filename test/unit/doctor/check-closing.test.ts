import { afterEach, beforeEach, expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import { checkClosing } from "../../../doctor/check-closing.ts";
import type { RegisteredHook } from "../../../doctor/registered-hooks.ts";
import { chooseEvents } from "../../../install/choose-events.ts";
import { DEFAULT_SETTINGS } from "../../../worktree/default-settings.ts";
import { installerFor } from "../../support/agents.ts";
import { installWorld, type InstallWorld } from "../install/install-world.ts";

let world: InstallWorld;
beforeEach(() => {
  world = installWorld();
});
afterEach(() => world.remove());

/** What is said of one line before a tool, whose object has these keys. */
async function checks(agent: string, line: (launcher: string) => string, keys: object = {}) {
  const installer = installerFor(agent)!;
  const dialect = await loadAgent(agent);
  const { where } = await world.prepare([agent]);
  const command = line(where.runtime.launcher);
  const hook = {
    event: dialect.samples!.before[0],
    command,
    object: { command, ...keys },
    path: "settings.json",
    scope: "user",
  } as RegisteredHook;
  const chosen = chooseEvents(dialect, installer, DEFAULT_SETTINGS, []);
  return checkClosing(world.io, installer, dialect, where, [hook], chosen).map(
    ({ name, state, message }) => `${name} ${state}: ${message}`,
  );
}

const KEY = { onFailure: "block" };

test("a line with its agent's key refuses without its program", async () => {
  expect(await checks("claude-code", (launcher) => `${launcher} --agent claude-code`, KEY)).toEqual([
    expect.stringMatching(
      /^program_gone ok: .*exit code 127\) and Claude Code would refuse the call, as "onFailure": "block" says\.$/,
    ),
  ]);
});

test.each<[string, object]>([
  ["no key", {}],
  ["another value", { onFailure: "continue" }],
])("a line with %s is named", async (_, keys) => {
  const [first, second] = await checks("claude-code", (launcher) => `${launcher} --agent claude-code`, keys);
  expect(first).toMatch(/^open_lines warning: The lines for PreToolUse lack "onFailure": "block"/);
  expect(second).toMatch(/^program_gone warning: .* might let the call go on unguarded/);
});

test("a line that ends well without its program is broken", async () => {
  const said = await checks("claude-code", (launcher) => `${launcher} --agent claude-code || true`, KEY);
  expect(said).toEqual([expect.stringMatching(/^program_gone broken: .* ends as if all were well/)]);
});

test("an agent without a key is said to go on", async () => {
  expect(await checks("codex", (launcher) => `${launcher} --agent codex`)).toEqual([
    expect.stringMatching(/^program_gone warning: .* and Codex would let the call go on unguarded\.$/),
  ]);
});

test.each([
  ["a builtin that guards nothing", (launcher: string) => `${launcher} --agent claude-code snapshot`],
  ["npx", () => "npx snapveil hook --agent claude-code"],
])("of a line with %s nothing is started", async (what, line) => {
  const said = await checks("claude-code", line, KEY);
  expect(said, what).toEqual([]);
});
