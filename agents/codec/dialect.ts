import type { Io } from "../../kit/io.ts";
import type { JsonObject } from "../../kit/json.ts";
import type { Events } from "./hook-event.ts";
import type { Outcome, Rewrite } from "./outcome.ts";
import type { ReadFile, SelfTold } from "./self-told.ts";

/** The text that snapveil prints for the agent, and the exit code. */
export interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** The input could not be read, so the reply answers no event. */
  readonly isUnread?: true;
}

/** The parts of an answer that an agent honours at one of its events. The agent ignores every other part silently. */
export interface Capabilities {
  /** A verdict of `deny` or `block` stops the announced action. */
  readonly refusal: boolean;
  /**
   * The turn ends at this event. If a hook refuses the event, the agent continues the turn and its model reads the
   * reason. This is not `refusal`, which prevents what an event announces.
   */
  readonly resumes?: true;
  /**
   * The agent is about to ask the person whether the call may run. `allow` answers for the person; without a verdict
   * the person is asked.
   */
  readonly approves?: true;
  readonly context: boolean;
  /**
   * The agent accepts a context at this event but does not show it to the model, so texts for the model wait for a
   * later event.
   */
  readonly unheard?: true;
  /** The agent shows the person a message of the hook. */
  readonly notice: boolean;
  readonly rewrite: readonly (keyof Rewrite)[];
  /**
   * Rewrites whose effect nobody has tested. They are sent, and the person and the model are warned that the secret may
   * be visible.
   */
  readonly tries?: readonly (keyof Rewrite)[];
  /**
   * The parts that the agent honours only by a field meant for another purpose, such as an output that is replaced by
   * the reason of a refusal.
   */
  readonly lever?: readonly ("refusal" | "context" | keyof Rewrite)[];
  /**
   * Set if a redaction that the agent does not honour at this event is no leak. `ignore`: another event of this agent
   * redacts the same text. `later`: a later event redacts the text, so this event is not refused because of the secret,
   * only for other reasons.
   */
  readonly lost?: "ignore" | "later";
  /**
   * A file that registers another hook before tools. The agent may take that hook's arguments instead of snapveil's, so
   * a rewrite of arguments is not relied on.
   */
  readonly contested?: string;
}

/** The user's settings that change an answer's form. */
export interface DialectOptions {
  /**
   * Rewrite arguments even if the agent then runs the call without asking the person. Without `approvingRewrites` such
   * a call is denied.
   */
  readonly approvingRewrites: boolean;
  /**
   * Stop the whole turn if nothing else keeps a secret from the model. Without `strict` the turn continues, and the
   * person and the model are warned.
   */
  readonly strict: boolean;
  /** snapveil's Claude Code mod is running in this session: it redacts messages before the model sees them. */
  readonly hasMod?: boolean;
}

/**
 * The names of one agent's events and the form of its answers. The functions are pure: they read no clock and no files.
 */
export interface Dialect {
  /** The agent's name as `--agent` takes it: `claude-code`. */
  readonly name: string;
  /** The agent's name in sentences: `Claude Code`. */
  readonly title: string;
  /**
   * Facts about the session's surroundings that the agent itself, without a hook, tells its model at the start of a
   * conversation or later.
   */
  readonly tells: readonly SelfTold[];
  /**
   * A prompt file that some releases of the agent read instead of the usual ones; `undefined` for the other releases.
   */
  readInstead?(env: Io["env"]): ReadFile | undefined;
  /** The agent can load snapveil's mod (`DialectOptions.hasMod`). */
  readonly takesMod?: true;
  /**
   * Each hook before a tool receives the arguments that the previous hook returned. Otherwise the agent uses the
   * arguments of one hook only.
   */
  readonly chainsRewrites?: true;
  /** The wire names of all known events of this agent. */
  readonly events: readonly string[];
  /**
   * The name of a payload's event; "" if unknown. `given`: the value of `--event`, for agents whose payloads do not
   * name their event.
   */
  eventName(raw: JsonObject, given: string | undefined): string;
  /**
   * The canonical events of a payload, in the order in which builtins must see them: one agent's "after the tool" is
   * both `tool_response_transform` and `post_tool_use`. There is at least one. Never throws.
   */
  decode(raw: JsonObject, wireName: string): Events;
  /**
   * The parts of an answer that the agent honours at an event. The result depends on the payload `raw`, because some
   * agents honour a rewrite for certain tools only.
   */
  carries(wireName: string, raw: JsonObject, options: DialectOptions): Capabilities;
  /**
   * The reply that expresses an outcome. The outcome holds only parts that `carries` allows; `deliver` has removed the
   * others.
   */
  encode(outcome: Outcome, wireName: string, raw: JsonObject): Reply;
  /**
   * The reply if the input could not be read. `closed`: a guard should have seen the event, so the event is refused if
   * possible. `wireName` may be "".
   */
  encodeUnreadable(sentence: string, closed: boolean, wireName: string): Reply;
  /**
   * The agent's own upper limit for the time of a hook at this event, in seconds, whatever timeout is registered;
   * `undefined` if there is no limit that matters.
   */
  patience(wireName: string): number | undefined;
  /** Whether the agent can ask the person about this event. If it cannot, a verdict of `ask` becomes a refusal. */
  asks(wireName: string, raw: JsonObject): boolean;
  /** Whether the agent sends this event after failed tools, after successful ones, or after both. */
  tellsOf(wireName: string): "failure" | "success" | "both";
}
