import type { ObjectedItem, Objection, Outcome, Verdict } from "../agents/codec/outcome.ts";
import { MODEL_ALLOWS, PERSON_ALLOWS, withFound } from "../agents/codec/list-found.ts";

/** The parts of a guard's sentence when it refuses or asks. */
export interface Refusal {
  /** The fault, as a sentence without its full stop: `snapveil: The prompt contains a secret`. */
  readonly what: string;
  /** The found things behind that sentence, each with its kind, its excerpt and its place; there may be none. */
  readonly found?: readonly ObjectedItem[];
  /** The found things for the log alone, if the sentence names them already. */
  readonly logged?: readonly ObjectedItem[];
  /** The number of found things that are not listed. */
  readonly left?: number;
  /** The model's alternative, in sentences. */
  readonly todo: string;
  /** The person's other ways than to let the call pass, in sentences. */
  readonly todoOfPerson?: string;
  /** The setting by which the person allows it for good, as a sentence. */
  readonly allow?: string;
  /** The settings' lines by which `snapveil allow` lets the same thing pass; absent if there are none. */
  readonly pass?: Objection["pass"];
}

/**
 * A verdict with a text for the model and one for the person, and the objections behind both. Every guard's refusals
 * and questions come from here. An agent that has one text for both shows the model's, which names the person's
 * alternatives.
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
