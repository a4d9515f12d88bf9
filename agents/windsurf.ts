import { asString, type JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent } from "./codec/define-agent.ts";
import { objectAt, texts, values } from "./codec/pick.ts";
import { exitReply, textReply } from "./codec/reply.ts";
import { isoTime, type SampleCall } from "./codec/samples.ts";

/**
 * Windsurf's Cascade: exit code 2 with a reason on stderr, on events before something, is all that it reads
 * (documentation).
 */
export default defineAgent({
  name: "windsurf",
  title: "Windsurf",
  evidence: {
    mark: "documentation",
    notes: [
      "Commands come without their output.",
      "Only commands and files name a folder, so a turn cannot be recorded.",
    ],
  },
  owns: (raw) => "agent_action_name" in raw,
  events: {
    // Without a folder there is no worktree, so a turn cannot be recorded.
    pre_user_prompt: { is: ["user_prompt_submit"], refusal: true },
    pre_run_command: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    pre_write_code: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    pre_read_code: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    pre_mcp_tool_use: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    // stderr is shown to the person where `show_output` is set. Commands come without their output.
    post_run_command: { is: AFTER_TOOL, notice: true },
    post_write_code: { is: AFTER_TOOL, notice: true },
    post_read_code: { is: AFTER_TOOL, notice: true },
    post_mcp_tool_use: { is: AFTER_TOOL, notice: true },
    post_cascade_response: { is: ["stop"] },
    post_setup_worktree: { is: ["worktree_create"] },
  },
  eventName: (raw, given) => asString(raw["agent_action_name"]) || given || "",
  read: (raw, wireName) => {
    const info = objectAt(raw, "tool_info");
    const { mcp_result: _, ...toolInput } = info;
    return {
      ...texts(raw, { sessionId: "trajectory_id", promptId: "execution_id" }),
      ...texts(info, {
        prompt: "user_prompt",
        worktreePath: "worktree_path",
        worktreeSourceDir: "root_workspace_path",
        stopResponse: "response",
      }),
      ...cwdOf(info),
      toolName: asString(info["mcp_tool_name"]) ?? wireName.replace(/^(pre|post)_/, ""),
      toolInput,
      ...values(info, { toolResponse: "mcp_result" }),
    };
  },
  encode,
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

/** Only commands come with a folder; a file's own is in the same worktree. */
function cwdOf(info: JsonObject): object {
  const cwd =
    asString(info["cwd"]) ||
    asString(info["root_workspace_path"]) ||
    asString(info["file_path"])?.replace(/[/\\][^/\\]*$/, "");
  return cwd ? { cwd } : {};
}

function encode({ verdict, notice }: Outcome): Reply {
  return verdict && verdict.kind !== "allow" ? exitReply(verdict.reason) : textReply([], notice);
}

function sampleBase(event: string, info: JsonObject, call: SampleCall): JsonObject {
  return {
    agent_action_name: event,
    trajectory_id: call.session,
    execution_id: "e1",
    timestamp: isoTime(call),
    model_name: "sample",
    tool_info: info,
  };
}
