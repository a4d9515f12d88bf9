import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { claudeFields } from "./codec/claude-fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineDialect } from "./codec/define-dialect.ts";
import { exitReply, textReply } from "./codec/reply.ts";

/** Devin CLI: of its answers only exit code 2 is known (second hand). It runs Claude Code's registrations too. */
export default defineDialect({
  name: "devin",
  title: "Devin CLI",
  events: {
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL },
  },
  read: claudeFields,
  encode,
});

function encode({ verdict }: Outcome): Reply {
  return verdict && verdict.kind !== "allow" ? exitReply(verdict.reason) : textReply();
}
