import type { JsonObject } from "../../kit/json.ts";
import type { Entry } from "./config-file.ts";
import { byEvent } from "./shapes.ts";

/** The form of hooks in a plugin, an extension or a package. */
export interface PluginHooks {
  /** The file with the hooks, relative to the plugin's folder. */
  readonly file: string;
  /** The plugin's folder in a command: a placeholder that the agent replaces, or a variable that the agent sets. */
  readonly root: string;
  /** The content of the file. */
  write(entries: readonly Entry[]): JsonObject;
}

/** A plugin of snapveil that is installed in an agent. */
export interface InstalledPlugin {
  /** Absent if the agent's files name the package but no folder. */
  readonly folder?: string;
  /** Whether the agent loads the plugin. */
  readonly isOn: boolean;
}

/** A file with the hooks under the key `hooks`, `{ hooks: { event: [item] } }`, and the keys of `top`. */
export function pluginHooks(
  file: string,
  root: string,
  item: (entry: Entry) => JsonObject,
  top: JsonObject = {},
): PluginHooks {
  return { file, root, write: (entries) => ({ ...top, hooks: byEvent(entries, item) }) };
}

/** A plugin's command with the real path of its folder in place of `root`. */
export function lineIn(folder: string, { root }: Pick<PluginHooks, "root">, line: string): string {
  return line.replaceAll(root, folder);
}

/** The command of an event in a plugin. The launcher finds Node, and the program beside itself. */
export function pluginLine({ root }: Pick<PluginHooks, "root">, agent: string, event?: string): string {
  const named = event === undefined ? "" : ` --event ${event}`;
  return `"${root}/dist/snapveil" hook --agent ${agent}${named}`;
}
