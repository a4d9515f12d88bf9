import { asString, isObject, type Json, type JsonObject } from "../kit/json.ts";
import { CLAUDE_ANSWER, decisionBlock } from "./codec/answer.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { OUTPUT_ON_DISK, FAILS_OPEN } from "./codec/agent.ts";
import { fields } from "./codec/fields.ts";
import { timeOf, claudeProject, type SampleCall } from "./codec/samples.ts";

/**
 * Grok Build: camelCase payloads that repeat some fields under Claude Code's names. It also runs hooks that are
 * registered for Claude Code. A rewritten output must be the whole tagged object that the payload held, but for tools
 * of MCP servers (by the guide that the program holds, 1.0.41).
 */
export default defineAgent({
  name: "grok",
  title: "Grok Build",
  traces: { programs: ["grok"] },
  evidence: {
    mark: "source",
    failing: FAILS_OPEN,
    release: "1.0.41",
    probe: { toolInputTruncated: false },
    notes: [
      "Output that was cut short before the hook cannot be rewritten.",
      "It also runs what is registered for Claude Code and Cursor.",
      OUTPUT_ON_DISK,
    ],
  },
  owns: (raw) => "hookEventName" in raw && "workspaceRoot" in raw,
  events: {
    SessionStart: { is: ["session_start"] },
    UserPromptSubmit: { is: PROMPT, refusal: true },
    // Where a release takes a text for the model, it comes behind the result of the call, and not if the call is
    // refused.
    PreToolUse: { is: BEFORE_TOOL, refusal: true, context: true, rewrite: ["toolInput"], countsRound: "this" },
    // Grok sends this event for commands that exit with an error, too.
    PostToolUse: { is: AFTER_TOOL, context: true, rewrite: ["toolResponse"], opens: ["session_start", "turn_start"] },
    PostToolUseFailure: { is: AFTER_TOOL, context: true, tellsOf: "failure" },
    PreCompact: { is: ["pre_compact"], losesContext: true },
    Stop: { is: TURN_END, resumes: true },
    SubagentStop: { is: ["subagent_stop"] },
    SessionEnd: { is: ["session_end"] },
  },
  eventName: (raw, given) => asString(raw["hook_event_name"]) || pascal(asString(raw["hookEventName"]) || given || ""),
  read: (raw) =>
    fields(raw, {
      sessionId: "sessionId",
      cwd: "cwd",
      promptId: "promptId",
      toolName: "toolName",
      toolUseId: "toolUseId",
      prompt: "prompt",
      toolInput: "toolInput",
      toolResponse: ["toolResult.output_for_prompt", "toolResult"], // the text that goes to the model
    }),
  // From a result that was cut short the object that Grok expects cannot be made.
  adjust: (capabilities, wireName, raw) => {
    if (raw["toolResultTruncated"] === true) return { ...capabilities, rewrite: [] };
    return wireName === "PreToolUse" && !isOfToday(raw) ? { ...capabilities, context: false } : capabilities;
  },
  // Releases that take no question for a decision let the call run.
  canAsk: isOfToday,
  answer: {
    ...CLAUDE_ANSWER,
    refusal: { PreToolUse: (reason) => ({ decision: "deny", reason }), "*": decisionBlock },
    ask: { PreToolUse: (reason) => ({ decision: "ask", reason }) },
    alsoExits: ["PreToolUse", "UserPromptSubmit"], // Grok reads the denial in the JSON with any exit code
    toolResponse: (response, _wireName, raw) => ({
      "hookSpecificOutput.updatedToolOutput": tagged(response, raw["toolResult"]),
    }),
  },
  samples: {
    before: [
      "PreToolUse",
      (call) => ({ ...sampleBase(call), hookEventName: "pre_tool_use", hook_event_name: "PreToolUse" }),
    ],
    after: [
      "PostToolUse",
      (call) => ({
        ...sampleBase(call),
        hookEventName: "post_tool_use",
        hook_event_name: "PostToolUse",
        toolResult: {
          type: "Bash",
          output: [],
          output_for_prompt: `exit: 0\n${call.output}`,
          exit_code: 0,
          command: call.command,
          truncated: false,
        },
        toolResultTruncated: false,
      }),
    ],
    env: ({ cwd }) => ({ ...claudeProject({ cwd }), GROK_HOOK_EVENT: "pre_tool_use" }),
  },
});

function pascal(snake: string): string {
  return snake.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The payload's result with another text for the model. The raw chunks of output are removed, because they hold the
 * secret, too.
 */
function tagged(response: Json, received: Json | undefined): Json {
  if (!isObject(received)) return response;
  const whole = isObject(response) ? response : { ...received, output_for_prompt: response };
  return Array.isArray(whole["output"]) ? { ...whole, output: [] } : whole;
}

/** Whether the release tells of cut arguments. It then takes a question, and a text for the model before a call. */
function isOfToday(raw: JsonObject): boolean {
  return "toolInputTruncated" in raw;
}

function sampleBase(call: SampleCall): JsonObject {
  const { session, cwd, command } = call;
  return {
    sessionId: session,
    cwd,
    workspaceRoot: cwd,
    timestamp: timeOf(call),
    permissionMode: "default",
    toolName: "run_terminal_command",
    toolUseId: "call_1",
    toolInput: { command },
  };
}
