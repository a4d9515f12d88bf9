import type { Json, JsonObject } from "../../kit/json.ts";
import type { EventName } from "./events.ts";

/** The fields of an event that builtins use. Everything else that an agent sends is in `raw`. */
export interface EventFields {
  readonly sessionId?: string;
  /** Absolute path as sent, not resolved; absent if the agent sent none or "". */
  readonly cwd?: string;
  /** Absolute paths of the session's folders, if the agent sends several. */
  readonly roots?: readonly string[];
  /** The agent's id of the prompt that it works on, if it sends one. */
  readonly promptId?: string;
  /** On `session_start`: no session began. The agent summarized the conversation, and the open turn continues. */
  readonly goesOn?: true;
  /**
   * On `session_start`: the conversation has earlier messages, because the session was resumed or forked from another.
   */
  readonly isTakenUp?: true;
  readonly prompt?: string;
  /**
   * The part of the prompt that the person typed, if the agent adds text of its own; "" if the person typed nothing.
   */
  readonly typed?: string;
  /** The model's last message of a turn. */
  readonly finalText?: string;
  readonly steeringMessages?: readonly string[];
  readonly messages?: readonly Json[];
  /** The agent's own count of its model calls. */
  readonly iteration?: number;
  /** The agent's id or name for the agent or sub-agent that made the call: each has a conversation of its own. */
  readonly speaker?: string;
  readonly toolName?: string;
  readonly toolUseId?: string;
  /** The agent's own word for the kind of the tool: `filesystem`, `shell`, `mcp`, … */
  readonly toolCategory?: string;
  /** The arguments of the call, usually an object; absent if the model's argument text was no JSON object. */
  readonly toolInput?: Json;
  /** The output of the tool. docker-agent sends text; Claude Code an object whose shape depends on the tool. */
  readonly toolResponse?: Json;
  /**
   * The ids of the calls of a batch, whose responses `toolResponse` holds as a list in the order of the ids. "" for a
   * call without an id.
   */
  readonly toolUseIds?: readonly string[];
  /** The agent sends this response once more in a later event, that of the whole batch. */
  readonly isShownAgain?: true;
  /** The decision about a call (`approval`), and who decided (`approvalSource`). */
  readonly approval?: string;
  readonly approvalSource?: string;
  /** The tokens that a model call used, as the agent reports them (`usage`), and its price (`cost`). */
  readonly usage?: JsonObject;
  readonly cost?: number;
  /**
   * On compaction events: tokens of the conversation before and of the summary, the model's limit of tokens, and the
   * reason for the summary.
   */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly contextLimit?: number;
  readonly compactionReason?: string;
  /** The folder of a worktree that the agent has created, and the folder of the worktree from which it was created. */
  readonly worktreePath?: string;
  readonly worktreeSource?: string;
  /** The absolute path of the settings file that changed. */
  readonly changedFile?: string;
  /** The tool failed. Absent if it succeeded or the agent does not say. */
  readonly toolFailed?: true;
  readonly fromAgent?: string;
  readonly toAgent?: string;
  readonly fromAgentModels?: readonly ModelEndpoint[];
}

/** A model that an agent unloads, in docker-agent's fields. */
export interface ModelEndpoint {
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly unloadApi?: string;
}

/** Facts about an event that come from the agent's table, not from the payload. */
export interface EventTraits {
  /**
   * The agent sends no counter of model calls, so `max_iterations` counts the calls by this event and refuses the event
   * to end the turn. `next`: the event stands between two model calls, so a refusal prevents the second call.
   */
  readonly countsRound?: "this" | "next";
  /**
   * The agent adds the content of files that the prompt names by `@` to the conversation, and sends this content to no
   * hook.
   */
  readonly putsMentions?: true;
  /** Another registration of the agent runs all other builtins. At this event only the redaction of messages runs. */
  readonly onlyMessages?: true;
  /**
   * The agent takes no text from a hook at the listed events. If this event is the first of its name in the session or
   * turn, the texts of the listed events are given at it.
   */
  readonly opens?: readonly ("session_start" | "turn_start")[];
  /**
   * The agent shows a hook's context to the model for one model call or one turn only, so a builtin gives the same text
   * again.
   */
  readonly forgetsContext?: true;
  /** The agent summarizes the conversation at this event and sends no `session_start` with `goesOn` afterwards. */
  readonly losesContext?: true;
  /** The folder of a session never changes. Checkpoints of the session hold only files below it. */
  readonly recordsFolder?: true;
  /** The agent sends its own counter of model calls (`iteration`), with this event or with other events. */
  readonly sendsRounds?: true;
  /** The model sees the arguments of a call as a hook rewrote them, not as the model wrote them. */
  readonly showsRewrites?: true;
  /** The event after a tool holds the arguments with which the tool ran, even if another hook rewrote them. */
  readonly showsRun?: true;
  /**
   * After a turn the agent sends the next turn's start or the session's end at once. The next start or end also
   * completes the turn's checkpoint, so the event at the end of a turn need not be registered.
   */
  readonly endsWithNext?: true;
  /** The agent sends no event after some calls. */
  readonly losesEnds?: true;
  /** A refusal of this event makes the agent continue its turn: see `Capabilities.resumes`. */
  readonly resumes?: true;
  /** The agent sends this event after failed tools only. */
  readonly tellsOfFailure?: true;
  /** The agent reloads its hooks while it runs, and sends an event before it does. */
  readonly readsHooksAnew?: true;
  /** The agent shows a tool's output in pieces while the tool prints, and then the whole output once more. */
  readonly streamsOutput?: true;
}

interface EventBase extends EventFields, EventTraits {
  /** The event's name in the agent's spelling; "" if neither the payload nor `--event` names it. */
  readonly wireName: string;
  /** The name of the dialect that decoded the event. */
  readonly dialect: string;
  /** This event begins or ends a turn, so later events belong to a new turn even without a prompt id. */
  readonly closesTurn?: true;
  /** Another event of this payload is a `turn_start` with the fields of the prompt. */
  readonly startsTurn?: true;
  /**
   * snapveil added this event in place of an earlier event at which the agent takes no text. Builtins may answer with
   * text but record nothing.
   */
  readonly isOpened?: true;
  /**
   * snapveil added this event to repeat an earlier event whose texts the model has lost or forgotten
   * (`EventTraits.forgetsContext`). Builtins give only texts for the model.
   */
  readonly isAgain?: true;
  /** The payload as sent, with unknown fields. Never changed. */
  readonly raw: JsonObject;
}

/** A hook event of one of the given names; `HookEvent` alone is an event of any name. */
export type HookEvent<Name extends EventName = EventName> = {
  [N in Name]: EventBase & { readonly name: N };
}[Name];

/** An event before a tool is called: the call can be refused, run with other arguments, or approved. */
export type CallEvent = HookEvent<"tool_input_transform" | "pre_tool_use" | "tool_guard" | "permission_request">;

/** The canonical events of one payload; at least one. */
export type Events = readonly [HookEvent, ...HookEvent[]];
