import type { Io } from "../../kit/io.ts";
import type { JsonObject } from "../../kit/json.ts";
import type { Events } from "./hook-event.ts";
import type { Outcome, Rewrite } from "./outcome.ts";
import type { ReadFile, SelfTold } from "./self-told.ts";

/** The answer to the agent. */
export interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** The input could not be read, so this is no answer to an event. */
  readonly isUnread?: true;
}

/** The parts of an answer that an agent honours at one of its events. It drops every other part without a word. */
export interface Capabilities {
  /** A verdict of `deny` or `block` stops the announced action. */
  readonly refusal: boolean;
  /** The turn ends here, and a refusal makes the agent go on; the model is given its reason. Not meant by `refusal`. */
  readonly resumes?: true;
  /** The agent is about to ask the person: an approval answers in their place, and without a verdict they decide. */
  readonly approves?: true;
  readonly context: boolean;
  /** The agent takes the context here but does not show it to the model: context for the model waits. */
  readonly unheard?: true;
  /** A message that the person sees. */
  readonly notice: boolean;
  readonly rewrite: readonly (keyof Rewrite)[];
  /** Rewrites that nobody here has seen work: they are sent, and the secret counts as not taken out. */
  readonly tries?: readonly (keyof Rewrite)[];
  /**
   * The parts that go by a lever, which the agent meant for something else, such as a refusal whose reason takes the
   * output's place.
   */
  readonly lever?: readonly ("refusal" | "context" | keyof Rewrite)[];
  /**
   * A rewrite that is not carried is no leak here. `ignore`: another event of this agent deals with it, and only a
   * rewrite is expected of this one. `later`: an event that comes later takes the secret out, and a refusal would stop
   * a text that is about to be cleaned; other refusals hold.
   */
  readonly lost?: "ignore" | "later";
  /** A file with another hook whose arguments may count in the place of ours: a rewrite of arguments is lost then. */
  readonly contested?: string;
}

/** The user's settings that change an answer's form. */
export interface DialectOptions {
  /** Arguments are rewritten also if the agent then takes the call for approved; otherwise such a call is denied. */
  readonly approvingRewrites: boolean;
  /** A leak that can only be stopped together with the whole turn stops it; otherwise person and model are warned. */
  readonly strict: boolean;
  /** snapveil's mod takes secrets out of the messages that the model is about to see. */
  readonly hasMod?: boolean;
}

/** One agent's spelling of events and answers. Pure: no clock, no files. */
export interface Dialect {
  /** The agent's name as `--agent` takes it. */
  readonly name: string;
  /** The agent's own name, for sentences. */
  readonly title: string;
  /** The subjects that its model learns without any hook, at the start of a conversation or later. */
  readonly tells: readonly SelfTold[];
  /** A prompt file that some of its releases read in place of others. */
  readInstead?(env: Io["env"]): ReadFile | undefined;
  /** The agent can load snapveil's mod: see `DialectOptions`. */
  readonly takesMod?: true;
  /** Each hook before a tool gets the arguments as the one before left them. Else the arguments of one hook count. */
  readonly chainsRewrites?: true;
  /** Every event that is known of this agent, by its wire name. */
  readonly events: readonly string[];
  /** The name of a payload's event. `given`: the value of `--event`, for agents that put no name into the payload. */
  eventName(raw: JsonObject, given: string | undefined): string;
  /**
   * The canonical events that a payload stands for, in the order in which builtins must see them: one agent's
   * "after the tool" is both `tool_response_transform` and `post_tool_use`. At least one; never throws.
   */
  decode(raw: JsonObject, wireName: string): Events;
  /** `raw`: some agents carry a rewrite for certain tools only. */
  carries(wireName: string, raw: JsonObject, options: DialectOptions): Capabilities;
  /** The answer to an event. The outcome holds only the parts that `carries` allows, see `deliver`. */
  encode(outcome: Outcome, wireName: string, raw: JsonObject): Reply;
  /**
   * The answer if the input could not be read. `closed`: something that guards was asked for. `wireName` may be "".
   */
  encodeUnreadable(sentence: string, closed: boolean, wireName: string): Reply;
  /**
   * Seconds that the agent gives a hook of this event at the most, whatever is registered; `undefined` if that is
   * more than enough.
   */
  patience(wireName: string): number | undefined;
  /** Whether the person can be asked about an event; a verdict of `ask` is a refusal elsewhere. */
  asks(wireName: string, raw: JsonObject): boolean;
  /** Whether an event tells of tools that failed, of those that did not, or of both. */
  tellsOf(wireName: string): "failure" | "success" | "both";
}
