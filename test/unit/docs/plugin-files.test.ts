import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { loadAgent } from "../../../agents/registry.ts";
import { packagedPlugins } from "../../../tools/scripts/doc-pages.ts";
import type { Package } from "../../../tools/scripts/plugin-files.ts";
import { run } from "../../support/run.ts";

const ROOT = join(import.meta.dirname, "../../..");
const text = (path: string) => readFileSync(join(ROOT, path), "utf8");
const object = (path: string) => JSON.parse(text(path)) as Record<string, unknown>;
const about = object("package.json") as unknown as Package & { files: string[] };
const files = await packagedPlugins(about);

interface Hook {
  readonly command?: string;
  readonly bash?: string;
  /** Of a group of hooks. */
  readonly hooks?: readonly Hook[];
}

function linesOf(path: string): [event: string, line: string][] {
  const { hooks } = object(path) as { hooks: Record<string, readonly Hook[]> };
  return Object.entries(hooks).flatMap(([event, items]) =>
    items
      .flatMap((item) => item.hooks ?? [item])
      .map(({ command, bash }): [string, string] => [event, String(command ?? bash)]),
  );
}

test("the manifests, hooks and commands stand in the repository as the tables of agents print them", () => {
  for (const [path, printed] of Object.entries(files))
    expect(existsSync(join(ROOT, path)) && text(path), `${path} is not up to date: npm run build && npm run docs`).toBe(
      printed,
    );
});

test("no other file lies in their folders, and all of them go into the package", () => {
  const folders = [...new Set(Object.keys(files).flatMap((path) => (path.includes("/") ? [path.split("/")[0]!] : [])))];
  const there = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => join(item.parentPath, item.name).slice(ROOT.length + 1)),
  );
  expect(there.sort()).toEqual(
    Object.keys(files)
      .filter((path) => path.includes("/"))
      .sort(),
  );
  const packed = new Set(about.files);
  expect(Object.keys(files).filter((path) => !packed.has(path.split("/")[0]!))).toEqual([]);
});

describe.each([
  ["claude-code", ".claude-plugin/plugin.json", "hooks/claude.json", "CLAUDE_PLUGIN_ROOT", "PreToolUse"],
  ["codex", ".codex-plugin/plugin.json", "hooks/codex.json", "PLUGIN_ROOT", "PreToolUse"],
  ["gemini-cli", "gemini-extension.json", "hooks/hooks.json", "extensionPath", "BeforeTool"],
  ["qwen-code", "qwen-extension.json", "hooks/qwen.json", "CLAUDE_PLUGIN_ROOT", "PostToolBatch"],
  ["copilot-cli", "plugin.json", "hooks/copilot.json", "COPILOT_PLUGIN_ROOT", "preToolUse"],
  ["cursor", ".cursor-plugin/plugin.json", "hooks/cursor.json", "CURSOR_PLUGIN_ROOT", "preToolUse"],
])("the plugin of %s", (agent, manifest, hooks, variable, guard) => {
  test("is named as the package, with its release, and names its hooks unless they are found by themselves", () => {
    const { name, version } = object(manifest);
    expect({ name, version }).toEqual({ name: about.name, version: about.version });
    expect(object(manifest)["hooks"]).toBe(hooks === "hooks/hooks.json" ? undefined : `./${hooks}`);
  });

  test("starts the launcher in its own folder, for events of that agent alone", async () => {
    const { events } = await loadAgent(agent);
    const lines = linesOf(hooks);
    expect(lines.map(([event]) => event)).toContain(guard);
    expect(lines.filter(([event]) => !events.includes(event))).toEqual([]);
    for (const [event, line] of lines) {
      const named = agent === "copilot-cli" ? ` --event ${event}` : "";
      const started = `"\${${variable}}/dist/snapveil" hook --agent ${agent}${named}`;
      expect(line.endsWith(started), line).toBe(true);
    }
  });
});

test("Gemini CLI's hooks do nothing in Claude Code, which reads their file as well", async () => {
  const { events } = await loadAgent("claude-code");
  const shared = linesOf("hooks/hooks.json").filter(([event]) => events.includes(event));
  expect(shared.map(([event]) => event)).toEqual(["SessionStart", "SessionEnd"]);
  for (const [, line] of shared)
    expect(await run("/bin/sh", ["-c", line], { env: {}, cwd: ROOT })).toEqual({ stdout: "", stderr: "", exitCode: 0 });
});

test("Copilot CLI's commands lie apart, and start the launcher from their own folder", () => {
  const folder = String(object("plugin.json")["commands"]);
  for (const name of readdirSync(join(ROOT, folder))) {
    const lines = [...text(join(folder, name)).matchAll(/^"BASE\/(\S+)" \S+/gm)];
    expect(lines.length, name).toBeGreaterThan(0);
    for (const [, path] of lines) expect(join(ROOT, folder, path!)).toBe(join(ROOT, "dist/snapveil"));
  }
});

test("the package's own fields name plugins that the build writes", () => {
  const { exports, pi } = about as unknown as { exports: Record<string, string>; pi: { extensions: string[] } };
  for (const path of [exports["./server"]!, ...pi.extensions]) expect(existsSync(join(ROOT, path)), path).toBe(true);
});
