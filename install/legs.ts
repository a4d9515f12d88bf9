/** What `--only` takes: the legs of redact_secrets, texts for the model, and checkpoints. */
export const LEGS = ["arguments", "messages", "output", "context", "snapshot"] as const;

export type Leg = (typeof LEGS)[number];

/** The legs of redact_secrets by the canonical event that they work on. */
const REDACTED: Readonly<Record<string, Leg>> = {
  tool_input_transform: "arguments",
  pre_tool_use: "arguments",
  before_llm_call: "messages",
  user_prompt_submit: "messages",
  user_followup_submit: "messages",
  user_steering_messages_submit: "messages",
  tool_response_transform: "output",
};

/** The leg that a builtin is at an event; `undefined`: none of these, it is registered with everything only. */
export function legOf(builtin: string, canonical: string): Leg | undefined {
  if (builtin === "redact_secrets") return REDACTED[canonical];
  if (builtin === "snapshot") return "snapshot";
  return builtin.startsWith("add_") ? "context" : undefined;
}

/**
 * The one builtin that serves all of these legs, which the registered line then names; otherwise the settings decide at
 * each event.
 */
export function builtinOf(legs: readonly Leg[]): string | undefined {
  if (legs.length === 0) return undefined;
  if (legs.every((leg) => leg === "snapshot")) return "snapshot";
  return legs.every((leg) => leg !== "snapshot" && leg !== "context") ? "redact_secrets" : undefined;
}
