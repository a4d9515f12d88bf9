import { AFTER_TOOL, BEFORE_TOOL, defineDialect, TURN_END } from "./codec/define-dialect.ts";
import { pluginFields } from "./codec/plugin-fields.ts";
import { pluginReply } from "./codec/plugin-reply.ts";

/**
 * Pi, by our extension `shims/pi.ts`: its events under their own names. Every answer that is not whole counts as a
 * refusal there.
 */
export default defineDialect({
  name: "pi",
  title: "Pi",
  events: {
    input: { is: ["user_prompt_submit"], refusal: true, notice: true, rewrite: ["prompt"] },
    // With the system prompt, in which the project's instructions stand.
    before_agent_start: {
      is: ["before_llm_call", "turn_start"],
      refusal: true,
      context: true,
      notice: true,
      rewrite: ["messages"],
      opens: ["session_start"],
    },
    context: { is: ["before_llm_call"], refusal: true, notice: true, rewrite: ["messages"], countsRound: "this" },
    tool_call: { is: BEFORE_TOOL, refusal: true, notice: true, rewrite: ["toolInput"] },
    tool_result: { is: AFTER_TOOL, notice: true, rewrite: ["toolResponse"] },
    agent_end: { is: TURN_END, notice: true },
  },
  read: pluginFields,
  encode: pluginReply,
  guardEvent: "tool_call",
  openExit: 0, // the extension takes any other for no answer
});
