import type { JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { claudeFields } from "./codec/claude-fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineDialect, PROMPT, TURN_END } from "./codec/define-dialect.ts";
import { firstText, texts, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";

/**
 * Auggie, Augment's CLI: Claude Code's nested answers; its prompt event is not waited for (read in the bundle of 0.36).
 */
export default defineDialect({
  name: "auggie",
  title: "Auggie",
  events: {
    SessionStart: { is: ["session_start"], context: true },
    PromptSubmit: { is: PROMPT },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, rewrite: ["toolInput"], countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL, context: true, opens: ["turn_start"] },
    Stop: { is: TURN_END },
    SessionEnd: { is: ["session_end"] },
  },
  read: (raw, wireName) => {
    const cwd = firstText(raw["workspace_roots"]);
    return {
      ...claudeFields(raw, wireName),
      ...texts(raw, { sessionId: "conversation_id", prompt: "user_prompt" }),
      ...values(raw, { toolResponse: "tool_output" }),
      ...(cwd && { cwd }),
    };
  },
  encode,
});

function encode({ verdict, rewrite, context }: Outcome, wireName: string): Reply {
  const specific: JsonObject = {};
  if (verdict && verdict.kind !== "allow") {
    specific["permissionDecision"] = "deny";
    specific["permissionDecisionReason"] = verdict.reason;
  }
  if (rewrite?.toolInput !== undefined) specific["updatedInput"] = rewrite.toolInput;
  if (context) specific["additionalContext"] = context.join("\n\n");
  return jsonReply(
    Object.keys(specific).length > 0 ? { hookSpecificOutput: { hookEventName: wireName, ...specific } } : {},
  );
}
