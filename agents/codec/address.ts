import type { Carriage } from "./dialect.ts";
import type { EventName } from "./hook-event.ts";
import type { Outcome } from "./outcome.ts";

/** Where an event is refused before the model is called: the person reads why, and nobody else does. */
const BEFORE_MODEL: ReadonlySet<EventName> = new Set([
  "user_prompt_submit",
  "user_followup_submit",
  "user_steering_messages_submit",
  "before_llm_call",
]);

/**
 * What is delivered, with each text of a verdict where its reader is: a question and a refused prompt are the person's,
 * and so is what ends the turn; a refused call is the model's, and then the person has a notice if the agent shows one. Where it shows none, both
 * read the model's text.
 */
export function addressed(
  outcome: Outcome,
  name: EventName,
  { notice: notices, lever }: Carriage,
  asks: boolean,
): Outcome {
  const { verdict, notice = [] } = outcome;
  if (verdict?.person === undefined || verdict.kind === "allow") return outcome;
  if (asks || BEFORE_MODEL.has(name) || lever?.includes("refusal"))
    return { ...outcome, verdict: { ...verdict, reason: verdict.person } };
  return notices ? { ...outcome, notice: [...notice, verdict.person] } : outcome;
}
