/**
 * What runs on each event where the user's settings say nothing about it: names, with their arguments behind them. The
 * registry decides the order.
 */
export const DEFAULT_PROFILE: Readonly<Record<string, readonly (readonly [name: string, ...args: string[]])[]>> = {
  session_start: [
    ["add_environment_info"],
    ["add_user_info"],
    ["add_directory_listing"],
    ["add_recent_commits"],
    ["snapshot"],
  ],
  turn_start: [["add_date"], ["add_git_status"], ["add_prompt_files", "AGENTS.md"], ["snapshot"]],
  pre_tool_use: [["redact_secrets"], ["snapshot"]],
  tool_input_transform: [["redact_secrets"], ["snapshot"]],
  tool_guard: [["redact_secrets"]],
  post_tool_use: [["snapshot"]],
  tool_response_transform: [["redact_secrets"]],
  before_llm_call: [["redact_secrets"]],
  user_prompt_submit: [["redact_secrets"]],
  user_followup_submit: [["redact_secrets"]],
  user_steering_messages_submit: [["redact_secrets"]],
  turn_end: [["snapshot"]],
  session_end: [["snapshot"]],
  on_agent_switch: [["unload"]],
};
