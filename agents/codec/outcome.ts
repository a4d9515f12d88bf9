import type { Json } from "../../kit/json.ts";

/**
 * How strict a verdict is, weakest first. `deny` refuses this one tool call;
 * `block` refuses whatever the event announces (the model call, the prompt, the run).
 */
export const VERDICTS = ["allow", "ask", "deny", "block"] as const;

export interface Verdict {
  readonly kind: (typeof VERDICTS)[number];
  readonly reason: string;
}

/** New values for what the event carried. Each is complete, never a patch. */
export interface Rewrite {
  readonly toolInput?: Json;
  readonly messages?: readonly Json[];
  readonly toolResponse?: Json;
  readonly prompt?: string;
}

/** What builtins say about an event. `{}` says nothing. */
export interface Outcome {
  readonly verdict?: Verdict;
  /** Texts for the model, in the order in which they were given. */
  readonly context?: readonly string[];
  readonly rewrite?: Rewrite;
  /** Why the turn is not to end yet: what the model has to do first. The agent goes on where it can be made to. */
  readonly unfinished?: readonly string[];
  /** Sentences for the person at the agent. Never holds a secret. */
  readonly notice?: readonly string[];
  /**
   * Notices that are true only where the rewrite is delivered: "redacted …" must not be said of a call that was denied.
   */
  readonly rewriteNotice?: readonly string[];
  /** The same for the model. */
  readonly rewriteContext?: readonly string[];
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
  const rewrite = { ...first.rewrite, ...second.rewrite };
  return {
    ...(verdict && { verdict }),
    ...(context && { context }),
    ...(Object.keys(rewrite).length > 0 && { rewrite }),
    ...(unfinished && { unfinished }),
    ...(notice && { notice }),
    ...(rewriteNotice && { rewriteNotice }),
    ...(rewriteContext && { rewriteContext }),
  };
}

function append(
  first: readonly string[] | undefined,
  second: readonly string[] | undefined,
): readonly string[] | undefined {
  return first && second ? [...first, ...second] : (first ?? second);
}

function stricter(first: Verdict | undefined, second: Verdict | undefined): Verdict | undefined {
  if (!first || !second) return first ?? second;
  const difference = VERDICTS.indexOf(first.kind) - VERDICTS.indexOf(second.kind);
  if (difference !== 0) return difference > 0 ? first : second;
  const reason = [first.reason, second.reason].filter((part) => part !== "").join("\n");
  return { kind: first.kind, reason };
}
