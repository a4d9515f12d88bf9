import { FAILS_OPEN } from "./codec/agent.ts";
import { asString, isObject, type Json, type JsonObject } from "../kit/json.ts";
import { CLAUDE_ANSWER, permissionAsked } from "./codec/answer.ts";
import { clip, outputAsReason } from "./codec/output-text.ts";
import { claudeFields, fields, inputsOf, isClaudeShaped, objectAt, objectsOf, transcriptOf } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { samplePair, AROUND_TOOL, timeOf, claudeProject, geminiOutput } from "./codec/samples.ts";
import type { EventFields } from "./codec/hook-event.ts";

/**
 * Qwen Code: Claude Code's names and Gemini CLI's tools. `continue: false` with `stopReason` replaces a tool's output,
 * and the turn continues (seen live in 0.24).
 */
export default defineAgent({
  name: "qwen-code",
  title: "Qwen Code",
  traces: { programs: ["qwen", "qwen-code"], variables: ["QWEN_CODE"] },
  evidence: {
    mark: "recorded live",
    failing: FAILS_OPEN,
    release: "0.24.4",
    notes: ["The output of a failed tool is replaced after its batch, together with that of all its calls."],
  },
  owns: (raw) =>
    isClaudeShaped(raw) &&
    (transcriptOf(raw).includes("/.qwen/") ||
      (asString(raw["prompt_id"]) ?? "").includes("########") ||
      ["auto_edit", "yolo"].includes(asString(raw["permission_mode"]) ?? "")),
  variable: "QWEN_PROJECT_DIR",
  tells: ["folder", "platform", "date", "listing", "status", "commits", "AGENTS.md", "QWEN.md"],
  events: {
    SessionStart: { is: ["session_start"], context: true, notice: true },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true, notice: true },
    // At this event Qwen Code ignores `updatedInput`. Model calls are counted by this event, because `continue: false`
    // at PostToolBatch does not end the turn.
    PreToolUse: { is: BEFORE_TOOL, refusal: true, context: true, notice: true, countsRound: "this" },
    PermissionRequest: { is: ["permission_request"], refusal: true, approves: true, notice: true, lost: "ignore" },
    PostToolUse: {
      is: AFTER_TOOL,
      context: true,
      notice: true,
      rewrite: ["toolResponse"],
      lever: ["toolResponse"],
      tellsOf: "success",
    },
    // A secret in the output is redacted at PostToolBatch, so a warning at this event would be false.
    PostToolUseFailure: { is: AFTER_TOOL, context: true, notice: true, tellsOf: "failure", lost: "ignore" },
    // Only this event can replace the output of a failed tool, together with the outputs of all calls of its batch.
    PostToolBatch: {
      is: ["tool_response_transform"],
      notice: true,
      rewrite: ["toolResponse"],
      lever: ["toolResponse"],
      tellsOf: "failure",
    },
    Stop: { is: TURN_END, notice: true, resumes: true },
    SubagentStop: { is: ["subagent_stop"], notice: true },
    PreCompact: { is: ["pre_compact"], context: true, notice: true },
    SessionEnd: { is: ["session_end"] },
    Notification: { is: ["notification"] },
  },
  read: (raw, wireName) => ({
    ...claudeFields(raw, wireName),
    ...fields(raw, { toolResponse: "tool_response.llmContent" }),
    ...(wireName === "PostToolBatch" && failedBatch(raw)),
  }),
  // Qwen Code repeats this event after every tool result with an empty prompt. An answer to the repetition would be
  // added to the conversation a second time.
  stands: (row, raw) => (row.is === PROMPT && isEcho(raw) ? ["unknown"] : row.is),
  adjust: (capabilities, wireName, raw) =>
    wireName === "UserPromptSubmit" && isEcho(raw)
      ? { refusal: false, context: false, notice: false, rewrite: [] }
      : capabilities,
  answer: {
    ...CLAUDE_ANSWER,
    // In a run without a person Qwen Code takes the question for a denial.
    ask: { PreToolUse: permissionAsked },
    alsoExits: ["PreToolUse", "UserPromptSubmit"], // exit code 2 refuses whatever JSON is printed beside it (seen live)
    toolResponse: (response, wireName) => ({
      continue: false,
      stopReason: clip(wireName === "PostToolBatch" ? batchText(response) : outputAsReason(response)),
    }),
  },
  samples: {
    ...samplePair(
      AROUND_TOOL,
      "run_shell_command",
      (call) => ({
        transcript_path: `${call.home}/.qwen/projects/p/chats/${call.session}.jsonl`,
        timestamp: timeOf(call),
        permission_mode: "default",
        prompt_id: `${call.session}########0`,
        tool_use_id: "toolu_1",
        tool_call_id: "call_1",
      }),
      geminiOutput,
    ),
    env: ({ cwd }) => ({ ...claudeProject({ cwd }), QWEN_PROJECT_DIR: cwd, GEMINI_PROJECT_DIR: cwd }),
  },
});

function isEcho(raw: JsonObject): boolean {
  return raw["prompt"] === "" && raw["submitted_prompt"] === undefined;
}

/**
 * The calls of a batch in which one failed; empty for other batches, whose outputs were redacted one by one at
 * PostToolUse.
 */
function failedBatch(raw: JsonObject): EventFields {
  const calls = objectsOf(raw["tool_calls"]);
  if (!calls.some((call) => call["status"] === "error")) return {};
  return {
    toolInput: inputsOf(calls),
    toolResponse: calls.map((call) => ({
      tool: asString(call["tool_name"]) ?? "",
      output: outputOf(call["tool_response"]),
    })),
  };
}

/**
 * The part of a response that goes to the model: the texts of its function responses; the whole response if it has
 * none.
 */
function outputOf(response: Json | undefined): Json {
  if (!isObject(response)) return response ?? "";
  const parts = objectsOf(response["response_parts"]).map((part) =>
    objectAt(objectAt(part, "functionResponse"), "response"),
  );
  const said = parts.map((part) => part["output"] ?? part["error"]).filter((text) => typeof text === "string");
  return said.length > 0 ? said.join("\n") : response;
}

function batchText(calls: Json): string {
  if (!Array.isArray(calls)) return outputAsReason(calls);
  return objectsOf(calls)
    .map((call) => `${asString(call["tool"]) ?? ""}: ${outputAsReason(call["output"] ?? "")}`)
    .join("\n\n");
}
