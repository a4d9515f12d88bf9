import { asString } from "../../kit/json.ts";
import type { Reply } from "../dialect.ts";
import type { Outcome } from "../outcome.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineDialect, PROMPT, TURN_END } from "./define-dialect.ts";
import { objectAt, texts, values } from "./pick.ts";
import { jsonReply } from "./reply.ts";

/** The generic protocol: the event's name under `event`, the folder under `context`, and a block said twice, in JSON and by exit code 2 (from its specification). */
export default defineDialect({
  name: "generic",
  title: "This agent",
  events: {
    SessionStart: { is: ["session_start"] },
    UserPromptSubmit: { is: PROMPT },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL },
    Stop: { is: TURN_END },
    SessionEnd: { is: ["session_end"] },
  },
  eventName: (raw, given) => asString(raw["event"]) || given || "",
  read: (raw) => ({
    ...texts(raw, { sessionId: "session_id", cwd: "cwd", toolName: "tool_name", toolUseId: "tool_use_id", prompt: "prompt" }),
    ...texts(objectAt(raw, "context"), { cwd: "working_directory" }),
    ...values(raw, { toolInput: "tool_input", toolResponse: "tool_response" }),
  }),
  encode,
  guardEvent: "PreToolUse",
  openExit: 0, // `on_failure: fail-closed` makes any other a denial
});

function encode({ verdict }: Outcome): Reply {
  if (!verdict || verdict.kind === "allow") return jsonReply({});
  const said = jsonReply({ decision: "block", reason: verdict.reason, suggestions: [] });
  return { ...said, stderr: `${verdict.reason}\n`, exitCode: 2 };
}
