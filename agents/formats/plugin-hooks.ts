import type { JsonObject } from "../../kit/json.ts";
import type { Entry } from "./config-file.ts";
import { byEvent } from "./shapes.ts";

/** The form in which an agent takes hooks out of a plugin, an extension or a package. */
export interface PluginHooks {
  /** The file with the hooks, from the plugin's folder on. */
  readonly file: string;
  /**
   * The name of the plugin's folder in a line: the agent puts the path in its place, or sets a variable of that name.
   */
  readonly root: string;
  /** The whole file. */
  write(entries: readonly Entry[]): JsonObject;
}

/** snapveil's plugin as it is installed in an agent. */
export interface InstalledPlugin {
  /** Unknown if the agent's files name the package alone. */
  readonly folder?: string;
  /** The agent loads the plugin. */
  readonly isOn: boolean;
}

/** A file of nothing but hooks: `{ hooks: { event: [item] } }`. */
export function pluginHooks(
  file: string,
  root: string,
  item: (entry: Entry) => JsonObject,
  top: JsonObject = {},
): PluginHooks {
  return { file, root, write: (entries) => ({ ...top, hooks: byEvent(entries, item) }) };
}

/** A line as it starts the program of an installed plugin. */
export function lineIn(folder: string, { root }: Pick<PluginHooks, "root">, line: string): string {
  return line.replaceAll(root, folder);
}

/** The line of an event. The launcher finds the program beside itself, and Node. */
export function pluginLine({ root }: Pick<PluginHooks, "root">, agent: string, event?: string): string {
  const named = event === undefined ? "" : ` --event ${event}`;
  return `"${root}/dist/snapveil" hook --agent ${agent}${named}`;
}
