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
