import type { Builtin } from "../builtin.ts";
import { anyEvent, certainEvents } from "./row.ts";

const GUARDED = [
  "tool_input_transform",
  "pre_tool_use",
  "tool_guard",
  "before_llm_call",
  "tool_response_transform",
  "user_prompt_submit",
  "user_followup_submit",
  "user_steering_messages_submit",
] as const;

/** The events before a tool runs. */
const CALLS = ["pre_tool_use", "tool_input_transform"] as const;
/**
 * All events before a tool runs, including two at which no builtin runs by default, but for which users may name
 * builtins.
 */
const JUDGED_CALLS = [...CALLS, "tool_guard", "permission_request"] as const;

/** The builtins that limit a run, judge a call or the hooks, and redact: before the rows that work on results. */
export const GUARDS: readonly Builtin[] = [
  anyEvent({
    name: "max_iterations",
    does: "ends the run at the first model call past the limit",
    takes: "the limit (none)",
    home: "before_llm_call",
    byDefault: [],
    leavesTraces: true,
    countsRounds: true,
    failure: "open",
    load: () => import("../max-iterations.ts"),
  }),
  certainEvents({
    name: "unload",
    does: "frees the models of Docker Model Runner that the agent switched away from",
    events: ["on_agent_switch"],
    byDefault: ["on_agent_switch"],
    leavesTraces: true,
    talks: true,
    failure: "open",
    load: () => import("../unload.ts"),
  }),
  certainEvents({
    // It stands before the guards, which have to judge the arguments that this builtin puts into a call.
    name: "http_policy",
    does: "asks a server of yours what is to become of the event, which is sent redacted: see [below](#http_policy)",
    takes: "a URL",
    events: ["pre_tool_use", "tool_guard", "permission_request", "user_prompt_submit", "stop"],
    byDefault: [],
    leavesTraces: true,
    usersOnly: true,
    approves: true,
    talks: true,
    holdsTurn: true,
    failure: "closed",
    load: () => import("../http-policy.ts"),
  }),
  certainEvents({
    name: "block_destructive",
    does: "refuses a call that destroys what no checkpoint brings back: see [below](#block_destructive)",
    takes: "`catastrophic`, `unrecorded` or `all`, then `ask` or `deny`",
    events: JUDGED_CALLS,
    byDefault: CALLS,
    defaultArguments: ["unrecorded"],
    isWeakerBy: ([level, verdict]) => (level !== "unrecorded" && level !== "all") || verdict === "ask",
    failure: "closed",
    load: () => import("../block-destructive.ts"),
  }),
  certainEvents({
    name: "protect_snapveil",
    does:
      "asks before a call that switches snapveil off, or changes its settings, its data or the agent's hook file: " +
      "see [below](#protect_snapveil)",
    events: JUDGED_CALLS,
    byDefault: CALLS,
    failure: "closed",
    load: () => import("../protect-snapveil.ts"),
  }),
  certainEvents({
    name: "keep_hooks",
    does:
      "refuses a change of the agent's settings that takes hooks of snapveil out while the agent runs: " +
      "see [below](#keep_hooks)",
    events: ["config_change"],
    byDefault: ["config_change"],
    leavesTraces: true,
    whereHooksChange: true,
    failure: "closed",
    load: () => import("../keep-hooks.ts"),
  }),
  certainEvents({
    name: "note_hooks",
    does: "notes which hooks of snapveil a session begins with, for `keep_hooks`",
    events: ["session_start"],
    byDefault: ["session_start"],
    leavesTraces: true,
    whereHooksChange: true,
    failure: "open",
    load: () => import("../note-hooks.ts"),
  }),
  certainEvents({
    name: "scan_commit",
    does:
      "denies a commit, stash or push of secrets that are new in it, and a package, an image or a post with secrets: " +
      "see [below](#what-is-committed)",
    events: JUDGED_CALLS,
    byDefault: CALLS,
    failure: "closed",
    load: () => import("../scan-commit.ts"),
  }),
  certainEvents({
    name: "block_secret_files",
    does:
      "denies reading a file of secrets where the agent lets no hook rewrite an output, and everywhere one that your " +
      "settings list: see [below](#block_secret_files)",
    takes: "`always`: where it lets them, too",
    events: JUDGED_CALLS,
    byDefault: CALLS,
    refusesUncleaned: ["always"],
    failure: "closed",
    load: () => import("../block-secret-files.ts"),
  }),
  certainEvents({
    name: "redact_secrets",
    does: "puts a marker in the place of each secret, or refuses: see [redaction.md](redaction.md)",
    events: [...GUARDED, "permission_request"],
    byDefault: GUARDED,
    leg: {
      tool_input_transform: "arguments",
      pre_tool_use: "arguments",
      before_llm_call: "messages",
      user_prompt_submit: "messages",
      user_followup_submit: "messages",
      user_steering_messages_submit: "messages",
      tool_response_transform: "output",
    },
    countsFindings: true,
    failure: "closed",
    load: () => import("../redact-secrets.ts"),
  }),
  certainEvents({
    name: "approve_calls",
    does: "approves calls that you named, where the agent would ask you: see [below](#approve_calls)",
    takes: "how commands begin, each in one text: `npm test`; or `TOOL(…)` with a command or a path in it",
    events: ["permission_request"],
    byDefault: [],
    usersOnly: true,
    approves: true,
    failure: "open",
    load: () => import("../approve-calls.ts"),
  }),
];
