import type { Json, JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { claudeFields } from "./codec/claude-fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { objectAt, texts, values } from "./codec/pick.ts";
import { exitReply, jsonReply } from "./codec/reply.ts";
import { textOf } from "./codec/text-of.ts";
import { OUTPUT_ON_DISK } from "./codec/evidence.ts";
import { samplePair, AROUND_TOOL } from "./codec/samples.ts";

/**
 * Kimi Code: whatever a prompt hook prints becomes part of the conversation, `{}` included, unless it is an object with
 * a text under `message` (seen live in 2.1).
 */
export default defineAgent({
  name: "kimi-code",
  title: "Kimi Code",
  evidence: {
    mark: "recorded live",
    release: "2.1.0",
    notes: [
      "The event after a tool was missing in some runs, so a checkpoint of a tool can be missing; that of the " +
        "turn has everything.",
      OUTPUT_ON_DISK,
    ],
  },
  owns: (raw) => raw["client_type"] === "kimi_code_cli",
  events: {
    SessionStart: { is: ["session_start"] },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true, opens: ["session_start"] },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    // Started and forgotten, with the first 2000 characters of the output only, and not at all in some runs (seen
    // live).
    PostToolUse: { is: AFTER_TOOL, tellsOf: "success" },
    PostToolUseFailure: { is: AFTER_TOOL, tellsOf: "failure" },
    Stop: { is: TURN_END },
    PreCompact: { is: ["pre_compact"] },
    SessionEnd: { is: ["session_end"] },
    Notification: { is: ["notification"] },
  },
  read: (raw, wireName) => ({
    ...claudeFields(raw, wireName),
    ...texts(raw, { toolUseId: "tool_call_id" }),
    ...values(raw, { toolResponse: "tool_output" }),
    ...values(objectAt(raw, "error"), { toolResponse: "message" }),
    ...promptOf(raw["prompt"]),
  }),
  encode,
  samples: samplePair(
    AROUND_TOOL,
    "Bash",
    () => ({ client_type: "kimi_code_cli", tool_call_id: "call_1" }),
    ({ output }) => ({ tool_output: output }),
  ),
});

/** The prompt comes in parts, texts among them. */
function promptOf(parts: Json | undefined): object {
  return Array.isArray(parts) && parts.length > 0 ? { prompt: textOf(parts) } : {};
}

function encode({ verdict, context }: Outcome, wireName: string): Reply {
  if (verdict && verdict.kind !== "allow") {
    if (wireName !== "PreToolUse") return exitReply(verdict.reason);
    const specific: JsonObject = {
      hookEventName: wireName,
      permissionDecision: "deny",
      permissionDecisionReason: verdict.reason,
    };
    return jsonReply({ hookSpecificOutput: specific });
  }
  return jsonReply(context ? { message: context.join("\n\n") } : {});
}
