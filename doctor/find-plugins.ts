import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Agent } from "../agents/codec/agent.ts";
import { findHooks, type Hook } from "../agents/formats/find-commands.ts";
import type { Installer, Where } from "../agents/formats/installer.ts";
import { lineIn, pluginLine, type InstalledPlugin } from "../agents/formats/plugin-hooks.ts";
import { parseJson } from "../kit/json.ts";
import { printable } from "../kit/text.ts";
import { broken, ok, warning, type Check } from "./check.ts";
import type { RegisteredHooks } from "./registered-hooks.ts";

/**
 * The hooks of snapveil's installed plugins, with command lines in which the agent's variables are replaced by paths.
 */
export function findPlugins(installer: Installer, { title, events }: Agent, where: Where): RegisteredHooks {
  const found = (installer.plugins?.(where) ?? []).map((plugin) => ofPlugin(installer, title, events, plugin));
  return {
    registered: found.flatMap(({ registered }) => registered),
    served: [],
    checks: found.flatMap(({ checks }) => checks),
  };
}

function ofPlugin(
  installer: Installer,
  title: string,
  events: readonly string[],
  plugin: InstalledPlugin,
): RegisteredHooks {
  const { folder, isOn } = plugin;
  const only = (check: Check): RegisteredHooks => ({ registered: [], served: [], checks: [check] });
  if (!isOn) return only(warning("plugin", `${title} has the plugin of snapveil, but it is switched off.`));
  if (folder === undefined)
    return only(ok("plugin", `${title} lists the plugin of snapveil. Its folder is not known, so it is not tried.`));
  const hooks = hooksOfPlugin(installer, events, folder);
  if (hooks === undefined)
    return only(
      broken("plugin", `The plugin in ${printable(folder)} has no hooks that can be read.`, "Install it again."),
    );
  const path = join(folder, installer.plugin?.file ?? "package.json");
  return {
    registered: hooks.map((hook) => ({ ...hook, path, scope: "user", isPlugin: true })),
    served: [],
    checks: [],
  };
}

/** The hooks of a plugin; `undefined` if they cannot be read. */
export function hooksOfPlugin(
  { agent, plugin }: Installer,
  events: readonly string[],
  folder: string,
): readonly Hook[] | undefined {
  // The plugin has no list of hooks: it is a module of snapveil that starts the launcher in the plugin's folder.
  if (!plugin) return [{ event: "", command: pluginLine({ root: folder }, agent) }];
  try {
    const hooks = findHooks(parseJson(readFileSync(join(folder, plugin.file), "utf8")), new Set(events));
    return hooks.length === 0
      ? undefined
      : hooks.map((hook) => ({ ...hook, command: lineIn(folder, plugin, hook.command) }));
  } catch {
    return undefined;
  }
}
