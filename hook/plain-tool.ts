import type { Events } from "../agents/codec/hook-event.ts";
import { findSecrets } from "../redactors/doors/find-secrets.ts";
import type { Searcher } from "../redactors/doors/known-values.ts";

/**
 * The events with a tool's name in which no secret stands. A model can write a token in the place of a name, or behind
 * the name of a server, and refusals, notes and checkpoints repeat the name. What cannot be searched is no name.
 */
export async function withPlainTool(events: Events, searcher: Searcher): Promise<Events> {
  const [{ toolName, cwd }] = events;
  if (toolName === undefined) return events;
  const clean = await cleanName(toolName, searcher, cwd);
  if (clean === toolName) return events;
  const [first, ...rest] = events.map((event) => ({ ...event, toolName: clean }));
  return [first!, ...rest];
}

/** The parts of a server's tool are searched each by itself: `mcp__server__tool`. */
async function cleanName(name: string, searcher: Searcher, cwd: string | undefined): Promise<string> {
  try {
    const [whole, ...parts] = (await findSecrets([name, ...name.split("__")], searcher, cwd, {})).value;
    return whole === name ? parts.join("__") : whole!;
  } catch {
    return "tool";
  }
}
