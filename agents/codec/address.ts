import type { Capabilities } from "./dialect.ts";
import { subjectOf, type EventName } from "./events.ts";
import type { Outcome } from "./outcome.ts";

/**
 * The outcome with each text of a verdict at its reader: a question, a refused prompt and the end of a turn are the
 * person's; a refused call is the model's, and then the person has a notice if the agent shows one. If it shows none,
 * both read the model's text.
 */
export function addressed(
  outcome: Outcome,
  name: EventName,
  { notice: notices, lever }: Capabilities,
  asks: boolean,
): Outcome {
  const { verdict, notice = [] } = outcome;
  if (verdict?.person === undefined || verdict.kind === "allow") return outcome;
  if (asks || isBesideModel(name) || lever?.includes("refusal"))
    return { ...outcome, verdict: { ...verdict, reason: verdict.person } };
  return notices ? { ...outcome, notice: [...notice, verdict.person] } : outcome;
}

/** An event that is refused beside the model: the person reads why, and nobody else does. */
function isBesideModel(name: EventName): boolean {
  const subject = subjectOf(name);
  return subject === "prompt" || subject === "messages" || subject === "settings";
}
