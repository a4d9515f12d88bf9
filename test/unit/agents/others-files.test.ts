import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Where } from "../../../agents/formats/installer.ts";
import { claudeOthersFiles, codexOthersFiles, geminiOthersFiles } from "../../../agents/formats/others-files.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "others-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const on = (...ids: readonly string[]) => ({ enabledPlugins: Object.fromEntries(ids.map((id) => [id, true])) });
const COPIES = {
  ".claude/plugins/installed_plugins.json": {
    plugins: { "a@m": [{ installPath: "~/a" }], "b@m": [{ installPath: "~/b" }] },
  },
};

/** Files below the home, which is the project as well, and the files of plugins in which hooks are looked for. */
const CLAUDE: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] = [
  ["no plugin", {}, []],
  ["plugins that nobody switched on", COPIES, []],
  ["a plugin that the user switched on", { ...COPIES, ".claude/settings.json": on("a@m") }, ["a/hooks/hooks.json"]],
  ["one of the project", { ...COPIES, "p/.claude/settings.json": on("b@m") }, ["b/hooks/hooks.json"]],
  ["one of the project's own copy", { ...COPIES, "p/.claude/settings.local.json": on("b@m") }, ["b/hooks/hooks.json"]],
  [
    "hooks that a manifest holds",
    { ...COPIES, ".claude/settings.json": on("a@m"), "a/.claude-plugin/plugin.json": { hooks: { Stop: [] } } },
    ["a/hooks/hooks.json", "a/.claude-plugin/plugin.json"],
  ],
  [
    "hooks that a manifest names",
    {
      ...COPIES,
      ".claude/settings.json": on("a@m"),
      "a/.claude-plugin/plugin.json": { hooks: ["./x.json", "y.json"] },
    },
    ["a/hooks/hooks.json", "a/x.json", "a/y.json"],
  ],
];

const where = (platform: string) => ({ home, root: join(home, "p"), env: {}, platform }) as unknown as Where;

function write(files: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), JSON.stringify(value).replaceAll("~", home));
  }
}
const below = (files: readonly string[]) =>
  files.filter((file) => file.startsWith(home)).map((file) => file.slice(home.length + 1));

test.each(CLAUDE)("Claude Code's other hooks are looked for in %s", (_, files, found) => {
  write(files);
  expect(below(claudeOthersFiles(where("linux")))).toEqual(found);
});

test("so are Gemini CLI's, in each extension", () => {
  write({ ".gemini/extensions/a/x": 1, ".gemini/extensions/b/x": 1 });
  expect(below(geminiOthersFiles(where("linux")))).toEqual([
    ".gemini/extensions/a/hooks/hooks.json",
    ".gemini/extensions/b/hooks/hooks.json",
  ]);
});

const CACHE = ".codex/plugins/cache/m/a";
const PLUGIN = `${CACHE}/0.10.0/.codex-plugin/plugin.json`;

test.each([
  [
    "of a plugin as it is usual",
    "",
    { [`${CACHE}/0.9.0/x`]: 1, [`${CACHE}/0.10.0/x`]: 1 },
    ["0.10.0/hooks/hooks.json"],
  ],
  ["that its manifest names", "", { [PLUGIN]: { hooks: ["x.json"] } }, ["0.10.0/x.json"]],
  ["of no plugin that is off", "enabled = false", { [PLUGIN]: {} }, []],
  ["of no plugin that is not there", "", {}, []],
])("Codex's are looked for in its configuration, and %s", (_, line, files, found) => {
  write(files);
  mkdirSync(join(home, ".codex"), { recursive: true });
  writeFileSync(join(home, ".codex/config.toml"), `[plugins."a@m"]\n${line}\n`);
  const own = [".codex/config.toml", "p/.codex/config.toml"];
  expect(below(codexOthersFiles(where("linux")))).toEqual([...own, ...found.map((file) => `${CACHE}/${file}`)]);
});

test.each([
  ["linux", "/etc/claude-code/managed-settings.json", "/etc/gemini-cli/settings.json"],
  [
    "darwin",
    "/Library/Application Support/ClaudeCode/managed-settings.json",
    "/Library/Application Support/GeminiCli/settings.json",
  ],
])("and those of the machine's administrator, on %s", (platform, claude, gemini) => {
  expect(claudeOthersFiles(where(platform))[0]).toBe(claude);
  expect(geminiOthersFiles(where(platform))[0]).toBe(gemini);
});
