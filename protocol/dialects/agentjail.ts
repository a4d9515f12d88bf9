import type { Reply } from "../dialect.ts";
import type { Outcome } from "../outcome.ts";
import { claudeFields } from "./claude-fields.ts";
import { BEFORE_TOOL, defineDialect } from "./define-dialect.ts";
import { jsonReply } from "./reply.ts";

/** agentjail-hook's protocol: one question, may this call run, without a session or a folder (from its specification). */
export default defineDialect({
  name: "agentjail",
  title: "This agent",
  events: { PreToolUse: { is: BEFORE_TOOL, refusal: true } },
  read: claudeFields,
  encode,
});

function encode({ verdict }: Outcome, wireName: string): Reply {
  if (!verdict || verdict.kind === "allow") return jsonReply({});
  const permissionDecision = verdict.kind === "ask" ? "ask" : "deny";
  return jsonReply({ hookSpecificOutput: { hookEventName: wireName, permissionDecision, permissionDecisionReason: verdict.reason } });
}
