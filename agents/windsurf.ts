import { asString, type JsonObject } from "../kit/json.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent } from "./codec/define-agent.ts";
import { fields, objectAt } from "./codec/fields.ts";
import { timeOf, type SampleCall } from "./codec/samples.ts";
import type { EventFields } from "./codec/hook-event.ts";

/**
 * Windsurf's Cascade. It reads only exit code 2 with a reason on stderr, at events before an action (documentation).
 */
export default defineAgent({
  name: "windsurf",
  title: "Windsurf",
  evidence: {
    mark: "documentation",
    failing: { exit2: "refused", crash: "goes on", late: "not known" },
    notes: [
      "Commands come without their output.",
      "Only commands and files name a folder, so a turn cannot be recorded.",
    ],
  },
  owns: (raw) => "agent_action_name" in raw,
  events: {
    // The event names no folder, hence no worktree, so a turn cannot be recorded.
    pre_user_prompt: { is: ["user_prompt_submit"], refusal: true },
    pre_run_command: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    pre_write_code: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    pre_read_code: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    pre_mcp_tool_use: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    // With `show_output` Windsurf shows stderr to the person. The event holds the command without its output.
    post_run_command: { is: AFTER_TOOL, notice: true },
    post_write_code: { is: AFTER_TOOL, notice: true },
    post_read_code: { is: AFTER_TOOL, notice: true },
    post_mcp_tool_use: { is: AFTER_TOOL, notice: true },
    post_cascade_response: { is: ["stop"] },
    post_setup_worktree: { is: ["worktree_create"], notice: true },
  },
  eventKey: "agent_action_name",
  read: (raw, wireName) => {
    const info = objectAt(raw, "tool_info");
    const { mcp_result: _, ...toolInput } = info;
    return {
      toolName: wireName.replace(/^(pre|post)_/, ""),
      toolInput,
      ...fields(raw, {
        sessionId: "trajectory_id",
        promptId: "execution_id",
        prompt: "tool_info.user_prompt",
        toolName: "tool_info.mcp_tool_name",
        toolResponse: "tool_info.mcp_result",
        worktreePath: "tool_info.worktree_path",
        worktreeSource: "tool_info.root_workspace_path",
      }),
      ...cwdOf(info),
    };
  },
  answer: { refusal: "exit", notice: "stderr" },
  samples: {
    before: [
      "pre_run_command",
      (call) => sampleBase("pre_run_command", { command_line: call.command, cwd: call.cwd }, call),
    ],
    after: [
      "post_mcp_tool_use",
      (call) =>
        sampleBase(
          "post_mcp_tool_use",
          { mcp_server_name: "s", mcp_tool_name: "t", mcp_tool_arguments: {}, mcp_result: call.output },
          call,
        ),
    ],
  },
});

/**
 * The working folder of an event. Only events about commands name one; for a file the result is its parent folder,
 * which lies in the same worktree.
 */
function cwdOf(info: JsonObject): EventFields {
  const cwd =
    asString(info["cwd"]) ||
    asString(info["root_workspace_path"]) ||
    asString(info["file_path"])?.replace(/[/\\][^/\\]*$/, "");
  return cwd ? { cwd } : {};
}

function sampleBase(event: string, info: JsonObject, call: SampleCall): JsonObject {
  return {
    agent_action_name: event,
    trajectory_id: call.session,
    execution_id: "e1",
    timestamp: timeOf(call),
    model_name: "sample",
    tool_info: info,
  };
}
