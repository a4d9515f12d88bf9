import type { Json, JsonObject } from "../../kit/json.ts";
import type { EventName } from "./events.ts";

/** The fields of an event that builtins ask for; everything else that an agent sends is in `raw`. */
export interface EventFields {
  readonly sessionId?: string;
  /** Absolute path as sent, not resolved; absent if the agent sent none or "". */
  readonly cwd?: string;
  /** The folders of the session, if the agent tells of several: absolute paths. */
  readonly roots?: readonly string[];
  /** Identifies the prompt that the agent works on, if the agent sends it. */
  readonly promptId?: string;
  /** A beginning that is none: the conversation was summarized, and the turn that is open goes on. */
  readonly goesOn?: true;
  /** A beginning of a session whose earlier talk is all there: the session was resumed, or forked from another. */
  readonly isTakenUp?: true;
  readonly prompt?: string;
  /** The typed part of the prompt, if the agent adds to it; "" if nobody typed it. */
  readonly typed?: string;
  /** The agent's text at the end of its turn. */
  readonly finalText?: string;
  readonly steeringMessages?: readonly string[];
  readonly messages?: readonly Json[];
  /** The round of the model, by the agent's own count. */
  readonly iteration?: number;
  readonly toolName?: string;
  readonly toolUseId?: string;
  /** `filesystem`, `shell`, `mcp`, … */
  readonly toolCategory?: string;
  /** Usually an object; absent if the model's argument text was no JSON object. */
  readonly toolInput?: Json;
  /** docker-agent sends text; Claude Code an object whose shape depends on the tool. */
  readonly toolResponse?: Json;
  /** The calls of a batch in the order of its responses, which are a list; "" for a call without an id. */
  readonly toolUseIds?: readonly string[];
  /** A later event of a batch shows this response again. */
  readonly isShownAgain?: true;
  /** The decision about a call, and its maker. */
  readonly approval?: string;
  readonly approvalSource?: string;
  /** The model's use of tokens in a round, as the agent counts it, and its cost. */
  readonly usage?: JsonObject;
  readonly cost?: number;
  /** The tokens of the conversation before a summary; the model's limit and the reason for the summary follow. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly contextLimit?: number;
  readonly compactionReason?: string;
  /** The folder of a worktree that the agent has made, and the folder of the worktree that it was made from. */
  readonly worktreePath?: string;
  readonly worktreeSource?: string;
  /** The settings file that changed, absolute. */
  readonly changedFile?: string;
  /** The tool failed, if the agent tells. */
  readonly toolFailed?: true;
  readonly fromAgent?: string;
  readonly toAgent?: string;
  readonly fromAgentModels?: readonly ModelEndpoint[];
}

/** A model that an agent lets go of, as docker-agent describes it. */
export interface ModelEndpoint {
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly unloadApi?: string;
}

/** The facts of the agent's table about an event, whatever its payload. */
export interface EventTraits {
  /**
   * Rounds of the model are counted on this event and ended by refusing it, for the agent sends no counter of its own.
   * `next`: it stands between two rounds, so refusing it prevents the next one.
   */
  readonly countsRound?: "this" | "next";
  /** The agent puts the content of files that the prompt names by `@` into the conversation, and shows it to no hook. */
  readonly putsMentions?: true;
  /** The agent has other hooks beside this one: only the redaction of messages runs here. */
  readonly onlyMessages?: true;
  /**
   * The agent takes no text from a hook at these events: the first event of this name in the session or turn stands in.
   */
  readonly opens?: readonly ("session_start" | "turn_start")[];
  /**
   * A hook's context is shown for one call or one turn and then is no part of the conversation, so a builtin says it
   * again.
   */
  readonly forgetsContext?: true;
  /** The conversation is summarized at this event, and no `session_start` that `goesOn` tells of it. */
  readonly losesContext?: true;
  /** A session's folder never changes, and only files below it are recorded for the session. */
  readonly recordsFolder?: true;
  /** The agent sends a counter of its rounds itself, with this event or with others. */
  readonly sendsRounds?: true;
  /** The agent shows its model the arguments of a call as a hook rewrote them. */
  readonly showsRewrites?: true;
  /** The event after a tool has the arguments that ran, whichever hook they come from. */
  readonly showsRun?: true;
  /**
   * Turns follow one another at once, and a session's end follows the last turn: the next beginning or the end also
   * ends the turn, so that a turn's own end need not be registered.
   */
  readonly endsWithNext?: true;
  /** The event after a tool does not come for every call. */
  readonly losesEnds?: true;
  /** The agent can be made to go on at this event: see `Capabilities`. */
  readonly resumes?: true;
  /** The agent tells of tools that failed, and of no other. */
  readonly tellsOfFailure?: true;
  /** The agent reads its hooks anew while it runs, and asks a hook first. */
  readonly readsHooksAnew?: true;
  /** The agent shows a tool's output piece by piece, as it is printed, and then all of it once more. */
  readonly streamsOutput?: true;
}

interface EventBase extends EventFields, EventTraits {
  /** The event's name as the agent spelled it; "" if the payload had none. */
  readonly wireName: string;
  /** The dialect that decoded the event. */
  readonly dialect: string;
  /** The next turn is to be opened anew, for the agent does not tell its prompts apart. */
  readonly closesTurn?: true;
  /** The payload is the beginning of a turn, too: its facts about the prompt come once more with that event. */
  readonly startsTurn?: true;
  /** The event stands in for one that came before: a builtin may still give text, but records nothing. */
  readonly isOpened?: true;
  /** The event stands in for one whose text was given before, and is given again: see `EventTraits.forgetsContext`. */
  readonly isAgain?: true;
  /** The payload itself: unknown fields live on here. Never changed. */
  readonly raw: JsonObject;
}

/** One hook event of the given name(s), from whatever agent; `HookEvent` alone is any of them. */
export type HookEvent<Name extends EventName = EventName> = {
  [N in Name]: EventBase & { readonly name: N };
}[Name];

/** An event before a tool is called: the call can be refused, run with other arguments, or approved. */
export type CallEvent = HookEvent<"tool_input_transform" | "pre_tool_use" | "tool_guard" | "permission_request">;

/** The events of a payload; there is always one. */
export type Events = readonly [HookEvent, ...HookEvent[]];
