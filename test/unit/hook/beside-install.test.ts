import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { isBesideInstall } from "../../../hook/beside-install.ts";
import { installWorld, type InstallWorld } from "../install/install-world.ts";

let world: InstallWorld;
beforeEach(() => {
  world = installWorld();
});
afterEach(() => world.remove());

const isBeside = (agent: string, cwd = world.cwd) => isBesideInstall(world.io, agent, cwd);

test("a plugin's hook runs beside hooks that install wrote for its agent, and for no other", async () => {
  expect(isBeside("claude-code")).toBe(false);
  await world.install(["claude-code"]);
  expect(isBeside("claude-code")).toBe(true);
  expect(isBeside("claude-code", world.tmp)).toBe(true);
  expect(isBeside("codex")).toBe(false);
  rmSync(join(world.home, ".claude/settings.json"));
  expect(isBeside("claude-code")).toBe(false);
});

test("hooks of a project count in that project alone", async () => {
  await world.install(["claude-code"], "project");
  mkdirSync(join(world.cwd, "sub"));
  expect(isBeside("claude-code", join(world.cwd, "sub"))).toBe(true);
  world.sh("git init -q ../other");
  for (const folder of [world.tmp, join(world.cwd, "../other")]) expect(isBeside("claude-code", folder)).toBe(false);
});
