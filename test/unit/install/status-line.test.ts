import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { findHooks } from "../../../agents/formats/find-commands.ts";
import { describePlans } from "../../../bin/describe-install.ts";
import type { InstallScope } from "../../../agents/formats/installer.ts";
import { installWorld, type InstallWorld } from "./install-world.ts";

let world: InstallWorld;
beforeEach(() => {
  world = installWorld();
});
afterEach(() => world.remove());

const CLAUDE = ".claude/settings.json";
const QWEN = ".qwen/settings.json";
const read = (path: string, folder = world.home) => readFileSync(join(folder, path), "utf8");
const put = (path: string, text: string, folder = world.home) => world.write(folder, { [path]: text });
const json = (path: string, folder = world.home) => JSON.parse(read(path, folder)) as Record<string, unknown>;
const LINE = { type: "command", command: expect.stringMatching(/\/runtime\/current\/snapveil\.cjs status --line$/) };

async function install(agent: string, scope: InstallScope = "user") {
  const preparation = await world.prepare([agent], scope, [], true);
  if (preparation.isChange) preparation.run();
  return preparation;
}

describe.each([
  ["claude-code", CLAUDE, (line: unknown) => ({ statusLine: line })],
  ["qwen-code", QWEN, (line: unknown) => ({ ui: { statusLine: line } })],
])("%s", (agent, path, with_) => {
  test.each([
    ["nothing", undefined],
    ["other keys, CRLF", '{\r\n  "a": 1\r\n}\r\n'],
    ["comments", '// mine\n{\n  "a": 1, // one\n  "ui": { "theme": "dark" }\n}\n'],
  ])("gets the line beside %s, once, and uninstall takes it out byte for byte", async (name, text) => {
    if (name === "comments" && agent === "claude-code") return; // it loads no such file
    if (text !== undefined) put(path, text);
    const { warnings } = await install(agent);
    expect(warnings).toEqual([]);
    const written = read(path);
    expect(written).toContain("status --line");
    expect((await install(agent)).plans[0]!.changes).toEqual([]);
    await world.install([agent]); // without the wish: what is there stays
    expect(read(path)).toBe(written);
    await world.uninstall([agent]);
    if (text === undefined) expect(() => read(path)).toThrow("ENOENT");
    else expect(read(path)).toBe(text);
  });

  test("is shown by a dry run, which writes nothing", async () => {
    const preparation = await world.prepare([agent], "user", [], true);
    expect(describePlans(preparation, "install", true)).toContain("status --line");
    expect(describePlans(preparation, "install", false)).toContain(", the status line, in ");
    expect(() => read(path)).toThrow("ENOENT");
    preparation.run();
    expect(json(path)).toMatchObject(with_(LINE));
  });

  test("keeps somebody's own line, and says so", async () => {
    const own = JSON.stringify(with_({ type: "command", command: "~/mine.sh" }));
    put(path, own);
    const { warnings } = await install(agent);
    expect(warnings).toMatchObject([expect.stringContaining("sets a status line of your own, which stays")]);
    expect(json(path)).toMatchObject(with_({ type: "command", command: "~/mine.sh" }));
    await world.uninstall([agent]);
    expect(read(path)).toBe(own);
  });

  test("loses ours also where the hooks were taken out by hand", async () => {
    await install(agent);
    const { hooks: _hooks, ...left } = json(path);
    writeFileSync(join(world.home, path), JSON.stringify({ ...left, mine: true }));
    await world.uninstall([agent]);
    expect(json(path)).toEqual({ mine: true });
  });

  test("loses ours also where it stood there before the hooks did, and the file was edited since", async () => {
    await install(agent);
    const { hooks: _hooks, ...left } = json(path);
    await world.uninstall([agent]);
    const others = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`key${at}`, at]));
    put(path, JSON.stringify({ mine: false, ...others, ...left }, null, 2));
    await world.install([agent]);
    put(path, read(path).replace('"mine": false', '"mine": true'));
    await world.uninstall([agent]);
    expect(json(path)).toEqual({ mine: true, ...others });
  });

  test("loses ours also where a hand wrote it behind the hooks, which are taken out as they were put in", async () => {
    await install(agent);
    const { hooks: _hooks, ...line } = json(path);
    await world.uninstall([agent]);
    const others = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`key${at}`, at]));
    put(path, JSON.stringify(others, null, 2));
    await world.install([agent]);
    put(path, read(path).replace("{", `{\n  ${JSON.stringify(line).slice(1, -1)},`));
    await world.uninstall([agent]);
    expect(json(path)).toEqual(others);
  });

  test("loses only ours where the file was edited since", async () => {
    await install(agent);
    writeFileSync(join(world.home, path), JSON.stringify({ ...json(path), mine: true }));
    await world.uninstall([agent]);
    expect(json(path)).toEqual({ mine: true });
    await install(agent);
    const edited = { ...json(path), ...with_({ type: "command", command: "~/mine.sh" }) };
    writeFileSync(join(world.home, path), JSON.stringify(edited));
    await world.uninstall([agent]);
    expect(json(path)).toEqual({ mine: true, ...with_({ type: "command", command: "~/mine.sh" }) });
  });
});

test("a project's line does not hide one that the user or the project's other file sets", async () => {
  put(CLAUDE, '{ "statusLine": { "type": "command", "command": "date" } }');
  const { warnings } = await install("claude-code", "project");
  expect(warnings).toMatchObject([expect.stringContaining(join(world.home, CLAUDE))]);
  expect(read(".claude/settings.local.json", world.cwd)).not.toContain("status --line");
  rmSync(join(world.home, CLAUDE));
  put(CLAUDE, '{ "statusLine": { "type": "command", "command": "date" } }', world.cwd);
  await install("claude-code", "project");
  expect(read(".claude/settings.local.json", world.cwd)).not.toContain("status --line");
  rmSync(join(world.cwd, CLAUDE));
  await install("claude-code", "project");
  expect(json(".claude/settings.local.json", world.cwd)).toMatchObject({ statusLine: LINE });
});

test("a project's file with nothing but our hooks and line is ours alone, also if it was written anew", async () => {
  const { plans } = await install("claude-code", "project");
  const path = ".claude/settings.local.json";
  writeFileSync(join(world.cwd, path), JSON.stringify(json(path, world.cwd), null, 4));
  expect((await world.prepare(["claude-code"], "project")).plans[0]!.own).toEqual(plans[0]!.own);
  expect(plans[0]!.own).toMatchObject([expect.stringContaining(path)]);
});

test("an agent that takes none there gets its hooks, and this is said", async () => {
  const { warnings } = await install("codex");
  expect(warnings).toMatchObject([expect.stringContaining("takes no command for a status line")]);
});

test("the line is no hook", async () => {
  await install("claude-code");
  const found = findHooks(json(CLAUDE) as never, new Set(["PreToolUse"]));
  expect(found.some(({ command }) => command.includes("status --line"))).toBe(false);
});
