import { asString, type JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineDialect, PROMPT, TURN_END } from "./codec/define-dialect.ts";
import { firstText, objectAt, texts, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";

/**
 * Cline for VS Code: the event's data lies under a key named after the event; nothing can be rewritten (read in the
 * source of 4.1.13).
 */
export default defineDialect({
  name: "cline-vscode",
  title: "Cline for VS Code",
  events: {
    TaskStart: { is: ["session_start"], refusal: true },
    TaskResume: { is: ["session_start"], refusal: true },
    UserPromptSubmit: { is: PROMPT, refusal: true },
    PreToolUse: {
      is: BEFORE_TOOL,
      refusal: true,
      context: true,
      countsRound: "this",
      opens: ["session_start", "turn_start"],
    },
    PostToolUse: { is: AFTER_TOOL, context: true },
    TaskComplete: { is: TURN_END },
    TaskCancel: { is: TURN_END },
    PreCompact: { is: ["pre_compact"] },
  },
  eventName: (raw, given) => asString(raw["hookName"]) || given || "",
  read: (raw) => {
    const cwd = firstText(raw["workspaceRoots"]);
    const call = { ...objectAt(raw, "preToolUse"), ...objectAt(raw, "postToolUse") };
    return {
      ...texts(raw, { sessionId: "taskId" }),
      ...(cwd && { cwd }),
      ...texts(objectAt(raw, "userPromptSubmit"), { prompt: "prompt" }),
      ...texts(call, { toolName: "toolName" }),
      ...values(call, { toolInput: "parameters", toolResponse: "result" }),
      ...(call["success"] === false && { toolError: true }),
    };
  },
  encode,
  guardEvent: "PreToolUse",
  openExit: 0,
});

function encode({ verdict, context }: Outcome): Reply {
  const answer: JsonObject = {};
  if (verdict && verdict.kind !== "allow") {
    answer["cancel"] = true;
    answer["errorMessage"] = verdict.reason;
  }
  if (context) answer["contextModification"] = context.join("\n\n");
  return jsonReply(answer);
}
