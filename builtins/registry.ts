import type { EventName } from "../agents/codec/events.ts";
import type { Builtin, BuiltinFile } from "./builtin.ts";

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

const RECORDED = [
  "session_start",
  "user_prompt_submit",
  "user_followup_submit",
  "turn_start",
  "turn_end",
  "tool_input_transform",
  "pre_tool_use",
  "post_tool_use",
  "session_end",
] as const;

/**
 * Every builtin, in the order in which they run at one event: first those that add texts, then those that limit, that
 * rewrite and that record. A builtin that fails closed runs before all others, and one with `afterAll` behind them.
 * Everything about a builtin is in its row and its own file; docs/builtins.md is generated from this table.
 */
export const BUILTINS: readonly Builtin[] = [
  anyEvent({
    name: "add_environment_info",
    does: "tells the model the working folder, whether it is in a git repository, the system and the processor",
    home: "session_start",
    byDefault: ["session_start"],
    leg: "context",
    subjects: ["folder", "platform"],
    isTold: "once",
    failure: "open",
    load: () => import("./add-environment-info.ts"),
  }),
  anyEvent({
    name: "add_user_info",
    does: "tells it the login name, the full name and the host's name",
    home: "session_start",
    byDefault: ["session_start"],
    leg: "context",
    isTold: "once",
    failure: "open",
    load: () => import("./add-user-info.ts"),
  }),
  anyEvent({
    name: "add_directory_listing",
    does: "tells it the names at the top of the working folder, 100 at most, hidden ones left out",
    home: "session_start",
    byDefault: ["session_start"],
    leg: "context",
    subjects: ["listing"],
    isTold: "once",
    failure: "open",
    load: () => import("./add-directory-listing.ts"),
  }),
  anyEvent({
    name: "add_recent_commits",
    does: "tells it the newest commits, one line each",
    takes: "how many (10)",
    home: "session_start",
    byDefault: ["session_start"],
    leg: "context",
    subjects: ["commits"],
    isTold: "once",
    failure: "open",
    load: () => import("./add-recent-commits.ts"),
  }),
  anyEvent({
    name: "add_date",
    does: "tells it today's date",
    home: "turn_start",
    byDefault: ["turn_start"],
    leg: "context",
    subjects: ["date"],
    isTold: "changed",
    failure: "open",
    load: () => import("./add-date.ts"),
  }),
  anyEvent({
    name: "add_git_status",
    does: "tells it the branch and the changed files",
    home: "turn_start",
    byDefault: ["turn_start"],
    leg: "context",
    subjects: ["status"],
    isTold: "changed",
    failure: "open",
    load: () => import("./add-git-status.ts"),
  }),
  anyEvent({
    name: "add_git_diff",
    does: "tells it which files have changes that are not staged, with line counts",
    takes: "`full` for the whole difference",
    home: "turn_start",
    byDefault: [],
    leg: "context",
    isTold: "changed",
    failure: "open",
    load: () => import("./add-git-diff.ts"),
  }),
  anyEvent({
    name: "add_prompt_files",
    does:
      "tells it the contents of these files: the nearest one in the working folder or above, and the one in the " +
      "home folder",
    takes: "names of files; `--depth=N` lists those up to N levels below",
    home: "turn_start",
    byDefault: ["turn_start"],
    defaultArguments: ["AGENTS.md"],
    argumentsAdd: true,
    leg: "context",
    failure: "open",
    load: () => import("./add-prompt-files.ts"),
  }),
  anyEvent({
    name: "add_context",
    does: "tells it these texts, with fields of the event in them: see [below](#add_context)",
    takes: "texts",
    home: "session_start",
    byDefault: [],
    leg: "context",
    failure: "open",
    load: () => import("./add-context.ts"),
  }),
  anyEvent({
    name: "max_iterations",
    does: "ends the run at the first model call past the limit",
    takes: "the limit (none)",
    home: "before_llm_call",
    byDefault: [],
    leavesTraces: true,
    countsRounds: true,
    failure: "open",
    load: () => import("./max-iterations.ts"),
  }),
  certainEvents({
    name: "unload",
    does: "frees the models of Docker Model Runner that the agent switched away from",
    events: ["on_agent_switch"],
    byDefault: ["on_agent_switch"],
    leavesTraces: true,
    talks: true,
    failure: "open",
    load: () => import("./unload.ts"),
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
    load: () => import("./http-policy.ts"),
  }),
  certainEvents({
    name: "block_destructive",
    does: "refuses a call that destroys what no checkpoint brings back: see [below](#block_destructive)",
    takes: "`catastrophic`, `unrecorded` or `all`, then `ask` or `deny`",
    events: JUDGED_CALLS,
    byDefault: CALLS,
    defaultArguments: ["unrecorded"],
    failure: "closed",
    load: () => import("./block-destructive.ts"),
  }),
  certainEvents({
    name: "protect_snapveil",
    does:
      "asks before a call that switches snapveil off, or changes its settings, its data or the agent's hook file: " +
      "see [below](#protect_snapveil)",
    events: JUDGED_CALLS,
    byDefault: CALLS,
    failure: "closed",
    load: () => import("./protect-snapveil.ts"),
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
    load: () => import("./keep-hooks.ts"),
  }),
  certainEvents({
    name: "note_hooks",
    does: "notes which hooks of snapveil a session begins with, for `keep_hooks`",
    events: ["session_start"],
    byDefault: ["session_start"],
    leavesTraces: true,
    whereHooksChange: true,
    failure: "open",
    load: () => import("./note-hooks.ts"),
  }),
  certainEvents({
    name: "scan_commit",
    does:
      "denies a commit, stash or push of secrets that are new in it, and a package, an image or a post with secrets: " +
      "see [below](#what-is-committed)",
    events: JUDGED_CALLS,
    byDefault: CALLS,
    failure: "closed",
    load: () => import("./scan-commit.ts"),
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
    load: () => import("./block-secret-files.ts"),
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
    load: () => import("./redact-secrets.ts"),
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
    load: () => import("./approve-calls.ts"),
  }),
  certainEvents({
    // It stands behind the builtins that redact, since it compares texts as the model gets these, and before the
    // builtin that limits, whose text names a file.
    name: "elide_repeated_tool_results",
    does: "puts a note in the place of an output that the model has already: see [below](#repeated-outputs)",
    takes: "the bytes of the shortest output that it replaces (500)",
    events: ["tool_response_transform", "session_start", "pre_compact", "after_compaction", "session_end"],
    byDefault: [],
    watches: ["session_start", "pre_compact", "after_compaction"],
    leavesTraces: true,
    onlyRewrites: "toolResponse",
    failure: "open",
    load: () => import("./elide-repeated-tool-results.ts"),
  }),
  certainEvents({
    // It stands behind the builtins that redact, since it writes the output to a file.
    name: "limit_large_tool_results",
    does: "puts a long output into a private file and tells the model its end: see [below](#long-outputs)",
    takes: "bytes (51200), then lines (2000)",
    events: ["tool_response_transform"],
    byDefault: [],
    leavesTraces: true,
    onlyRewrites: "toolResponse",
    failure: "open",
    load: () => import("./limit-large-tool-results.ts"),
  }),
  certainEvents({
    name: "format_changed",
    does: "runs your formatter on the files that a call changed: see [below](#format_changed)",
    takes: "a command and its arguments; the file's path stands for `{}`, or comes last",
    events: ["post_tool_use"],
    byDefault: [],
    leavesTraces: true,
    usersOnly: true,
    runsProgram: true,
    failure: "open",
    load: () => import("./format-changed.ts"),
  }),
  certainEvents({
    name: "prepare_worktree",
    does: "copies files that git ignores, and that you name, into a new worktree: see [below](#prepare_worktree)",
    takes: "files",
    events: ["worktree_create", "session_start"],
    byDefault: [],
    leavesTraces: true,
    usersOnly: true,
    failure: "open",
    load: () => import("./prepare-worktree.ts"),
  }),
  certainEvents({
    name: "snapshot",
    does: "records what a turn or a call changes, for `undo`: see [shadow-repo.md](shadow-repo.md)",
    events: RECORDED,
    byDefault: RECORDED,
    leg: "snapshot",
    leavesTraces: true,
    failure: "open",
    load: () => import("./snapshot.ts"),
  }),
  certainEvents({
    name: "require_checks",
    does: "lets a turn that changed files end only when your checks pass: see [below](#require_checks)",
    takes: "`--always`: after a turn that changed no file, too; a command and its arguments",
    events: ["turn_end", "stop"],
    byDefault: [],
    leavesTraces: true,
    usersOnly: true,
    runsProgram: true,
    holdsTurn: true,
    failure: "open",
    load: () => import("./require-checks.ts"),
  }),
  certainEvents({
    name: "check_claims",
    does: "refuses once that a turn ends with a claim that none of its calls bears out: see [below](#check_claims)",
    takes: "more claims, each in one text: `deployed => ./go-live.sh, make live`",
    events: ["stop", "user_prompt_submit", "turn_start", "pre_tool_use", "post_tool_use"],
    byDefault: [],
    watches: ["user_prompt_submit", "turn_start", "pre_tool_use", "post_tool_use"],
    leavesTraces: true,
    holdsTurn: true,
    failure: "open",
    load: () => import("./check-claims.ts"),
  }),
  certainEvents({
    name: "hold_compaction",
    does:
      "vetoes a summary of the conversation while less of the model's context is used: " +
      "see [below](#hold_compaction)",
    takes: "a share, such as 0.8",
    events: ["before_compaction"],
    byDefault: [],
    failure: "open",
    load: () => import("./hold-compaction.ts"),
  }),
  anyEvent({
    name: "http_post",
    does: "posts the event, redacted, to a server of yours: see [below](#http_post)",
    takes: "a URL, then a body in the event's place",
    home: "turn_end",
    byDefault: [],
    leavesTraces: true,
    usersOnly: true,
    talks: true,
    failure: "open",
    load: () => import("./http-post.ts"),
  }),
  anyEvent({
    name: "log_events",
    does: "writes one line about the event and what is answered, for `snapveil log`: see [below](#log_events)",
    takes: "a file, absolute or below `~/` (one in the data folder)",
    home: "session_start",
    byDefault: [],
    leavesTraces: true,
    afterAll: true,
    failure: "open",
    load: () => import("./log-events.ts"),
  }),
];

/** The row of a builtin by its name in settings; `undefined` if there is none. */
export function builtinNamed(name: string): Builtin | undefined {
  return BUILTINS.find((builtin) => builtin.name === name);
}

/** Makes the row of a builtin that answers any event. */
function anyEvent(row: Omit<Builtin, "events">): Builtin {
  return { ...row, events: undefined };
}

/** Makes the row of a builtin for certain events. The compiler checks that its handler takes these events. */
function certainEvents<const Names extends readonly [EventName, ...EventName[]]>(
  row: Omit<Builtin, "events" | "home" | "load"> & {
    readonly events: Names;
    load(): Promise<BuiltinFile<Names[number]>>;
  },
): Builtin {
  return { ...row, home: row.events[0], load: row.load as Builtin["load"] };
}
