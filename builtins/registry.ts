import { asNumber } from "../kit/json.ts";
import type { EventName, HookEvent } from "../agents/codec/hook-event.ts";
import type { Outcome } from "../agents/codec/outcome.ts";
import addDate from "./add-date.ts";
import addUserInfo from "./add-user-info.ts";
import type { Call } from "./call.ts";
import maxIterations from "./max-iterations.ts";
import { userOnLinux } from "./user-on-linux.ts";

/** A builtin: a named unit that answers an event. */
type Handler<Name extends EventName = EventName> = (event: HookEvent<Name>, call: Call) => Outcome | Promise<Outcome>;

/** One row of the registry. */
export interface Builtin {
  readonly name: string;
  /** Events that it answers; `undefined`: it answers any event that it is asked for at, once. */
  readonly events: readonly EventName[] | undefined;
  /** The event that a reply names where the payload named none. */
  readonly home: EventName;
  /** What a failure means: `open`, the event goes on; `closed`, it is denied or withheld. */
  readonly failure: "open" | "closed";
  load(): Promise<Handler>;
}

type Row = Omit<Builtin, "name" | "load" | "events">;
const session: Row = { home: "session_start", failure: "open" };
const turn: Row = { home: "turn_start", failure: "open" };

/**
 * Every builtin in the order in which they run within one event: texts, limits, then what rewrites, then what records.
 */
export const BUILTINS: readonly Builtin[] = [
  onAny("add_environment_info", session, () => import("./add-environment-info.ts")),
  onAny("add_user_info", session, async () => ({ default: describeUser })),
  onAny("add_directory_listing", session, () => import("./add-directory-listing.ts")),
  onAny("add_recent_commits", session, () => import("./add-recent-commits.ts")),
  onAny("add_date", turn, async () => ({ default: addDate })),
  onAny("add_git_status", turn, () => import("./add-git-status.ts")),
  onAny("add_git_diff", turn, () => import("./add-git-diff.ts")),
  onAny("add_prompt_files", turn, () => import("./add-prompt-files.ts")),
  onAny("max_iterations", { ...turn, home: "before_llm_call" }, async () => ({ default: limitRounds })),
  on(["on_agent_switch"], "unload", "open", () => import("./unload.ts")),
  on(
    [
      "tool_input_transform",
      "pre_tool_use",
      "tool_guard",
      "before_llm_call",
      "tool_response_transform",
      "user_prompt_submit",
      "user_followup_submit",
      "user_steering_messages_submit",
    ],
    "redact_secrets",
    "closed",
    () => import("./redact-secrets.ts"),
  ),
  on(
    ["session_start", "turn_start", "turn_end", "tool_input_transform", "pre_tool_use", "post_tool_use", "session_end"],
    "snapshot",
    "open",
    () => import("./snapshot.ts"),
  ),
];

/** Linux has it in files, and reading them costs less than loading node:os. */
async function describeUser(_event: HookEvent, { io }: Call): Promise<Outcome> {
  return addUserInfo(userOnLinux(io) ?? (await import("./user-of-system.ts")).userOfSystem());
}

/** docker-agent and Cline send a counter; for the others one is kept on disk, by code that they alone load. */
async function limitRounds(event: HookEvent, call: Call): Promise<Outcome> {
  if (asNumber(event.raw["iteration"]) !== undefined || event.dialect === "docker-agent")
    return maxIterations(event, call);
  return (await import("./count-rounds.ts")).default(event, call);
}

export function builtinNamed(name: string): Builtin | undefined {
  return BUILTINS.find((builtin) => builtin.name === name);
}

/** A builtin of certain events: the compiler holds its handler to them. */
function on<const Names extends readonly [EventName, ...EventName[]]>(
  events: Names,
  name: string,
  failure: Builtin["failure"],
  load: () => Promise<{ default: Handler<Names[number]> }>,
): Builtin {
  return { name, events, home: events[0], failure, load: async () => (await load()).default as Handler };
}

function onAny(name: string, row: Row, load: () => Promise<{ default: Handler }>): Builtin {
  return { ...row, name, events: undefined, load: async () => (await load()).default };
}

/** What counts redactions; loaded only where something was redacted. */
export const loadRedactionCounts = () => import("./redaction-counts.ts");
