import { isServed, ownerOf } from "../../agents/formats/own-line.ts";
import { findHooks } from "../../agents/formats/find-commands.ts";
import type { AgentFacts, Installer } from "../../agents/formats/installer.ts";
import { splitBom } from "../../agents/formats/layout.ts";
import { isObject, type JsonObject } from "../../kit/json.ts";

/** The entries about snapveil's hooks in a settings file, as texts that can be compared. */
export interface SaidOfHooks {
  /** Each of snapveil's hooks with its event, matcher and options, and each switched-on plugin of snapveil. */
  readonly hooks: readonly string[];
  /** Settings that weaken hooks of snapveil, even those that another file registers; each as the end of a sentence. */
  readonly weakenings: readonly string[];
}

export const NOTHING_SAID: SaidOfHooks = { hooks: [], weakenings: [] };

/** The entries about snapveil's hooks in a settings file; none if the agent does not load the file. */
export function saidIn(installer: Installer, path: string, text: string, agent: AgentFacts): SaidOfHooks {
  const root = loaded(installer, path, text, agent);
  if (root === undefined) return NOTHING_SAID;
  const hooks = findHooks(root, new Set(agent.events)).filter(({ command, isOff }) => !isOff && isOurs(command));
  const plugins = Object.entries(objectAt(root, "enabledPlugins")).filter(([id]) => id.startsWith("snapveil@"));
  const off = installer.switchedOff?.(root);
  return {
    hooks: [
      ...hooks.map(({ event, matcher = "", object = {} }) => JSON.stringify([event, matcher, object])),
      ...plugins.flatMap(([id, isOn]) => (isOn === true ? [`plugin ${id}`] : [])),
    ],
    weakenings: [
      ...(off === undefined ? [] : [off]),
      ...plugins.flatMap(([id, isOn]) => (isOn === false ? [`the plugin ${id} is switched off in it`] : [])),
      ...Object.entries(objectAt(root, "env")).flatMap(([name, value]) =>
        name.startsWith("SNAPVEIL_") ? [`it sets ${name} to ${JSON.stringify(value)}`] : [],
      ),
    ],
  };
}

/** The content of a settings file; `undefined` if the agent does not load the file. */
function loaded(installer: Installer, path: string, text: string, agent: AgentFacts): JsonObject | undefined {
  try {
    const root: unknown = JSON.parse(splitBom(text)[1]);
    return isObject(root as JsonObject) && !installer.refuses?.(path, text, agent) ? (root as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function isOurs(command: string): boolean {
  return ownerOf(command) !== undefined || isServed(command);
}

function objectAt(root: JsonObject, key: string): JsonObject {
  const value = root[key];
  return isObject(value) ? value : {};
}
