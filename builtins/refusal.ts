import type { ObjectedItem, Objection, Outcome, Verdict } from "../agents/codec/outcome.ts";
import { MODEL_ALLOWS, PERSON_ALLOWS, withFound } from "../agents/codec/list-found.ts";

/** The parts of a guard's sentences when it refuses or asks. */
export interface Refusal {
  /** The fault, as a sentence without a full stop: `snapveil: The prompt contains a secret`. */
  readonly what: string;
  /**
   * The findings to list after the sentence `what`, each with its kind, excerpt and place; absent if there are none to
   * list.
   */
  readonly found?: readonly ObjectedItem[];
  /**
   * The findings for the log, if they differ from `found`, since the sentence itself names them; absent: the log gets
   * `found`.
   */
  readonly logged?: readonly ObjectedItem[];
  /** How many findings are not listed. */
  readonly left?: number;
  /** The model's alternative, in sentences. */
  readonly todo: string;
  /** The user's alternatives to allowing the call, in sentences. */
  readonly todoOfPerson?: string;
  /** The setting by which the user allows the call or the secret for good, as a sentence. */
  readonly allow?: string;
  /** The lines of the settings by which `snapveil allow` lets the call or the secret pass; absent if there are none. */
  readonly pass?: Objection["pass"];
}

/**
 * The outcome of a guard that refuses or asks: a verdict with a text for the model and one for the user, and its
 * findings. Every guard uses this function. An agent that shows one text to both gets the model's, which also names the
 * user's alternatives.
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
