import type { PlannedBuiltin } from "../worktree/settings.ts";

const use = (name: string, ...args: string[]): PlannedBuiltin => ({ name, args, origin: "user" });

/** What runs on each event where the user's settings say nothing about it. The registry decides the order. */
export const DEFAULT_PROFILE: Readonly<Record<string, readonly PlannedBuiltin[]>> = {
  session_start: [use("add_environment_info"), use("add_user_info"), use("add_directory_listing"), use("add_recent_commits"), use("snapshot")],
  turn_start: [use("add_date"), use("add_git_status"), use("add_prompt_files", "AGENTS.md"), use("snapshot")],
  pre_tool_use: [use("redact_secrets"), use("snapshot")],
  tool_input_transform: [use("redact_secrets"), use("snapshot")],
  tool_guard: [use("redact_secrets")],
  post_tool_use: [use("snapshot")],
  tool_response_transform: [use("redact_secrets")],
  before_llm_call: [use("redact_secrets")],
  user_prompt_submit: [use("redact_secrets")],
  user_followup_submit: [use("redact_secrets")],
  user_steering_messages_submit: [use("redact_secrets")],
  turn_end: [use("snapshot")],
  session_end: [use("snapshot")],
  on_agent_switch: [use("unload")],
};
