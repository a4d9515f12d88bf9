import { asString, type JsonObject } from "../kit/json.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { CALL_IN_HISTORY } from "./codec/agent.ts";
import { fields } from "./codec/fields.ts";
import { timeOf, type SampleCall } from "./codec/samples.ts";

/**
 * `hookName` of a payload → name of the script that Cline starts for the event. Users see an event under the name of
 * its script.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  agent_start: "TaskStart",
  agent_resume: "TaskResume",
  agent_abort: "TaskCancel",
  agent_end: "TaskComplete",
  agent_error: "TaskError",
  tool_call: "PreToolUse",
  tool_result: "PostToolUse",
  prompt_submit: "UserPromptSubmit",
  pre_compact: "PreCompact",
  session_shutdown: "SessionShutdown",
};

/**
 * Cline CLI. It ignores exit codes, and its only refusal, `cancel`, ends the whole run, not just the call (seen live in
 * 3.0.65).
 */
export default defineAgent({
  name: "cline",
  title: "Cline CLI",
  traces: { programs: ["cline"], variables: ["CLINE_ACTIVE"] },
  evidence: {
    mark: "recorded live",
    failing: { exit2: "goes on", crash: "goes on", late: "goes on" },
    release: "3.0.65",
    notes: [
      "A refusal ends the whole run, not just the call.",
      "Files named by @ in a prompt pass by every hook.",
      CALL_IN_HISTORY,
    ],
  },
  traits: { sendsRounds: true, showsRun: true },
  owns: (raw) => "clineVersion" in raw && "hookName" in raw && !/^[A-Z]/.test(asString(raw["hookName"]) ?? ""),
  tells: ["folder", "platform", "date", "AGENTS.md"],
  events: {
    // Cline does not wait for these hooks and ignores their answers.
    TaskStart: { is: ["session_start", "turn_start"] },
    TaskResume: { is: ["session_start", "turn_start"] },
    UserPromptSubmit: { is: PROMPT },
    PreToolUse: {
      is: BEFORE_TOOL,
      refusal: true,
      context: true,
      rewrite: ["toolInput"],
      lever: ["refusal"],
      opens: ["session_start", "turn_start"],
    },
    PostToolUse: { is: AFTER_TOOL, context: true },
    TaskComplete: { is: TURN_END },
    TaskCancel: { is: TURN_END },
    TaskError: { is: TURN_END },
    PreCompact: { is: ["pre_compact"], losesContext: true },
    SessionShutdown: { is: ["session_end"] },
  },
  eventName: (raw, given) => {
    const name = asString(raw["hookName"]) ?? "";
    return (Object.hasOwn(SCRIPTS, name) ? SCRIPTS[name] : undefined) ?? (given || name);
  },
  read: (raw) =>
    fields(raw, {
      sessionId: "taskId",
      cwd: "workspaceRoots.0",
      roots: "workspaceRoots",
      prompt: "userPromptSubmit.prompt",
      toolName: ["tool_result.name", "tool_call.name"],
      toolUseId: ["tool_result.id", "tool_call.id"],
      toolInput: ["tool_result.input", "tool_call.input"],
      toolResponse: "tool_result.output",
      finalText: "turn.outputText",
    }),
  // A hook cannot change an output. Only a refusal, which ends the whole run, keeps the output from the model.
  adjust: (capabilities, wireName, _raw, { strict }) =>
    wireName === "PostToolUse" && strict ? { ...capabilities, refusal: true, lever: ["refusal"] } : capabilities,
  answer: {
    refusal: (errorMessage) => ({ cancel: true, errorMessage }),
    toolInput: "overrideInput",
    context: "contextModification",
  },
  guardEvent: "PreToolUse",
  openExit: 0,
  samples: {
    before: ["PreToolUse", (call) => ({ ...sampleBase(call), hookName: "tool_call", tool_call: sampleCall(call) })],
    after: [
      "PostToolUse",
      (call) => ({
        ...sampleBase(call),
        hookName: "tool_result",
        tool_result: {
          ...sampleCall(call),
          output: [{ query: call.command, result: call.output, success: true }],
          durationMs: 12,
        },
      }),
    ],
  },
});

function sampleBase(call: SampleCall): JsonObject {
  return {
    clineVersion: "",
    timestamp: timeOf(call),
    taskId: call.session,
    sessionContext: { rootSessionId: call.session },
    workspaceRoots: [call.cwd],
    userId: "u",
    agent_id: "a",
    parent_agent_id: null,
    iteration: 1,
  };
}

function sampleCall({ command }: SampleCall): JsonObject {
  return { id: "call_1", name: "run_commands", input: { commands: [command] } };
}
