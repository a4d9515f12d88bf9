import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import {
  claudePlugins,
  codexPlugins,
  copilotPlugins,
  geminiExtension,
  listedPackages,
  pluginInFolder,
} from "../../../agents/formats/installed-plugins.ts";
import type { Where } from "../../../agents/formats/installer.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "plugins-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const ID = "snapveil@market";
const claude = (copies: unknown) => ({ ".claude/plugins/installed_plugins.json": { plugins: copies } });
const gemini = (rules: unknown) => ({
  ".gemini/extensions/snapveil/x": {},
  ".gemini/extensions/extension-enablement.json": { snapveil: { overrides: rules } },
});
const CODEX = ".codex/plugins/cache/market/snapveil";
const listed = (...specs: readonly unknown[]) => ({ ".pi/settings.json": { packages: specs } });
const own = { "code/mine/package.json": { name: "snapveil" }, "code/other/package.json": { name: "other" } };

const FIND = {
  claude: claudePlugins,
  codex: codexPlugins,
  copilot: copilotPlugins,
  gemini: geminiExtension("~/.gemini/extensions/snapveil"),
  folder: pluginInFolder("~/plugins/snapveil"),
  pi: listedPackages("packages", "~/.pi/settings.json"),
};

/** Files below the home, and the plugins of ours that they tell of: `folder on`, `folder off`; `-` for no folder. */
const CASES: readonly (readonly [keyof typeof FIND, Readonly<Record<string, unknown>>, readonly string[]])[] = [
  ["claude", {}, []],
  ["claude", claude({ [ID]: [{ installPath: "/copy" }], "other@market": [{ installPath: "/o" }] }), ["/copy on"]],
  ["claude", { ...claude({ [ID]: [] }), ".claude/settings.json": { enabledPlugins: { [ID]: false } } }, ["- off"]],
  ["claude", { ".claude/plugins/installed_plugins.json": "{ broken" }, []],
  ["copilot", { ".copilot/settings.json": { enabledPlugins: {} } }, []],
  [
    "copilot",
    { ".copilot/settings.json": { enabledPlugins: { [ID]: true } } },
    ["~/.copilot/installed-plugins/market/snapveil on"],
  ],
  [
    "copilot",
    {
      ".copilot/settings.json": {
        enabledPlugins: { [ID]: false },
        extraKnownMarketplaces: { market: { source: { path: "/own" } } },
      },
    },
    ["/own off"],
  ],
  ["codex", { ".codex/config.toml": `[plugins."${ID}"]\nenabled = false\n` }, ["- off"]],
  [
    "codex",
    { ".codex/config.toml": `[plugins."${ID}"]\n`, [`${CODEX}/0.9.0/x`]: {}, [`${CODEX}/0.10.0/x`]: {} },
    [`~/${CODEX}/0.10.0 on`],
  ],
  ["gemini", {}, []],
  ["gemini", { ".gemini/extensions/snapveil/x": {} }, ["~/.gemini/extensions/snapveil on"]],
  ["gemini", gemini(["~/*"]), ["~/.gemini/extensions/snapveil on"]],
  ["gemini", gemini(["!~/*"]), ["~/.gemini/extensions/snapveil off"]],
  ["gemini", gemini(["!/elsewhere/*"]), ["~/.gemini/extensions/snapveil on"]],
  ["gemini", gemini(["!~/code/*"]), ["~/.gemini/extensions/snapveil off"]],
  ["gemini", gemini(["!~/co*"]), ["~/.gemini/extensions/snapveil on"]],
  ["gemini", gemini(["!~/*", "~/code/shop/"]), ["~/.gemini/extensions/snapveil on"]],
  ["gemini", gemini(["!~/code/"]), ["~/.gemini/extensions/snapveil on"]],
  ["gemini", gemini("!~/*"), ["~/.gemini/extensions/snapveil on"]],
  ["folder", {}, []],
  ["folder", { "plugins/snapveil/x": {} }, ["~/plugins/snapveil on"]],
  ["pi", listed("snapveil", "npm:snapveil", "snapveil@1.2.3"), ["- on", "- on", "- on"]],
  ["pi", listed("snapveil-other", "npm:other", "snapveil/x", 5), []],
  [
    "pi",
    { ...listed("../code/mine", "~/code/mine", "file://~/code/mine", "../code/other", "../gone"), ...own },
    ["~/code/mine on", "~/code/mine on", "~/code/mine on"],
  ],
  ["pi", { ...listed("code/mine"), ...own }, []],
];

test.each(CASES)("of %s the files %j tell of our plugins: %j", (agent, files, plugins) => {
  for (const [name, value] of Object.entries(files)) {
    const text = typeof value === "string" ? value : JSON.stringify(value).replaceAll(/(?<=["!/])~(?=\/)/g, home);
    mkdirSync(dirname(join(home, name)), { recursive: true });
    // Settings keep a `~` of their own where a path begins with it.
    writeFileSync(join(home, name), name.startsWith(".pi") ? text.replaceAll(`"${home}/`, '"~/') : text);
  }
  const found = FIND[agent]({ home, root: join(home, "code/shop"), env: {}, platform: "linux" } as unknown as Where);
  expect(found.map(({ folder = "-", isOn }) => `${folder.replace(home, "~")} ${isOn ? "on" : "off"}`)).toEqual(plugins);
});
