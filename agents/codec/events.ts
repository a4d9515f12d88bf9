/**
 * The part of a session that an event holds and a guard can hold back; `undefined` for events at which nothing can be
 * held back.
 */
export type EventSubject = "prompt" | "messages" | "call" | "result" | "end of turn" | "settings";

interface EventRow {
  readonly about?: EventSubject;
  /** An agent may ask the person about the call at this event. */
  readonly asks?: true;
}

/** The canonical events under docker-agent's names, in the order of the matrix. */
const EVENTS = {
  session_start: {},
  session_end: {},
  user_prompt_submit: { about: "prompt" },
  user_followup_submit: { about: "prompt" },
  user_steering_messages_submit: { about: "prompt" },
  turn_start: {},
  turn_end: { about: "end of turn" },
  before_llm_call: { about: "messages" },
  after_llm_call: {},
  tool_input_transform: { about: "call" },
  pre_tool_use: { about: "call", asks: true },
  tool_guard: { about: "call", asks: true },
  permission_request: { about: "call", asks: true },
  on_tool_approval_decision: {},
  tool_response_transform: { about: "result" },
  post_tool_use: { about: "result" },
  pre_compact: {},
  before_compaction: {},
  after_compaction: {},
  stop: { about: "end of turn" },
  subagent_stop: {},
  notification: {},
  on_error: {},
  on_max_iterations: {},
  on_user_input: {},
  on_session_resume: {},
  on_agent_switch: {},
  worktree_create: {},
  // Events of docker-agent 1.143 and later at which snapveil has nothing to do.
  skill_content_guard: {},
  prompt_file_guard: {},
  before_agent_run: {},
  after_agent_complete: {},
  // An agent is about to reload its settings. docker-agent has no such event.
  config_change: { about: "settings" },
} as const satisfies Readonly<Record<string, EventRow>>;

type KnownEvent = keyof typeof EVENTS;

/**
 * `unknown`: an event that this version of snapveil does not know. It is no error: builtins that run at every event
 * still answer.
 */
export type EventName = KnownEvent | "unknown";

export const EVENT_NAMES = Object.keys(EVENTS) as readonly KnownEvent[];

/**
 * The part of a session that the event `name` holds; `undefined` if a guard can hold nothing back at this event.
 * @param name also the name of an event in a log that another release wrote
 */
export function subjectOf(name: string): EventSubject | undefined {
  return rowOf(name).about;
}

/** Whether an agent that can ask the person at all may ask about a call at this event. */
export function canAskAt(name: EventName): boolean {
  return rowOf(name).asks === true;
}

function rowOf(name: string): EventRow {
  return Object.hasOwn(EVENTS, name) ? EVENTS[name as KnownEvent] : {};
}
