import { asString, type JsonObject } from "../kit/json.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { fields } from "./codec/fields.ts";
import { type SampleCall } from "./codec/samples.ts";

/**
 * Cline for VS Code. The data of an event is in an object under the event's name; a hook can rewrite nothing (read in
 * the source of 4.1.13).
 */
export default defineAgent({
  name: "cline-vscode",
  title: "Cline for VS Code",
  evidence: { mark: "source", failing: { exit2: "goes on", crash: "goes on", late: "goes on" }, release: "4.1.13" },
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
    PreCompact: { is: ["pre_compact"], losesContext: true },
  },
  eventKey: "hookName",
  read: (raw) =>
    fields(raw, {
      sessionId: "taskId",
      cwd: "workspaceRoots.0",
      roots: "workspaceRoots",
      prompt: "userPromptSubmit.prompt",
      toolName: ["postToolUse.toolName", "preToolUse.toolName"],
      toolInput: ["postToolUse.parameters", "preToolUse.parameters"],
      toolResponse: "postToolUse.result",
    }),
  answer: { refusal: (errorMessage) => ({ cancel: true, errorMessage }), context: "contextModification" },
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
