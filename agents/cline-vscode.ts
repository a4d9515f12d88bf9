import { asString, type JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { firstText, objectAt, texts, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";
import { type SampleCall } from "./codec/samples.ts";

/**
 * Cline for VS Code: the event's data lies under a key named after the event; nothing can be rewritten (read in the
 * source of 4.1.13).
 */
export default defineAgent({
  name: "cline-vscode",
  title: "Cline for VS Code",
  evidence: { mark: "source", release: "4.1.13" },
  owns: (raw) => "clineVersion" in raw && /^[A-Z]/.test(asString(raw["hookName"]) ?? ""),
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
  samples: {
    before: [
      "PreToolUse",
      (call) => ({
        ...sampleBase(call),
        hookName: "PreToolUse",
        preToolUse: { toolName: "execute_command", parameters: { command: call.command } },
      }),
    ],
    after: [
      "PostToolUse",
      (call) => ({
        ...sampleBase(call),
        hookName: "PostToolUse",
        postToolUse: {
          toolName: "execute_command",
          parameters: { command: call.command },
          result: call.output,
          success: true,
          executionTimeMs: 12,
        },
      }),
    ],
  },
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

function sampleBase({ session, cwd, time }: SampleCall): JsonObject {
  return {
    clineVersion: "4.1.13",
    timestamp: String(time.getTime()),
    taskId: session,
    workspaceRoots: [cwd],
    userId: "u",
    model: { provider: "p", slug: "m" },
  };
}
