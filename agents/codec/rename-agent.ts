import type { Agent, Facts } from "./agent.ts";
import type { HookEvent } from "./hook-event.ts";

/** An agent that speaks another's dialect word for word, with facts of its own. */
export function renameAgent(
  { owns: _owns, variable: _variable, resembles: _resembles, samples: _samples, ...dialect }: Agent,
  facts: Facts & Pick<Agent, "name" | "title">,
): Agent {
  return {
    ...dialect,
    ...facts,
    decode(raw, wireName) {
      const [first, ...rest] = dialect.decode(raw, wireName);
      const renamed = (event: HookEvent): HookEvent => ({ ...event, dialect: facts.name });
      return [renamed(first), ...rest.map(renamed)];
    },
  };
}
