import type { Events } from "../agents/codec/hook-event.ts";
import { findSecrets } from "../redactors/doors/find-secrets.ts";
import type { Searcher } from "../redactors/doors/known-values.ts";

/**
 * The events with secrets removed from the tool's name. A model can write a token as a tool's name or part of it, and
 * refusals, notes and checkpoints repeat the name. If the search fails, the name becomes `tool`.
 */
export async function withPlainTool(events: Events, searcher: Searcher): Promise<Events> {
  const [{ toolName, cwd }] = events;
  if (toolName === undefined) return events;
  const clean = await cleanName(toolName, searcher, cwd);
  if (clean === toolName) return events;
  const [first, ...rest] = events.map((event) => ({ ...event, toolName: clean }));
  return [first!, ...rest];
}

/** Searches the whole name and each part of it: `mcp__server__tool`. */
async function cleanName(name: string, searcher: Searcher, cwd: string | undefined): Promise<string> {
  try {
    const [whole, ...parts] = (await findSecrets([name, ...name.split("__")], searcher, cwd, {})).value;
    return whole === name ? parts.join("__") : whole!;
  } catch {
    return "tool";
  }
}
