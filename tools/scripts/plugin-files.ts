import { pluginLine } from "../../agents/formats/plugin-hooks.ts";
import type { Installer, Where } from "../../agents/formats/installer.ts";
import { loadAgent, loadInstallers } from "../../agents/registry.ts";
import { chooseEvents } from "../../install/choose-events.ts";
import { entriesFor } from "../../install/entries.ts";
import type { JsonObject } from "../../kit/json.ts";
import { DEFAULT_SETTINGS } from "../../worktree/default-settings.ts";
import { COPILOT_COMMANDS, commandFiles } from "./plugin-commands.ts";

/** The values that the manifests take from package.json. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly author: string;
  readonly keywords: readonly string[];
}

/**
 * The files that make the package a plugin of each agent (manifests, hooks and commands), by their paths in the
 * package.
 * @param anywhere an invented machine; none of its paths is written
 */
export async function pluginFiles(about: Package, anywhere: Where): Promise<Readonly<Record<string, string>>> {
  const hooks: Record<string, JsonObject> = {};
  for (const installer of await loadInstallers())
    if (installer.plugin) hooks[installer.plugin.file] = await hooksOf(installer, anywhere);
  const objects = { ...manifests(about), ...hooks };
  const texts = Object.entries(objects).map(([path, value]) => [path, `${JSON.stringify(value, null, 2)}\n`]);
  return { ...(Object.fromEntries(texts) as Record<string, string>), ...commandFiles() };
}

/**
 * The hooks of a plugin, as `install` registers them with default settings, since a plugin is the same for all users.
 */
async function hooksOf(installer: Installer, where: Where): Promise<JsonObject> {
  const { agent, plugin, namesEvent } = installer;
  const dialect = await loadAgent(agent);
  const chosen = chooseEvents(dialect, installer, DEFAULT_SETTINGS, []);
  const entries = entriesFor(installer, dialect, where, chosen, undefined);
  return plugin!.write(
    // The entries set no variables, because the launcher itself clears them.
    entries.map(({ env: _env, ...entry }) => ({
      ...entry,
      command: pluginLine(plugin!, agent, namesEvent ? entry.event : undefined),
    })),
  );
}

function manifests(about: Package): Record<string, JsonObject> {
  const { name, version, description, license } = about;
  const author = { name: about.author };
  const short = { name, version, description };
  const long = { ...short, author, license, keywords: [...about.keywords] };
  return {
    ".claude-plugin/plugin.json": { ...long, hooks: "./hooks/claude.json" },
    ".claude-plugin/marketplace.json": {
      name,
      description,
      owner: author,
      plugins: [{ name, source: "./", description }],
    },
    ".codex-plugin/plugin.json": { ...long, hooks: "./hooks/codex.json" },
    ".agents/plugins/marketplace.json": {
      name,
      plugins: [
        {
          name,
          source: { source: "local", path: "./" },
          policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
          category: "Developer Tools",
        },
      ],
    },
    ".cursor-plugin/plugin.json": { ...long, displayName: name, hooks: "./hooks/cursor.json" },
    ".cursor-plugin/marketplace.json": { name, owner: author, plugins: [{ name, source: "./", description }] },
    "gemini-extension.json": short,
    "qwen-extension.json": { ...short, hooks: "./hooks/qwen.json" },
    // This file is for Copilot CLI, which without the file would read Claude Code's manifest.
    "plugin.json": { ...long, commands: `./${COPILOT_COMMANDS}`, hooks: "./hooks/copilot.json" },
  };
}
