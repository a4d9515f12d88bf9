import { closingAt } from "../agents/formats/installer.ts";
import { loadAgent, loadInstallers } from "../agents/registry.ts";
import type { JsonObject } from "../kit/json.ts";
import { DEFAULT_SETTINGS } from "../worktree/doors/settings.ts";
import { chooseEvents } from "./choose-events.ts";

/** An agent with a key by which a failing hook refuses, and the events at which `install` writes it. */
export interface ClosingRow {
  readonly title: string;
  readonly keys: string;
  readonly events: readonly string[];
}

/** The rows of default settings, in the order of the matrix. */
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

/** `"onFailure": "block"` */
export function keysInWords(keys: JsonObject): string {
  return Object.entries(keys)
    .map(([key, value]) => `"${key}": ${JSON.stringify(value)}`)
    .join(", ");
}
