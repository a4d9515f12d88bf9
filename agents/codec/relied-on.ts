import type { Agent } from "./agent.ts";
import type { Capabilities } from "./dialect.ts";

/**
 * Limits an agent that is known at second hand to what is safe if that knowledge is wrong. A rewrite becomes a refusal;
 * at an event that cannot be refused, the rewrite is sent together with a warning. No call is approved in place of the
 * person. A question becomes a refusal, since an agent that does not understand the question would run the call. Other
 * agents are returned unchanged.
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
    // `later` is dropped, because the later event's rewrite is not certain for this agent either.
    ...(lost === "ignore" && { lost }),
  };
}
