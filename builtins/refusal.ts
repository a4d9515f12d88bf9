import type { ObjectedItem, Objection, Outcome, Verdict } from "../agents/codec/outcome.ts";
import { MODEL_ALLOWS, PERSON_ALLOWS, withFound } from "../agents/codec/list-found.ts";

/** What a guard says where it refuses or asks. */
export interface Refusal {
  /** What is wrong, as a sentence without its full stop: `snapveil: The prompt contains a secret`. */
  readonly what: string;
  /** What stands behind that sentence, each with its kind, its excerpt and its place; it may be none. */
  readonly found?: readonly ObjectedItem[];
  /** The same for the log alone, if the sentence says it already. */
  readonly logged?: readonly ObjectedItem[];
  /** How many more there are. */
  readonly left?: number;
  /** What the model is to do instead, in sentences. */
  readonly todo: string;
  /** What the person can do beside letting it pass, in sentences. */
  readonly todoOfPerson?: string;
  /** How the person allows it for good, as a sentence: which setting. */
  readonly allow?: string;
  /** What `snapveil allow` needs to let the same thing pass; absent if it cannot. */
  readonly pass?: Objection["pass"];
}

/**
 * A verdict with a text for the model and one for the person, and what both are about. Every guard's refusals and
 * questions come from here. Where an agent has one text for both it shows the model's, which says what the person can
 * do.
 */
export function refused(kind: Exclude<Verdict["kind"], "allow">, refusal: Refusal): Outcome {
  const { what, found = [], logged = found, left, todo, todoOfPerson, allow, pass } = refusal;
  const text = (...more: readonly (string | undefined)[]) =>
    withFound(
      what,
      found,
      more.filter((part) => part !== undefined),
      left,
    );
  return {
    verdict: {
      kind,
      reason: text(todo, pass && MODEL_ALLOWS, allow),
      person: text(todoOfPerson, pass && PERSON_ALLOWS, allow),
      suggestions: [todo],
    },
    objections: [{ found: logged, ...(pass && { pass }) }],
  };
}
