import { readdirSync, readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";

import { installerFor } from "../../../install/registry.ts";
import { installWorld, type InstallWorld } from "./install-world.ts";

type Drop = Readonly<Record<string, unknown>>;

const OLD = [
  "session_start", "session_end", "user_prompt_submit", "user_followup_submit", "user_steering_messages_submit", "turn_start", "turn_end",
  "before_llm_call", "pre_tool_use", "tool_response_transform", "post_tool_use", "on_agent_switch",
];
const TOOL = new Set(["pre_tool_use", "post_tool_use", "tool_response_transform", "tool_input_transform", "tool_guard"]);

/** Releases, by what they know and whether they refuse a negative timeout. */
const RELEASES = [
  { name: "1.100 to 1.136", events: new Set(OLD), takesNegative: true },
  { name: "1.137 and later", events: new Set([...OLD, "tool_input_transform", "tool_guard"]), takesNegative: false },
];

/** The events of a file as a release reads it: all or none. */
function read(drop: Drop, { events, takesNegative }: (typeof RELEASES)[number]): string[] {
  const isFit = Object.entries(drop).every(([event, list]) => {
    if (!events.has(event) || !Array.isArray(list)) return false;
    const flat = list.flatMap((one: { hooks?: object[] }) => (TOOL.has(event) ? (one.hooks ?? [{ timeout: Number.NaN }]) : [one])) as { timeout: number; hooks?: unknown }[];
    return flat.every(({ timeout, hooks }) => hooks === undefined && !Number.isNaN(timeout) && (takesNegative || timeout >= 0));
  });
  return isFit ? Object.keys(drop) : [];
}

describe("docker-agent's drop-ins", () => {
  let world: InstallWorld;
  let folder: string;
  beforeEach(() => {
    world = installWorld();
    folder = join(world.home, ".config/cagent/hooks.d");
  });
  afterEach(() => world.remove());
  const drops = () => readdirSync(folder).map((name): [string, Drop] => [name, parse(readFileSync(join(folder, name), "utf8")) as Drop]);

  test.each([
    ["1.100 to 1.136", OLD],
    ["1.137 and later", [...OLD.filter((event) => event !== "pre_tool_use"), "tool_input_transform"]],
  ])("are read by %s with every event that it should run, and no other", async (name, wanted) => {
    await world.install(["docker-agent"]);
    const release = RELEASES.find((one) => one.name === name)!;
    expect(drops().flatMap(([, drop]) => read(drop, release)).toSorted()).toEqual([...wanted].toSorted());
  });

  test("have a matcher and hooks under every tool event, and the guard of newer releases under none", async () => {
    await world.install(["docker-agent"]);
    for (const [, drop] of drops()) {
      expect(drop).not.toHaveProperty("tool_guard");
      for (const event of Object.keys(drop).filter((key) => TOOL.has(key))) expect(drop[event]).toEqual((drop[event] as Drop[]).map(() => expect.objectContaining({ matcher: "*", hooks: expect.any(Array) as unknown })));
    }
  });

  test("register the call of a tool twice, and the line of the lane without a rewrite says so", async () => {
    await world.install(["docker-agent"]);
    const groups = drops().flatMap(([, drop]) => (drop["pre_tool_use"] ?? []) as { preempt_yolo?: boolean; hooks: { command: string }[] }[]);
    expect(groups.map(({ preempt_yolo, hooks }) => [preempt_yolo, hooks[0]!.command.includes("--event preempt_yolo")])).toEqual([[undefined, false], [true, true]]);
  });

  test("of an older version are replaced, and taken out", async () => {
    await world.install(["docker-agent"]);
    const line = readFileSync(join(folder, "snapveil.yaml"), "utf8").match(/command: (.*)/)![1]!;
    const old = `tool_guard:\n  - type: command\n    command: ${line}\n    timeout: 20\n`;
    mkdirSync(folder, { recursive: true });
    for (const name of ["snapveil.yaml", "snapveil-prompts.yaml", "snapveil-transform.yaml"]) writeFileSync(join(folder, name), old);
    expect(installerFor("docker-agent")!.refuses!(join(folder, "snapveil.yaml"), old)).toContain("tool_guard");
    await world.install(["docker-agent"]);
    expect(readdirSync(folder).toSorted()).toEqual(["snapveil-before-1.137.yaml", "snapveil-transform.yaml", "snapveil.yaml"]);
    for (const [name] of drops()) expect(installerFor("docker-agent")!.refuses!(join(folder, name), readFileSync(join(folder, name), "utf8"))).toBeUndefined();
    writeFileSync(join(folder, "snapveil-prompts.yaml"), old);
    await world.uninstall(["docker-agent"]);
  });

  test.each([
    ["snapveil.yaml", "pre_tool_use: []", "pre_tool_use"],
    ["snapveil.yaml", "tool_response_transform:\n  - command: x", "matchers with hooks"],
    ["snapveil.yaml", "turn_end:\n  - matcher: '*'\n    hooks: []", "list of hooks"],
    ["snapveil-transform.yaml", "tool_input_transform:\n  - matcher: '*'\n    hooks:\n      - command: x\n        timeout: -1", "negative"],
  ])("%s with %j is told to be skipped", (name, text, why) => {
    expect(installerFor("docker-agent")!.refuses!(name, text)).toContain(why);
  });
});
