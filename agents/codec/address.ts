import type { Carriage } from "./dialect.ts";
import type { EventName } from "./hook-event.ts";
import type { Outcome } from "./outcome.ts";

/** Events that are refused before the model is called: the reason is for the person alone. */
const BEFORE_MODEL: ReadonlySet<EventName> = new Set([
  "user_prompt_submit",
  "user_followup_submit",
  "user_steering_messages_submit",
  "before_llm_call",
]);

/**
 * The outcome with each text of a verdict at its reader: a question, a refused prompt and the end of a turn are the
 * person's; a refused call is the model's, and then the person has a notice if the agent shows one. If it shows none,
 * both read the model's text.
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
