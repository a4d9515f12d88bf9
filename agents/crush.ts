import { asString, isObject, type JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { BEFORE_TOOL, defineAgent } from "./codec/define-agent.ts";
import { texts, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";

/**
 * Crush: one event, before a tool of the top agent. `allow` approves the call, so a rewrite goes without a decision
 * (read in the source of 2026-08).
 */
export default defineAgent({
  name: "crush",
  title: "Crush",
  evidence: {
    mark: "source",
    release: "2026-08",
    notes: [
      "Its only event is the one before a tool, and not for sub-agents; text for a turn comes once in a session.",
    ],
  },
  owns: (raw, _wireName, env) =>
    raw["event"] === "PreToolUse" &&
    (("session_id" in raw && "cwd" in raw) || env["CRUSH"] === "1") &&
    !isObject(raw["context"]) &&
    !("working_dir" in raw || "matcher_context" in raw || "tool_call_id" in raw),
  events: {
    PreToolUse: {
      is: BEFORE_TOOL,
      refusal: true,
      context: true,
      rewrite: ["toolInput"],
      countsRound: "this",
      opens: ["session_start", "turn_start"],
    },
  },
  eventName: (raw, given) => asString(raw["event"]) || given || "",
  read: (raw) => ({
    ...texts(raw, { sessionId: "session_id", cwd: "cwd", toolName: "tool_name" }),
    ...values(raw, { toolInput: "tool_input" }),
  }),
  encode,
  samples: {
    before: [
      "PreToolUse",
      ({ session, cwd, command }) => ({
        event: "PreToolUse",
        session_id: session,
        cwd,
        tool_name: "bash",
        tool_input: { command },
      }),
    ],
    env: () => ({ CRUSH: "1" }),
  },
});

function encode({ verdict, rewrite, context }: Outcome): Reply {
  const answer: JsonObject = {};
  if (verdict && verdict.kind !== "allow") {
    answer["decision"] = "deny";
    answer["reason"] = verdict.reason;
    if (verdict.kind === "block") answer["halt"] = true; // ends the turn, not just the call
  }
  if (rewrite?.toolInput !== undefined) answer["updated_input"] = rewrite.toolInput;
  if (context) answer["context"] = context.join("\n\n");
  return jsonReply(answer);
}
