import type { Agent, Facts } from "./agent.ts";
import type { HookEvent } from "./hook-event.ts";

/** Makes an agent that uses another agent's dialect unchanged but has facts of its own. */
export function renameAgent(
  {
    owns: _owns,
    variable: _variable,
    resembles: _resembles,
    samples: _samples,
    traces: _traces,
    readInstead: _read,
    takesMod: _mod,
    ...dialect
  }: Agent,
  facts: Facts & Pick<Agent, "name" | "title"> & Partial<Pick<Agent, "tells">>,
): Agent {
  return {
    ...dialect,
    tells: [], // what the other agent tells its model is no evidence on this agent
    ...facts,
    decode(raw, wireName) {
      const [first, ...rest] = dialect.decode(raw, wireName);
      const renamed = (event: HookEvent): HookEvent => ({ ...event, dialect: facts.name });
      return [renamed(first), ...rest.map(renamed)];
    },
  };
}
