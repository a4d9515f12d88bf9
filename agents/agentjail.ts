import { asString } from "../kit/json.ts";
import { permissionAsked, permissionDenied } from "./codec/answer.ts";
import { claudeFields } from "./codec/fields.ts";
import { BEFORE_TOOL, defineAgent } from "./codec/define-agent.ts";

/**
 * The protocol of agentjail-hook: its only event asks whether a call may run, and names neither a session nor a folder.
 * A denial exits with code 2 as well (from its specification).
 */
export default defineAgent({
  name: "agentjail",
  title: "This agent",
  evidence: {
    mark: "documentation",
    failing: { exit2: "refused", crash: "not known", late: "not known" },
    title: "agentjail-hook's protocol",
    notes: ["Names neither a session nor a folder."],
  },
  resembles: (raw, wireName) =>
    wireName === "PreToolUse" && "tool_name" in raw && !("session_id" in raw || "cwd" in raw || "event" in raw),
  events: { PreToolUse: { is: BEFORE_TOOL, refusal: true } },
  // The protocol has only this event, so an unreadable payload is treated as this event.
  eventName: (raw, given) => asString(raw["hook_event_name"]) || given || "PreToolUse",
  read: claudeFields,
  answer: {
    refusal: permissionDenied,
    alsoExits: true,
    ask: { PreToolUse: permissionAsked },
  },
  guardEvent: "PreToolUse",
});
