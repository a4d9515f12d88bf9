import type { JsonObject } from "../kit/json.ts";
import type { HookEvent } from "./hook-event.ts";
import type { Outcome, Rewrite } from "./outcome.ts";

/** What goes back to the agent. */
export interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What an agent honours in the answer to one of its events. Everything else it drops without a word. */
export interface Carriage {
  /** A verdict of `deny` or `block` stops what the event announces. */
  readonly refusal: boolean;
  readonly context: boolean;
  /** A message that the person sees. */
  readonly notice: boolean;
  readonly rewrite: readonly (keyof Rewrite)[];
}

/** How one agent spells events and answers. Pure: no clock, no files. */
export interface Dialect {
  /** As `--agent` takes it. */
  readonly name: string;
  /** The agent's own name, for sentences. */
  readonly title: string;
  /**
   * The canonical events that a payload stands for, in the order in which builtins must see them: one agent's
   * "after the tool" is both `tool_response_transform` and `post_tool_use`. At least one; never throws.
   */
  decode(raw: JsonObject, wireName: string): readonly [HookEvent, ...HookEvent[]];
  carries(wireName: string): Carriage;
  /** The answer to an event. Only what `carries` allows is in the outcome, see `deliver`. */
  encode(outcome: Outcome, wireName: string): Reply;
  /** The answer where the input could not be read. `closed`: something that guards was asked for. */
  encodeUnreadable(sentence: string, closed: boolean): Reply;
}
