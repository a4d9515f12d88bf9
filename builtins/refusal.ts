import type { ObjectedItem, Objection, Outcome, Verdict } from "../agents/codec/outcome.ts";
import { MODEL_ALLOWS, PERSON_ALLOWS, withFound } from "../agents/codec/list-found.ts";

/** The parts of a guard's sentences when it refuses or asks. */
export interface Refusal {
  /** The fault, as a sentence without a full stop: `snapveil: The prompt contains a secret`. */
  readonly what: string;
  /** The fault in a question to the user, as a sentence without a full stop; absent: `what`. */
  readonly asks?: string;
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
  /** The files that the call would have harmed, for later calls of the session. */
  readonly harm?: Objection["harm"];
}

const ONLY_PERSON = "Only the person can let it pass.";
const YES = "Yes runs it once.";

/**
 * The outcome of a guard that refuses or asks: a verdict with its findings, a text for the model, one for the user, and
 * one for a question to the user. Every guard uses this function. An agent that shows one text to both gets the
 * model's. The setting that ends a guard is named to the user alone.
 */
export function refused(kind: Exclude<Verdict["kind"], "allow">, refusal: Refusal): Outcome {
  const { what, asks, found = [], logged = found, left, todo, todoOfPerson, allow, pass, harm } = refusal;
  const told = (sentence: string, ...more: readonly (string | undefined)[]) =>
    withFound(
      sentence,
      found,
      more.filter((part) => part !== undefined),
      left,
    );
  const ways = [pass && PERSON_ALLOWS, allow];
  return {
    verdict: {
      kind,
      reason: told(what, todo, pass ? MODEL_ALLOWS : allow && ONLY_PERSON),
      person: told(what, todoOfPerson, ...ways),
      // Some agents show the question to the model, too, so it names no setting.
      ...(asks !== undefined && { question: told(asks, YES, pass && PERSON_ALLOWS) }),
      suggestions: [todo],
    },
    objections: [{ found: logged, ...(pass && { pass }), ...(harm && { harm }) }],
  };
}

/**
 * What is wrong with a call, for a refusal and for a question. @param call the call and its effect: "`x`: it deletes …"
 */
export function aboutCall(call: string): Pick<Refusal, "what" | "asks"> {
  return { what: `snapveil stopped ${call}`, asks: `snapveil asks about ${call}` };
}
