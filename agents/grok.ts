import { asString, isObject, type Json, type JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineDialect, PROMPT, TURN_END } from "./codec/define-dialect.ts";
import { texts, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";

/**
 * Grok Build: camelCase payloads that repeat some fields under Claude Code's names, whose registrations it runs too. A
 * tool's output goes back as the whole tagged object that came (second hand, 1.0).
 */
export default defineDialect({
  name: "grok",
  title: "Grok Build",
  events: {
    SessionStart: { is: ["session_start"] },
    UserPromptSubmit: { is: PROMPT, refusal: true },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, rewrite: ["toolInput"], countsRound: "this" },
    // Commands that exit with an error come by this event too.
    PostToolUse: { is: AFTER_TOOL, context: true, rewrite: ["toolResponse"], opens: ["session_start", "turn_start"] },
    PostToolUseFailure: { is: AFTER_TOOL, context: true, tellsOf: "failure" },
    PreCompact: { is: ["pre_compact"] },
    Stop: { is: TURN_END },
    SubagentStop: { is: ["subagent_stop"] },
    SessionEnd: { is: ["session_end"] },
  },
  eventName: (raw, given) => asString(raw["hook_event_name"]) || pascal(asString(raw["hookEventName"]) || given || ""),
  read: (raw) => ({
    ...texts(raw, {
      sessionId: "sessionId",
      cwd: "cwd",
      promptId: "promptId",
      toolName: "toolName",
      toolUseId: "toolUseId",
      prompt: "prompt",
      source: "source",
    }),
    ...values(raw, { toolInput: "toolInput" }),
    ...outputOf(raw["toolResult"]),
  }),
  // A result that was cut short is not the object that the agent would take back.
  adjust: (carriage, _wireName, raw) => (raw["toolResultTruncated"] === true ? { ...carriage, rewrite: [] } : carriage),
  encode,
});

function pascal(snake: string): string {
  return snake.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** What the model will see of a result. */
function outputOf(result: Json | undefined): object {
  if (result === undefined || result === null) return {};
  return {
    toolResponse:
      isObject(result) && typeof result["output_for_prompt"] === "string" ? result["output_for_prompt"] : result,
  };
}

function encode({ verdict, rewrite, context }: Outcome, wireName: string, raw: JsonObject): Reply {
  const answer: JsonObject = {};
  const specific: JsonObject = {};
  if (verdict && verdict.kind !== "allow") {
    answer["decision"] = wireName === "PreToolUse" ? "deny" : "block";
    answer["reason"] = verdict.reason;
  }
  if (rewrite?.toolInput !== undefined) specific["updatedInput"] = rewrite.toolInput;
  if (rewrite?.toolResponse !== undefined)
    specific["updatedToolOutput"] = tagged(rewrite.toolResponse, raw["toolResult"]);
  if (context) specific["additionalContext"] = context.join("\n\n");
  if (Object.keys(specific).length > 0) answer["hookSpecificOutput"] = { hookEventName: wireName, ...specific };
  return jsonReply(answer);
}

/** The object that came, with the text for the model changed and the raw chunks of output left out. */
function tagged(response: Json, received: Json | undefined): Json {
  if (!isObject(received)) return response;
  const whole = isObject(response) ? response : { ...received, output_for_prompt: response };
  return Array.isArray(whole["output"]) ? { ...whole, output: [] } : whole;
}
