import type { Json } from "../kit/json.ts";
import { permissionDenied } from "./codec/answer.ts";
import { textOfOutput } from "./codec/output-text.ts";
import { CLAUDE_FIELDS, fields } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { OUTPUT_ON_DISK, FAILS_OPEN } from "./codec/agent.ts";
import { samplePair, AROUND_TOOL } from "./codec/samples.ts";
import type { EventFields } from "./codec/hook-event.ts";

/**
 * Kimi Code. It adds everything that a prompt hook prints to the conversation, even `{}`, except an object with a text
 * under `message`, of which it adds the text (seen live in 2.1).
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
    // Kimi does not wait for this hook, sends only the first 2000 characters of the output, and in some runs does not
    // start the hook at all (seen live).
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

/** The text of a prompt that is sent as a list of parts. */
function promptOf(parts: Json | undefined): EventFields {
  return Array.isArray(parts) && parts.length > 0 ? { prompt: textOfOutput(parts) } : {};
}
