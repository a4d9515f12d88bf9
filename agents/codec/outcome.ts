import { defined } from "../../kit/defined.ts";
import type { Json } from "../../kit/json.ts";

/**
 * The verdicts by their strictness, weakest first. `deny` refuses this one tool call; `block` refuses whatever the
 * event announces (the model call, the prompt, the run).
 */
export const VERDICTS = ["allow", "ask", "deny", "block"] as const;

export interface Verdict {
  readonly kind: (typeof VERDICTS)[number];
  /** The reason for the model; for the person too, unless `person` has another. */
  readonly reason: string;
  /** The reason for the person, if the agent shows people a text of their own. */
  readonly person?: string;
  /** The model's alternatives, in sentences, for agents that take alternatives apart from the reason. */
  readonly suggestions?: readonly string[];
}

/**
 * A guard's objection, for sentences, the log and `snapveil allow`. It points and never quotes, so it is safe in a log.
 */
export interface Objection {
  /** The builtin's name, which its caller adds. */
  readonly guard?: string;
  readonly found: readonly ObjectedItem[];
  /** The part of the event from which a rewrite takes the secret. */
  readonly part?: keyof Rewrite;
  /** The secret was taken out of a call's arguments, and the call ran with it all the same. */
  readonly ran?: true;
  readonly pass?: Pass;
}

/** One thing to which a guard objects. */
export interface ObjectedItem {
  /** The kind of a secret, or the name of a rule. */
  readonly kind: string;
  /** The masked secret: `gh…9z (40 characters)`. */
  readonly excerpt?: string;
  /** The place in words: `content, line 3`. */
  readonly where?: string;
}

/** Lines for a list of the user's settings that let the same thing pass from now on. */
interface Pass {
  /** The keys that lead to the list. */
  readonly setting: readonly string[];
  /** `hmac:SALT:DIGEST`, or another entry of that list. */
  readonly lines: readonly string[];
}

/** New values for fields of the event. Each is complete, never a patch. */
export interface Rewrite {
  readonly toolInput?: Json;
  readonly messages?: readonly Json[];
  readonly toolResponse?: Json;
  readonly prompt?: string;
}

/** A builtin's answer to an event. `{}` says nothing. */
export interface Outcome {
  readonly verdict?: Verdict;
  /** Texts for the model, in the order in which they were given. */
  readonly context?: readonly string[];
  readonly rewrite?: Rewrite;
  /**
   * Reasons why the turn is not to end yet: work that the model has to do first. An agent that can be made to go on
   * does.
   */
  readonly unfinished?: readonly string[];
  /** Sentences for the person at the agent. Never holds a secret. */
  readonly notice?: readonly string[];
  /**
   * Notices that are true only if the rewrite is delivered: no notice may say "redacted …" about a call that was
   * denied.
   */
  readonly rewriteNotice?: readonly string[];
  /** Texts for the model that are true only if the rewrite is delivered. */
  readonly rewriteContext?: readonly string[];
  /** The reasons of the verdict and the rewrite. */
  readonly objections?: readonly Objection[];
}

/** The identity of `merge`. */
export const nothing: Outcome = {};

export function context(text: string): Outcome {
  return { context: [text] };
}

export function deny(reason: string): Outcome {
  return { verdict: { kind: "deny", reason } };
}

export function block(reason: string): Outcome {
  return { verdict: { kind: "block", reason } };
}

/**
 * Two outcomes of one event as one, `second` having seen the rewrites of `first`.
 * The stricter verdict wins and reasons of equal ones are joined by a newline; contexts and notices are appended;
 * a later rewrite of the same part wins, since the earlier one was its input.
 * Associative, with `nothing` as identity; a denial is never lost.
 */
export function merge(first: Outcome, second: Outcome): Outcome {
  if (first === nothing) return second;
  if (second === nothing) return first;
  const verdict = stricter(first.verdict, second.verdict);
  const context = append(first.context, second.context);
  const notice = append(first.notice, second.notice);
  const unfinished = append(first.unfinished, second.unfinished);
  const rewriteNotice = append(first.rewriteNotice, second.rewriteNotice);
  const rewriteContext = append(first.rewriteContext, second.rewriteContext);
  const objections = append(first.objections, second.objections);
  const rewrite = { ...first.rewrite, ...second.rewrite };
  return {
    ...defined({ verdict, context }),
    ...(Object.keys(rewrite).length > 0 && { rewrite }),
    ...defined({ unfinished, notice, rewriteNotice, rewriteContext, objections }),
  };
}

function append<Part>(
  first: readonly Part[] | undefined,
  second: readonly Part[] | undefined,
): readonly Part[] | undefined {
  return first && second ? [...first, ...second] : (first ?? second);
}

function stricter(first: Verdict | undefined, second: Verdict | undefined): Verdict | undefined {
  if (!first || !second) return first ?? second;
  const difference = VERDICTS.indexOf(first.kind) - VERDICTS.indexOf(second.kind);
  if (difference !== 0) return difference > 0 ? first : second;
  const joined = (texts: readonly string[]) => texts.filter((part) => part !== "").join("\n");
  const hasOwn = first.person !== undefined || second.person !== undefined;
  const suggestions = append(first.suggestions, second.suggestions);
  return {
    kind: first.kind,
    reason: joined([first.reason, second.reason]),
    ...(hasOwn && { person: joined([first.person ?? first.reason, second.person ?? second.reason]) }),
    ...(suggestions && { suggestions }),
  };
}
