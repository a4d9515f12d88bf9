import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { parse } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";

import { namesIn } from "../../kit/files.ts";
import { asString, isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { configPath, type Where } from "./installer.ts";
import type { InstalledPlugin } from "./plugin-hooks.ts";

/** The package's name; agents name the plugin the same. */
const NAME = "snapveil";

type Find = (where: Where) => readonly InstalledPlugin[];

/** Finds snapveil at a fixed path, for an agent that loads every file of its plugins folder. */
export function pluginInFolder(path: string): Find {
  return (where) => {
    const folder = configPath(path, where);
    return existsSync(folder) ? [{ folder, isOn: true }] : [];
  };
}

/**
 * Finds snapveil among the extensions of Gemini CLI. A file beside the extensions says in which folders an extension is
 * off: `"overrides": ["!/home/me/*"]`.
 */
export function geminiExtension(path: string): Find {
  return (where) => {
    const [found] = pluginInFolder(path)(where);
    if (!found) return [];
    const folder = configPath(path, where);
    const said = objectAt(readObject(join(dirname(folder), "extension-enablement.json")), NAME)["overrides"];
    return [{ folder, isOn: isOnIn(where.root, listOf(said)) }];
  };
}

/**
 * Whether an extension is on in a folder. The last rule that names the folder decides; `*` takes in all folders below.
 */
function isOnIn(root: string, rules: readonly string[]): boolean {
  const rule = rules.findLast((one) => {
    const [, folder = "", star] = /^!?(.*?)\/?(\*?)$/s.exec(one)!;
    return root === folder || (star !== "" && root.startsWith(`${folder}/`));
  });
  return rule === undefined || !rule.startsWith("!");
}

/**
 * Finds snapveil among the plugins of Claude Code. One file lists the copies of plugins, the settings say which plugins
 * are on.
 */
export function claudePlugins(where: Where): readonly InstalledPlugin[] {
  const base = configPath("${CLAUDE_CONFIG_DIR:-~/.claude}", where);
  const on = objectAt(readObject(join(base, "settings.json")), "enabledPlugins");
  const copies = objectAt(readObject(join(base, "plugins/installed_plugins.json")), "plugins");
  return ours(copies).flatMap((id) => {
    const [copy] = Array.isArray(copies[id]) ? copies[id] : [];
    const folder = isObject(copy) ? asString(copy["installPath"]) : undefined;
    return [{ ...(folder !== undefined && { folder }), isOn: on[id] !== false }];
  });
}

/**
 * Finds snapveil among the plugins of Copilot CLI, which also loads a plugin from a local folder that was added as a
 * marketplace.
 */
export function copilotPlugins(where: Where): readonly InstalledPlugin[] {
  const base = configPath("${COPILOT_HOME:-~/.copilot}", where);
  const settings = readObject(join(base, "settings.json"));
  const on = objectAt(settings, "enabledPlugins");
  return ours(on).map((id) => {
    const marketplace = id.slice(NAME.length + 1);
    const source = objectAt(objectAt(objectAt(settings, "extraKnownMarketplaces"), marketplace), "source");
    const folder = asString(source["path"]) ?? join(base, "installed-plugins", marketplace, NAME);
    return { folder, isOn: on[id] !== false };
  });
}

/** Finds snapveil among the plugins of Codex, which keeps each release of a plugin in a folder. */
export function codexPlugins(where: Where): readonly InstalledPlugin[] {
  const base = configPath("${CODEX_HOME:-~/.codex}", where);
  const plugins = objectAt(readObject(join(base, "config.toml")), "plugins");
  return ours(plugins).map((id) => {
    const copies = join(base, "plugins/cache", id.slice(NAME.length + 1), NAME);
    const release = newestRelease(copies);
    const isOn = objectAt(plugins, id)["enabled"] !== false;
    return { ...(release !== undefined && { folder: join(copies, release) }), isOn };
  });
}

/** The name of the newest release's folder: 0.10 is newer than 0.9. */
export function newestRelease(folder: string): string | undefined {
  return namesIn(folder)
    .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))
    .at(-1);
}

/** Finds snapveil in settings that list packages, by name or by a path relative to the folder of the settings. */
export function listedPackages(key: string, ...paths: readonly string[]): Find {
  return (where) =>
    paths.flatMap((path) => {
      const file = configPath(path, where);
      return listOf(readObject(file)[key]).flatMap((spec) => {
        if (/^(?:npm:)?snapveil(?:@[\w.-]+)?$/.test(spec)) return [{ isOn: true }];
        if (!/^(?:[./~]|file:)/.test(spec)) return [];
        const path = spec.startsWith("file:") ? fileURLToPath(spec) : spec.replace(/^~(?=\/)/, where.home);
        const folder = resolve(dirname(file), path);
        const isOurs = readObject(join(folder, "package.json"))["name"] === NAME;
        return isOurs ? [{ folder, isOn: true }] : [];
      });
    });
}

function ours(plugins: JsonObject): string[] {
  return Object.keys(plugins).filter((id) => id.startsWith(`${NAME}@`));
}

/**
 * The object in a JSON or TOML file; empty if the file is missing or broken, because the agent reads nothing from such
 * a file, either.
 */
export function readObject(path: string): JsonObject {
  const toml = (text: string) => parseToml(text, { integersAsBigInt: "asNeeded" });
  const read = (path.endsWith(".toml") ? toml : parse) as (text: string) => Json;
  try {
    const value = read(readFileSync(path, "utf8"));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function objectAt(root: JsonObject, key: string): JsonObject {
  const value = root[key];
  return isObject(value) ? value : {};
}

function listOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
