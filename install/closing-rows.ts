import { closingAt } from "../agents/formats/installer.ts";
import { loadAgent, loadInstallers } from "../agents/registry.ts";
import type { JsonObject } from "../kit/json.ts";
import { DEFAULT_SETTINGS } from "../worktree/doors/settings.ts";
import { chooseEvents } from "./choose-events.ts";

/**
 * An agent with a key that makes a failing hook refuse the event, and the events for which `install` writes the key.
 */
export interface ClosingRow {
  readonly title: string;
  readonly keys: string;
  readonly events: readonly string[];
}

/** The rows for the default settings, in the order of the agent matrix; `docs` prints them. */
export async function closingRows(): Promise<readonly ClosingRow[]> {
  const closing = (await loadInstallers()).filter((installer) => installer.closing);
  return Promise.all(
    closing.map(async (installer) => {
      const dialect = await loadAgent(installer.agent);
      const events = chooseEvents(dialect, installer, DEFAULT_SETTINGS, [])
        .filter(({ name, isClosed }) => isClosed && closingAt(installer, name))
        .map(({ name }) => name);
      return { title: dialect.title, keys: keysInWords(installer.closing!), events };
    }),
  );
}

/** The keys in JSON: `"onFailure": "block"`. */
export function keysInWords(keys: JsonObject): string {
  return Object.entries(keys)
    .map(([key, value]) => `"${key}": ${JSON.stringify(value)}`)
    .join(", ");
}
