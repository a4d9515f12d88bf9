import type { Agent } from "./agent.ts";
import type { Capabilities } from "./dialect.ts";

/**
 * An agent as far as its evidence goes. One that is known at second hand is trusted with a refusal alone: a rewrite
 * becomes a refusal, and at an event without refusals it is sent and warned of as well. No call is approved in the
 * person's place, and a question becomes a refusal, since an agent that does not understand it lets the call go on.
 */
export function reliedOn(agent: Agent): Agent {
  if (agent.evidence.mark !== "second hand") return agent;
  return {
    ...agent,
    carries: (...event) => strictest(agent.carries(...event)),
    asks: () => false,
    encode(outcome, wireName, raw) {
      const { verdict } = outcome;
      const heard = verdict?.kind === "ask" ? { ...outcome, verdict: { ...verdict, kind: "deny" as const } } : outcome;
      return agent.encode(heard, wireName, raw);
    },
  };
}

function strictest({ rewrite, lever = [], lost, approves: _approves, ...capabilities }: Capabilities): Capabilities {
  const sure = lever.filter((part) => part === "refusal" || part === "context");
  return {
    ...capabilities,
    rewrite: [],
    ...(rewrite.length > 0 && !capabilities.refusal && { tries: rewrite }),
    ...(sure.length > 0 && { lever: sure }),
    // A later event would take the secret out by a rewrite.
    ...(lost === "ignore" && { lost }),
  };
}
