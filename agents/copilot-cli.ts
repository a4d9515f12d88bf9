import { asNumber, asString, isObject, type Json, type JsonObject } from "../kit/json.ts";
import { decisionBlock } from "./codec/answer.ts";
import { textOfOutput } from "./codec/output-text.ts";
import { fields, goingOn, isClaudeShaped, parsed, transcriptOf } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END, type EventRow } from "./codec/define-agent.ts";
import { OUTPUT_ON_DISK } from "./codec/agent.ts";
import { claudeProject, type SampleCall } from "./codec/samples.ts";
import type { EventFields } from "./codec/hook-event.ts";

/**
 * GitHub Copilot CLI. Payloads of camelCase events do not name their event; those of PascalCase events look like Claude
 * Code's. Both take flat answers. Any exit code but 0 denies the tool, and a line before the JSON makes the JSON
 * unreadable (seen live in 1.0.102).
 */
export default defineAgent({
  name: "copilot-cli",
  title: "GitHub Copilot CLI",
  traces: { programs: ["copilot"], variables: ["COPILOT_CLI"] },
  evidence: {
    mark: "recorded live",
    failing: { exit2: "refused", crash: "refused", late: "goes on" },
    release: "1.0.102",
    notes: [
      "Of messages only the prompt can be rewritten.",
      "Calls that fail before they run cannot be changed.",
      OUTPUT_ON_DISK,
    ],
  },
  traits: { showsRewrites: true, showsRun: true },
  chainsRewrites: true,
  owns: (raw) =>
    ("sessionId" in raw &&
      !("clineVersion" in raw) &&
      (asNumber(raw["timestamp"]) !== undefined || "hookName" in raw)) ||
    (isClaudeShaped(raw) &&
      (isObject(raw["tool_result"]) || "initial_prompt" in raw || transcriptOf(raw).includes("/.copilot/"))),
  variable: "COPILOT_CLI",
  // Payloads of hooks that are registered for Claude Code and that Copilot CLI runs. Unlike these, payloads of VS
  // Code's agent mode name a transcript.
  resembles: (raw) =>
    isClaudeShaped(raw) &&
    /^\d{4}-\d\d-\d\dT/.test(asString(raw["timestamp"]) ?? "") &&
    !raw["permission_mode"] &&
    !("tool_use_id" in raw) &&
    !transcriptOf(raw) &&
    "cwd" in raw,
  tells: ["AGENTS.md", "CLAUDE.md", "GEMINI.md"],
  events: {
    ...inBothCases("sessionStart", { is: ["session_start"], context: true }),
    ...inBothCases(
      "userPromptSubmitted",
      { is: PROMPT, refusal: true, context: true, rewrite: ["prompt"] },
      "UserPromptSubmit",
    ),
    // Holds the prompt in its last form, before it is stored and sent.
    userPromptTransformed: { is: ["user_prompt_submit"], rewrite: ["prompt"] },
    ...inBothCases("preToolUse", {
      is: BEFORE_TOOL,
      refusal: true,
      context: true,
      rewrite: ["toolInput"],
      countsRound: "this",
    }),
    permissionRequest: { is: ["permission_request"], refusal: true, approves: true, lost: "ignore" },
    // Copilot CLI sends this event, as a success, for a shell command that exits with an error, too (seen live).
    ...inBothCases("postToolUse", { is: AFTER_TOOL, context: true, rewrite: ["toolResponse"] }),
    // Sent for a call that failed before it ran. Its error cannot be changed.
    ...inBothCases("postToolUseFailure", { is: AFTER_TOOL, context: true, tellsOf: "failure" }),
    ...inBothCases("agentStop", { is: TURN_END, resumes: true }, "Stop"),
    ...inBothCases("subagentStop", { is: ["subagent_stop"] }),
    ...inBothCases("preCompact", { is: ["pre_compact"], losesContext: true }),
    ...inBothCases("sessionEnd", { is: ["session_end"] }),
  },
  eventName: (raw, given) => asString(raw["hook_event_name"]) || asString(raw["hookName"]) || given || inferred(raw),
  read: (raw) => ({
    ...goingOn(raw),
    ...fields(raw, {
      sessionId: ["session_id", "sessionId"],
      cwd: "cwd",
      toolName: ["tool_name", "toolName"],
      prompt: ["transformedPrompt", "prompt"],
      toolInput: ["tool_input", "toolInput"],
      toolResponse: "error",
    }),
    // The event before this one held what the person typed; this one adds texts of Copilot CLI's around it.
    ...("transformedPrompt" in raw && { typed: "" }),
    ...inputOf(raw["toolArgs"]),
    ...outputOf(raw["toolResult"] ?? raw["tool_result"]),
  }),
  answer: {
    refusal: {
      preToolUse: flatDenial,
      PreToolUse: flatDenial,
      permissionRequest: (message) => ({ behavior: "deny", message }),
      "*": decisionBlock,
    },
    // In a run without a person Copilot CLI takes the question for a denial (seen live).
    ask: { preToolUse: flatQuestion, PreToolUse: flatQuestion },
    alsoExits: ["preToolUse", "PreToolUse"], // any code but 0 refuses, and the JSON beside it is read (seen live)
    approval: { permissionRequest: () => ({ behavior: "allow" }) },
    // Replaces all arguments, also in the stored call (seen live).
    toolInput: "modifiedArgs",
    toolResponse: (response, _wireName, raw) => ({
      "modifiedResult.resultType": resultTypeOf(raw),
      "modifiedResult.textResultForLlm": textOfOutput(response),
    }),
    prompt: (prompt, wireName) =>
      wireName === "userPromptTransformed" ? { modifiedTransformedPrompt: prompt } : { modifiedPrompt: prompt },
    context: "additionalContext",
  },
  guardEvent: "preToolUse",
  openExit: 0,
  samples: {
    before: ["preToolUse", (call) => sampleBase(call)],
    after: [
      "postToolUse",
      (call) => ({ ...sampleBase(call), toolResult: { resultType: "success", textResultForLlm: call.output } }),
    ],
    env: ({ cwd }) => ({ ...claudeProject({ cwd }), COPILOT_CLI: "1", COPILOT_PROJECT_DIR: cwd }),
  },
});

function inBothCases(
  camel: string,
  row: EventRow,
  pascal = camel.charAt(0).toUpperCase() + camel.slice(1),
): Record<string, EventRow> {
  return { [camel]: row, [pascal]: row };
}

/**
 * Fields by which the event of a payload without a name is recognised: each stands in payloads of one event only. The
 * first field that is present decides.
 */
const TELLING: readonly (readonly [key: string, wireName: string])[] = [
  ["toolResult", "postToolUse"],
  ["error", "postToolUseFailure"],
  ["toolArgs", "preToolUse"],
  ["transformedPrompt", "userPromptTransformed"],
  ["prompt", "userPromptSubmitted"],
  ["stopReason", "agentStop"],
  ["trigger", "preCompact"],
  ["reason", "sessionEnd"],
  ["source", "sessionStart"],
];

function inferred(raw: JsonObject): string {
  return TELLING.find(([key]) => Object.hasOwn(raw, key))?.[1] ?? "";
}

/** The arguments: an object since release 1.0.102, JSON text before. */
function inputOf(args: Json | undefined): EventFields {
  const toolInput = parsed(args);
  return toolInput === undefined ? {} : { toolInput };
}

/** The text of a result that goes to the model; the whole result if it has no such text. */
function outputOf(result: Json | undefined): EventFields {
  if (!isObject(result)) return result === undefined || result === null ? {} : { toolResponse: result };
  const toolResponse = result["textResultForLlm"] ?? result["text_result_for_llm"] ?? null;
  return toolResponse === null ? { toolResponse: result } : { toolResponse };
}

function flatDenial(reason: string): JsonObject {
  return { permissionDecision: "deny", permissionDecisionReason: reason };
}

function flatQuestion(reason: string): JsonObject {
  return { ...flatDenial(reason), permissionDecision: "ask" };
}

function resultTypeOf(raw: JsonObject): string {
  const result = raw["toolResult"] ?? raw["tool_result"];
  const type = isObject(result) ? (result["resultType"] ?? result["result_type"]) : undefined;
  return typeof type === "string" ? type : "success";
}

function sampleBase({ session, time, cwd, command }: SampleCall): JsonObject {
  return {
    sessionId: session,
    timestamp: time.getTime(),
    cwd,
    toolName: "bash",
    toolArgs: { command, description: "a sample" },
  };
}
