import type { JsonObject } from "../../../kit/json.ts";

/** What the scripted model does with one request: it answers, refuses, says nothing any more, or answers by what it was shown. */
export type Step = Answer | { readonly status: number } | "silence" | ((shown: string) => Answer);

/** A call of one of the agent's tools, or a text that ends the turn. */
export type Answer = ToolCall | { readonly text: string };

export interface ToolCall {
  readonly tool: string;
  /** Text where the tool takes text instead of an object (Codex's `exec` and `apply_patch`). */
  readonly input: JsonObject | string;
  /** The group that the tool is in, where the agent names tools by groups (Codex, for tools of servers). */
  readonly namespace?: string;
}
