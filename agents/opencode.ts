import { asNumber } from "../kit/json.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineDialect, PROMPT, TURN_END } from "./codec/define-dialect.ts";
import { pluginFields } from "./codec/plugin-fields.ts";
import { pluginReply } from "./codec/plugin-reply.ts";

/**
 * OpenCode, by our plugin `shims/opencode.ts`: its hooks under short names. Every answer that is not whole counts as a
 * refusal there.
 */
export default defineDialect({
  name: "opencode",
  title: "OpenCode",
  events: {
    "chat.message": {
      is: PROMPT,
      refusal: true,
      context: true,
      notice: true,
      rewrite: ["prompt"],
      opens: ["session_start"],
    },
    // Both come before every call of the model: the system prompt, with the project's instructions, and the
    // conversation.
    "chat.system": { is: ["before_llm_call"], refusal: true, notice: true, rewrite: ["messages"] },
    "chat.messages": {
      is: ["before_llm_call"],
      refusal: true,
      notice: true,
      rewrite: ["messages"],
      countsRound: "this",
    },
    "tool.execute.before": { is: BEFORE_TOOL, refusal: true, notice: true, rewrite: ["toolInput"] },
    // Failing commands come by this event too.
    "tool.execute.after": { is: AFTER_TOOL, notice: true, rewrite: ["toolResponse"] },
    "session.idle": { is: TURN_END, notice: true },
  },
  read: pluginFields,
  // A prompt of several parts comes as one text, which could not be taken apart again: the plugin has the parts cleaned
  // before.
  adjust: (carriage, wireName, raw) =>
    wireName === "chat.message" && (asNumber(raw["prompt_parts"]) ?? 1) !== 1 ? { ...carriage, rewrite: [] } : carriage,
  encode: pluginReply,
  guardEvent: "tool.execute.before",
  openExit: 0, // the plugin takes any other for no answer
});
