import type { Json } from "../kit/json.ts";
import { permissionDenied, textOfOutput } from "./codec/answer.ts";
import { CLAUDE_FIELDS, fields } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { OUTPUT_ON_DISK, FAILS_OPEN } from "./codec/agent.ts";
import { samplePair, AROUND_TOOL } from "./codec/samples.ts";
import type { EventFields } from "./codec/hook-event.ts";

/**
 * Kimi Code: whatever a prompt hook prints becomes part of the conversation, `{}` included, unless it is an object with
 * a text under `message` (seen live in 2.1).
 */
export default defineAgent({
  name: "kimi-code",
  title: "Kimi Code",
  traces: { programs: ["kimi", "kimi-code"] },
  evidence: {
    mark: "recorded live",
    failing: FAILS_OPEN,
    release: "2.1.0",
    notes: [
      "The event after a tool was missing in some runs, so a checkpoint of a tool can be missing; that of the " +
        "turn has everything.",
      OUTPUT_ON_DISK,
    ],
  },
  traits: { losesEnds: true },
  owns: (raw) => raw["client_type"] === "kimi_code_cli",
  events: {
    SessionStart: { is: ["session_start"] },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true, opens: ["session_start"] },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    // This hook is started and forgotten, with the first 2000 characters of the output only, and not at all in some
    // runs (seen live).
    PostToolUse: { is: AFTER_TOOL, tellsOf: "success" },
    PostToolUseFailure: { is: AFTER_TOOL, tellsOf: "failure" },
    Stop: { is: TURN_END, resumes: true },
    PreCompact: { is: ["pre_compact"], losesContext: true },
    SessionEnd: { is: ["session_end"] },
    Notification: { is: ["notification"] },
  },
  read: (raw) => ({
    ...fields(raw, {
      ...CLAUDE_FIELDS,
      toolUseId: "tool_call_id",
      toolResponse: ["error.message", "tool_output"],
    }),
    ...promptOf(raw["prompt"]),
  }),
  answer: {
    refusal: { PreToolUse: permissionDenied, "*": "exit" },
    alsoExits: ["PreToolUse"],
    context: "message",
  },
  samples: samplePair(
    AROUND_TOOL,
    "Bash",
    () => ({ client_type: "kimi_code_cli", tool_call_id: "call_1" }),
    ({ output }) => ({ tool_output: output }),
  ),
});

/** The texts of a prompt, which comes in parts. */
function promptOf(parts: Json | undefined): EventFields {
  return Array.isArray(parts) && parts.length > 0 ? { prompt: textOfOutput(parts) } : {};
}
