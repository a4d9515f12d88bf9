import type { Capabilities } from "./dialect.ts";
import { subjectOf, type EventName } from "./events.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Puts the verdict's text for the person where the person reads it. A question and a refused prompt, conversation or
 * settings file are shown to the person, so their reason becomes `person`; so does that of a refusal by a lever. A
 * refused call's reason is for the model, and the person gets a notice; if the agent shows no notices, both read the
 * model's text.
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

/** Whether only the person reads the reason of a refusal at this event, and not the model. */
function isBesideModel(name: EventName): boolean {
  const subject = subjectOf(name);
  return subject === "prompt" || subject === "messages" || subject === "settings";
}
