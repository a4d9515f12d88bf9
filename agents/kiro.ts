import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { claudeFields } from "./codec/claude-fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineDialect, PROMPT, TURN_END } from "./codec/define-dialect.ts";
import { exitReply, textReply } from "./codec/reply.ts";

/**
 * Kiro CLI 2 and Amazon Q Developer CLI: all that is printed at the start of a session or a prompt becomes context,
 * JSON too; a tool is refused by exit code 2 (read in the source of 2026-04).
 */
export default defineDialect({
  name: "kiro",
  title: "Kiro",
  events: {
    agentSpawn: { is: ["session_start"], context: true },
    userPromptSubmit: { is: PROMPT, context: true },
    preToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    postToolUse: { is: AFTER_TOOL },
    stop: { is: TURN_END },
  },
  // No session is named. Checkpoints lie apart by worktree anyway, so one name serves for all of them.
  read: (raw, wireName) => ({ sessionId: "kiro", ...claudeFields(raw, wireName) }),
  encode,
});

function encode({ verdict, context }: Outcome): Reply {
  return verdict && verdict.kind !== "allow" ? exitReply(verdict.reason) : textReply(context);
}
