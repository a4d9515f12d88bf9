import type { Capabilities } from "./dialect.ts";
import { subjectOf, type EventName } from "./events.ts";
import { questionOf, type Outcome } from "./outcome.ts";

/**
 * Puts the verdict's text for the person (`person`) where the person reads it. It replaces the reason of a question, of
 * a refused prompt, conversation or settings file, and of a refusal by a lever, because the person reads that reason.
 * The reason of a refused call is for the model, so the person's text becomes a notice; if the agent shows no notices,
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
  if (asks) return { ...outcome, verdict: { ...verdict, reason: questionOf(verdict) } };
  if (isBesideModel(name) || lever?.includes("refusal"))
    return { ...outcome, verdict: { ...verdict, reason: verdict.person } };
  return notices ? { ...outcome, notice: [...notice, verdict.person] } : outcome;
}

/** Whether only the person reads the reason of a refusal at this event, and not the model. */
function isBesideModel(name: EventName): boolean {
  const subject = subjectOf(name);
  return subject === "prompt" || subject === "messages" || subject === "settings";
}
