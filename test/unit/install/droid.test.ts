import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { JsonObject } from "../../../kit/json.ts";
import { installWorld, type InstallWorld } from "./install-world.ts";

const HOOKS = ".factory/hooks.json";
const SETTINGS = ".factory/settings.json";
const GROUPS = [{ matcher: "Execute", hooks: [{ type: "command", command: "./guard.py" }] }];

let world: InstallWorld;
beforeEach(() => {
  world = installWorld();
});
afterEach(() => world.remove());

function read(name: string): JsonObject {
  return JSON.parse(readFileSync(join(world.home, name), "utf8")) as JsonObject;
}

test("the events are the outermost keys of hooks.json, the only place there that Droid reads", async () => {
  await world.install(["droid"]);
  expect(Object.keys(read(HOOKS))).toEqual(expect.arrayContaining(["PreToolUse", "Stop"]));
  expect(read(HOOKS)).not.toHaveProperty("hooks");
});

test("lines that an older release has put under `hooks` move out, and the person's stay", async () => {
  await world.install(["droid"]);
  const { Stop, ...wrapped } = read(HOOKS);
  const mine = { ...wrapped, PreToolUse: [...GROUPS, ...(wrapped["PreToolUse"] as JsonObject[])] };
  world.write(world.home, { [HOOKS]: JSON.stringify({ hooks: { ...mine, Stop: Stop! } }) });
  await world.install(["droid"]);
  const { hooks, ...events } = read(HOOKS);
  expect(hooks).toEqual({ PreToolUse: GROUPS });
  expect(Object.keys(events).sort()).toEqual([...Object.keys(wrapped), "Stop"].sort());
});

test.each([
  [{ NoSuchEvent: 5 }, true],
  [{ PostToolUse: [{ hooks: [{ type: "prompt", prompt: "x" }] }] }, false],
  [{ PostToolUse: [{ hooks: [{ type: "command", command: "true", timeout: "10" }] }] }, false],
])("hooks.json with %j is one that Droid loads: %j", async (root, isLoaded) => {
  world.write(world.home, { [HOOKS]: JSON.stringify(root) });
  if (isLoaded) await world.install(["droid"]);
  else await expect(world.install(["droid"])).rejects.toThrow("loads nothing of");
});

// Droid reads an event from settings.json only while hooks.json lacks the event.
test("an event goes into settings.json where the person's hooks for the event stand there alone", async () => {
  const before = {
    [SETTINGS]: JSON.stringify({ model: "m", hooks: { PreToolUse: GROUPS, Stop: GROUPS } }),
    [HOOKS]: JSON.stringify({ Stop: GROUPS }),
  };
  world.write(world.home, before);
  await world.install(["droid"]);
  const { hooks } = read(SETTINGS) as { hooks: Record<string, JsonObject[]> };
  const own = read(HOOKS) as Record<string, JsonObject[]>;
  expect([hooks["PreToolUse"]!.length, hooks["Stop"]!.length, own["Stop"]!.length]).toEqual([2, 1, 2]);
  expect(own).not.toHaveProperty("PreToolUse");
  expect(own).toHaveProperty("SessionStart");
  await world.uninstall(["droid"]);
  for (const [name, text] of Object.entries(before)) expect(readFileSync(join(world.home, name), "utf8")).toBe(text);
});
