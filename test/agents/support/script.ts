import type { JsonObject } from "../../../kit/json.ts";

/** What the scripted model does with one request: it answers, refuses, or says nothing any more. */
export type Step = Answer | { readonly status: number } | "silence";

/** A call of one of the agent's tools, or a text that ends the turn. */
export type Answer = ToolCall | { readonly text: string };

export interface ToolCall {
  readonly tool: string;
  /** Text where the tool takes text instead of an object (Codex's `exec` and `apply_patch`). */
  readonly input: JsonObject | string;
}
