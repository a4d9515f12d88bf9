import { asString } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineDialect } from "./codec/define-dialect.ts";
import { texts, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";

/**
 * Goose: reads an answer before a tool only; a tool's output is never sent, and a folder with tool events only (second
 * hand, 1.51).
 */
export default defineDialect({
  name: "goose",
  title: "Goose",
  events: {
    SessionStart: { is: ["session_start"] },
    // Without a folder there is no worktree, so a turn cannot be recorded.
    UserPromptSubmit: { is: ["user_prompt_submit"] },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL },
    PostToolUseFailure: { is: AFTER_TOOL, tellsOf: "failure" },
    Stop: { is: ["stop"] },
    SessionEnd: { is: ["session_end"] },
  },
  eventName: (raw, given) => asString(raw["event"]) || given || "",
  read: (raw) => ({
    ...texts(raw, {
      sessionId: "session_id",
      cwd: "working_dir",
      toolName: "tool_name",
      toolUseId: "tool_call_id",
      prompt: "message",
      stopResponse: "last_assistant_message",
    }),
    ...values(raw, { toolInput: "tool_input" }),
  }),
  encode,
});

function encode({ verdict }: Outcome): Reply {
  return jsonReply(verdict && verdict.kind !== "allow" ? { decision: "block", reason: verdict.reason } : {});
}
