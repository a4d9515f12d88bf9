import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { atCall } from "../../support/at-call.ts";
import { installWorld, treeOf, type InstallWorld } from "./install-world.ts";

let world: InstallWorld;
beforeEach(() => {
  world = installWorld();
});
afterEach(() => world.remove());

const settings = () => join(world.home, ".claude/settings.json");
const put = (text: string) => world.write(world.home, { ".claude/settings.json": text });
const program = () => join(world.data, "runtime/current/snapveil.cjs");

test("a hook has 20 seconds, and 30 where a whole folder may be recorded for the first time", async () => {
  await world.install(["claude-code"]);
  const { hooks } = JSON.parse(readFileSync(settings(), "utf8")) as {
    hooks: Record<string, { hooks: { timeout: number }[] }[]>;
  };
  const longer = Object.keys(hooks).filter((event) => hooks[event]![0]!.hooks[0]!.timeout !== 20);
  expect(longer.toSorted()).toEqual(["SessionStart", "UserPromptSubmit"]);
  expect(longer.map((event) => hooks[event]![0]!.hooks[0]!.timeout)).toEqual([30, 30]);
});

describe("the files", () => {
  test("keep permissions that the process's mask would take away", async () => {
    put("{}");
    chmodSync(settings(), 0o666);
    await world.install(["claude-code"]);
    expect(statSync(settings()).mode & 0o777).toBe(0o666);
  });

  test("are all as they were, permissions too, where the last of them cannot be put in its place", async () => {
    put('{ "a": 1 }');
    const preparation = await world.prepare(["claude-code", "codex"]);
    const before = treeOf(world.home);
    atCall(
      "renameSync",
      "before",
      (_from, to) => to === join(world.home, ".codex/hooks.json"),
      () => {
        throw Object.assign(new Error("no room"), { code: "ENOSPC" });
      },
    );
    expect(() => preparation.run()).toThrow(/disk is full/);
    expect(treeOf(world.home)).toEqual(before);
    const copies = treeOf(join(world.data, "backups"));
    expect(Object.values(copies).filter((entry) => entry.startsWith("file"))).toEqual([]);
  });

  test("have thirty dated copies at most, the newest ones", async () => {
    const backups = join(world.data, "backups");
    const days = Array.from({ length: 35 }, (_, day) => `20${10 + day}-01-01T00-00-00-000Z`);
    for (const name of days) mkdirSync(join(backups, name), { recursive: true });
    put("{}");
    await world.install(["claude-code"]); // in 2026
    expect(readdirSync(backups).sort()).toEqual([...days, "2026-01-02T03-04-05-000Z"].sort().slice(-30));
  });
});

describe("the program", () => {
  test("of an agent is made one that may be run again", async () => {
    await world.install(["auggie"]);
    const wrapper = join(world.data, "runtime/wrappers/snapveil-auggie.sh");
    chmodSync(wrapper, 0o600);
    await world.install(["auggie"]);
    expect(statSync(wrapper).mode & 0o777).toBe(0o700);
  });

  test("is turned round although a dead process of the same number left its link half made", async () => {
    mkdirSync(join(world.data, "runtime"), { recursive: true });
    symlinkSync("nowhere", join(world.data, `runtime/current.${world.io.pid}.tmp`));
    await world.install(["claude-code"]);
    expect(existsSync(program())).toBe(true);
  });

  test("stays while another project starts it, which nothing here tells but what is remembered", async () => {
    await world.install(["claude-code"], "project");
    await world.install(["codex"]);
    const elsewhere = join(world.cwd, "../elsewhere");
    mkdirSync(join(elsewhere, ".git"), { recursive: true });
    Object.assign(world.io, { cwd: elsewhere });
    await world.uninstall(["codex"]);
    expect(existsSync(program())).toBe(true);
  });

  test("stays while a file starts it, also where what was remembered is lost", async () => {
    await world.install(["claude-code", "codex"]);
    rmSync(join(world.data, "installed"), { recursive: true });
    await world.uninstall(["codex"]);
    expect(existsSync(program())).toBe(true);
    await world.uninstall(["claude-code"]);
    expect(existsSync(program())).toBe(false);
  });
});

describe("a registration", () => {
  type Group = { matcher?: string; hooks: { command: string; timeout: number }[] };
  const hooksIn = (file: string) =>
    (JSON.parse(readFileSync(join(world.home, file), "utf8")) as { hooks: Record<string, Group[]> }).hooks;

  test("that somebody copied is one again", async () => {
    await world.install(["claude-code"]);
    const { hooks } = { hooks: hooksIn(".claude/settings.json") };
    const once = structuredClone(hooks);
    hooks["Stop"]!.push(...once["Stop"]!);
    writeFileSync(settings(), JSON.stringify({ hooks }));
    await world.install(["claude-code"]);
    expect(hooksIn(".claude/settings.json")).toEqual(once);
  });

  test("asks for no more time than the agent gives an event", async () => {
    await world.install(["codex"]);
    const hooks = hooksIn(".codex/hooks.json");
    expect(hooks["SessionEnd"]![0]!.hooks[0]!.timeout).toBe(3);
    expect(hooks["Stop"]![0]!.hooks[0]!.timeout).toBe(20);
  });

  test("leaves a hook that talks to a server the certificates that the user names", async () => {
    world.configure({ builtins: { turn_end: [["http_post", "https://example.test/"], "snapshot"] } });
    await world.install(["claude-code"]);
    const hooks = hooksIn(".claude/settings.json");
    expect(hooks["Stop"]![0]!.hooks[0]!.command).toMatch(/snapveil\.cjs hook /);
    // The launcher clears them; and it finds another Node where the one of the installation is gone.
    expect(hooks["PreToolUse"]![0]!.hooks[0]!.command).toMatch(/\/runtime\/snapveil-hook --agent claude-code$/);
  });

  test("of a batch of calls names no tools", async () => {
    await world.install(["qwen-code"]);
    const hooks = hooksIn(".qwen/settings.json");
    expect([hooks["PostToolBatch"]![0]!.matcher, hooks["PreToolUse"]![0]!.matcher]).toEqual([undefined, "*"]);
  });

  test.each([
    ["copilot-cli", ".copilot/hooks/snapveil.json"],
    ["cline", ".cline/hooks/PreToolUse"],
  ])("of %s takes the place of an empty file of its name, which comes back", async (agent, file) => {
    world.write(world.home, { [file]: "\n" });
    await world.install([agent]);
    expect(readFileSync(join(world.home, file), "utf8")).toContain("snapveil");
    await world.uninstall([agent]);
    expect(readFileSync(join(world.home, file), "utf8")).toBe("\n");
  });

  test.each([
    ["beside an empty object", "// mine\n{}\n"],
    ["in an empty list", '{ "hooks": { "Stop": [\n// mine\n] } }'],
  ])("leaves a comment %s, also where what was remembered is lost", async (_where, text) => {
    const file = ".letta/settings.json";
    world.write(world.home, { [file]: text });
    await world.install(["letta"]);
    rmSync(join(world.data, "installed"), { recursive: true });
    await world.uninstall(["letta"]);
    expect(readFileSync(join(world.home, file), "utf8")).toContain("// mine");
    expect(readFileSync(join(world.home, file), "utf8")).not.toContain("snapveil");
  });
});

describe("the key by which a failing hook refuses", () => {
  const written = async (agent: string, ...legs: Parameters<InstallWorld["prepare"]>[2] & {}) =>
    (await world.prepare([agent], "user", legs)).plans[0]!.changes.map(({ after }) => after ?? "").join("\n");

  test.each<[string, string, number]>([
    ["claude-code", '"onFailure": "block"', 7],
    ["cursor", '"failClosed": true', 3],
    ["vibe", "strict = true", 2],
    ["hermes", "fail_closed: true", 1],
    ["junie", '"blockOnError": true', 1],
    ["docker-agent", "on_error: block", 5],
    ["codex", "onFailure", 0],
  ])("of %s is %s, beside %i commands", async (agent, key, count) => {
    expect((await written(agent)).split(key)).toHaveLength(count + 1);
  });

  test("stands at no event that can only be told of, and at none where nothing guards", async () => {
    const { hooks } = JSON.parse(await written("claude-code")) as { hooks: Record<string, object[]> };
    const closed = Object.keys(hooks).filter((event) => JSON.stringify(hooks[event]).includes("onFailure"));
    expect(closed.join(" ")).toBe(
      "UserPromptSubmit PreToolUse PreSkillShellCommand PostToolUse PreCompact UserPromptExpansion ConfigChange",
    );
    expect(await written("claude-code", "snapshot")).not.toContain("onFailure");
    expect(await written("claude-code", "arguments")).toContain("onFailure");
  });

  test("comes to lines of an older release by installing again", async () => {
    await world.install(["claude-code"]);
    const now = readFileSync(settings(), "utf8");
    put(now.replaceAll(/,\s*"onFailure": "block"/g, ""));
    expect(readFileSync(settings(), "utf8")).not.toContain("onFailure");
    await world.install(["claude-code"]);
    expect(JSON.parse(readFileSync(settings(), "utf8"))).toEqual(JSON.parse(now));
  });
});
