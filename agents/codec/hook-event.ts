import type { Json, JsonObject } from "../../kit/json.ts";

/** What every event carries, whoever sent it. */
export interface EventBase {
  /** The event's name as the agent spelled it; "" where the payload had none. */
  readonly wireName: string;
  /** The dialect that decoded it. */
  readonly dialect: string;
  readonly sessionId?: string;
  /** Absolute path as sent, not resolved; absent where the agent sent none or "". */
  readonly cwd?: string;
  readonly agentName?: string;
  /** Identifies the prompt that the agent works on, where it sends such a thing. */
  readonly promptId?: string;
  /**
   * Rounds of the model are counted on this event and ended by refusing it, for the agent sends no counter of its own.
   * `next`: it stands between two rounds, so refusing it prevents the next one.
   */
  readonly countsRound?: "this" | "next";
  /**
   * Events at which the agent takes no text from a hook; the first of this event in their session or turn stands for
   * them.
   */
  readonly opens?: readonly ("session_start" | "turn_start")[];
  /** The next turn is to be opened anew, for the agent does not tell its prompts apart. */
  readonly closesTurn?: true;
  /** The agent sends a counter of its rounds itself, with this event or with others. */
  readonly sendsRounds?: true;
  /** The agent shows its model the arguments of a call as a hook rewrote them. */
  readonly showsRewrites?: true;
  /** The agent shows a tool's output piece by piece, as it is printed, and then all of it once more. */
  readonly streamsOutput?: true;
  /** Stands in for an event that came before: there is text to be given, but nothing to be recorded any more. */
  readonly isOpened?: true;
  /** The payload itself: unknown fields live on here. Never changed. */
  readonly raw: JsonObject;
}

interface ToolFields {
  readonly toolName?: string;
  readonly toolUseId?: string;
  /** Usually an object; absent where the model's argument text was no JSON object. */
  readonly toolInput?: Json;
  /** `filesystem`, `shell`, `mcp`, … */
  readonly toolCategory?: string;
  /** `strict`, `balanced`, `autonomous`, `restricted`. */
  readonly safetyPolicy?: string;
}

interface ToolResultFields extends ToolFields {
  /** docker-agent sends text; Claude Code an object whose shape depends on the tool. */
  readonly toolResponse?: Json;
  readonly toolError?: boolean;
  /** Of a batch, whose response is a list: the calls, in its order; "" where one has no id. */
  readonly toolUseIds?: readonly string[];
  /** A later event of a batch shows this response again. */
  readonly isShownAgain?: true;
}

/** A model that an agent lets go of, as docker-agent describes it. */
export interface ModelEndpoint {
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly unloadApi?: string;
}

/** Counts of tokens of one model call. */
export interface TokenUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cachedInputTokens?: number;
  readonly cachedWriteTokens?: number;
  readonly reasoningTokens?: number;
}

interface CompactionFields {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly contextLimit?: number;
  readonly compactionReason?: string;
  readonly summary?: string;
}

interface NotificationFields {
  readonly notificationLevel?: string;
  readonly notificationMessage?: string;
}

/** Canonical event name (docker-agent's) → the fields that come with it. */
export interface EventFields {
  session_start: { readonly source?: string };
  session_end: { readonly reason?: string };
  user_prompt_submit: { readonly prompt?: string };
  user_followup_submit: { readonly prompt?: string };
  user_steering_messages_submit: { readonly steeringMessages?: readonly string[] };
  turn_start: object;
  turn_end: { readonly reason?: string };
  before_llm_call: { readonly modelId?: string; readonly iteration?: number; readonly messages?: readonly Json[] };
  after_llm_call: {
    readonly modelId?: string;
    readonly stopResponse?: string;
    readonly lastUserMessage?: string;
    readonly usage?: TokenUsage;
    /** US dollars; absent = no price known, 0 = free. */
    readonly cost?: number;
  };
  tool_input_transform: ToolFields;
  pre_tool_use: ToolFields;
  tool_guard: ToolFields;
  permission_request: ToolFields;
  on_tool_approval_decision: ToolFields & {
    readonly approvalDecision?: string;
    readonly approvalSource?: string;
    readonly safetyLabel?: string;
  };
  tool_response_transform: ToolResultFields;
  post_tool_use: ToolResultFields;
  pre_compact: { readonly source?: string };
  before_compaction: CompactionFields;
  after_compaction: CompactionFields;
  stop: { readonly stopResponse?: string; readonly lastUserMessage?: string };
  subagent_stop: { readonly stopResponse?: string; readonly parentSessionId?: string };
  notification: NotificationFields;
  on_error: NotificationFields;
  on_max_iterations: NotificationFields;
  on_user_input: object;
  on_session_resume: { readonly previousMaxIterations?: number; readonly newMaxIterations?: number };
  on_agent_switch: {
    readonly fromAgent?: string;
    readonly toAgent?: string;
    /** `transfer_task`, `transfer_task_return`, `handoff`, `force_handoff`. */
    readonly agentSwitchKind?: string;
    readonly fromAgentModels?: readonly ModelEndpoint[];
  };
  worktree_create: {
    readonly worktreePath?: string;
    readonly worktreeBranch?: string;
    readonly worktreeSourceDir?: string;
  };
  /** An event that this version does not know. It is tolerated: builtins of no particular event still answer. */
  unknown: object;
}

export type EventName = keyof EventFields;

/** One hook event of the given name(s); `HookEvent` alone is any of them, told apart by `name`. */
export type HookEvent<Name extends EventName = EventName> = {
  [N in Name]: EventBase & { readonly name: N } & EventFields[N];
}[Name];
