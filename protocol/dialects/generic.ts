import { asString } from "../../kit/json.ts";
import type { Reply } from "../dialect.ts";
import type { Outcome } from "../outcome.ts";
import { BEFORE_TOOL, defineDialect } from "./define-dialect.ts";
import { objectAt, texts, values } from "./pick.ts";
import { jsonReply } from "./reply.ts";

/** The generic protocol: the event's name under `event`, the folder under `context`, and a block said twice, in JSON and by exit code 2 (from its specification). */
export default defineDialect({
  name: "generic",
  title: "This agent",
  events: { PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" } },
  eventName: (raw, given) => asString(raw["event"]) || given || "",
  read: (raw) => ({
    ...texts(raw, { sessionId: "session_id", cwd: "cwd", toolName: "tool_name", toolUseId: "tool_use_id" }),
    ...texts(objectAt(raw, "context"), { cwd: "working_directory" }),
    ...values(raw, { toolInput: "tool_input" }),
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
