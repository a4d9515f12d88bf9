import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { installWorld, type InstallWorld } from "./install-world.ts";

let world: InstallWorld;
beforeEach(() => {
  world = installWorld();
});
afterEach(() => world.remove());

const warnings = async (agents: readonly string[], scope: "user" | "project" = "user") =>
  (await world.prepare(agents, scope)).warnings.filter((one) => !one.includes("is experimental"));

test("one agent alone, or two that know nothing of each other, are not warned of", async () => {
  expect(await warnings(["claude-code"])).toEqual([]);
  expect(await warnings(["codex", "gemini-cli", "qwen-code"])).toEqual([]);
  await world.install(["claude-code"]);
  expect(await warnings(["claude-code"])).toEqual([]);
  expect(await warnings(["codex"])).toEqual([]);
});

test.each([
  ["cursor", "user", "claude-code", "user"],
  ["cursor", "project", "claude-code", "project"],
  ["vscode-copilot", "project", "claude-code", "user"],
  ["vscode-copilot", "project", "copilot-cli", "project"],
  ["copilot-cli", "user", "claude-code", "project"],
  ["grok", "user", "cursor", "user"],
  ["cline", "user", "cline-vscode", "user"],
  ["devin", "user", "claude-code", "project"],
] as const)(
  "%s (%s) runs what %s (%s) registers: it is said whichever comes second, and where both come at once",
  async (reader, scope, other, otherScope) => {
    await world.install([other], otherScope);
    expect(await warnings([reader], scope)).toEqual([
      expect.stringMatching(
        new RegExp(`^${reader} also runs what .* registers for ${other}: .*snapveil uninstall ${reader}`),
      ),
    ]);
    await world.uninstall([other], otherScope);
    await world.install([reader], scope);
    expect(await warnings([other], otherScope)).toEqual([expect.stringContaining(`${reader} also runs`)]);
    if (scope === otherScope) {
      await world.uninstall([reader], scope);
      expect(await warnings([reader, other], scope)).toEqual([expect.stringContaining(`${reader} also runs`)]);
    }
  },
);

test("the user's and the project's", async () => {
  await world.install(["codex"]);
  expect(await warnings(["codex"], "project")).toEqual([
    expect.stringMatching(/registered in .* and in .*twice for each event.*snapveil uninstall codex/),
  ]);
});

test("a line that somebody wrote", async () => {
  mkdirSync(join(world.home, ".qwen"));
  writeFileSync(
    join(world.home, ".qwen/settings.json"),
    JSON.stringify({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "npx snapveil hook --agent qwen-code" }] }] },
    }),
  );
  expect(await warnings(["qwen-code"])).toEqual([expect.stringMatching(/was not written by install\. It stays/)]);
});

test("an agent's own switch for all hooks", async () => {
  mkdirSync(join(world.home, ".gemini"));
  writeFileSync(join(world.home, ".gemini/settings.json"), '{ "hooksConfig": { "enabled": false } }');
  expect(await warnings(["gemini-cli"])).toEqual([
    expect.stringMatching(/runs no hooks at all .*hooksConfig\.enabled/),
  ]);
});
