import { CLAUDE_FIELDS, fields, goingOn, isClaudeShaped, transcriptOf } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { CALL_IN_HISTORY } from "./codec/agent.ts";
import { samplePair, timeOf, claudeProject, geminiOutput } from "./codec/samples.ts";
import { clip, outputAsReason } from "./codec/output-text.ts";
import type { EventFields } from "./codec/hook-event.ts";
import { asString } from "../kit/json.ts";

const END_OF_CONTEXT = "</hook_context>";

/**
 * Gemini CLI. If stdout is empty, it reads stderr as the answer. Every exit code but 0 and 1 refuses, so a missing
 * program of snapveil would block every tool (seen live in 0.61).
 */
export default defineAgent({
  name: "gemini-cli",
  title: "Gemini CLI",
  traces: { programs: ["gemini", "gemini-cli"], variables: ["GEMINI_CLI"] },
  evidence: {
    mark: "recorded live",
    failing: { exit2: "refused", crash: "depends", late: "goes on" },
    vanished: "kept",
    release: "0.61.0",
    notes: [
      "Exit code 1 lets a call run, and any other but 0 refuses it, unless what was printed is JSON.",
      "Of messages only the texts are shown to a hook; what a tool printed earlier is not among them.",
      "Its hooks can answer with a question, at which a run without a person waits for ever (0.61), so a call is " +
        "refused and not asked about.",
      "A replaced output looks like an error to the model.",
      "In a run without a person a slash command is taken for a text where a hook gives the session a text.",
      "Of several hooks that rewrite a call, the arguments of the one that stands last count: beside another hook, " +
        "a call is refused and not rewritten.",
      CALL_IN_HISTORY,
    ],
  },
  owns: (raw, wireName) =>
    /^(?:(?:Before|After)(?:Tool|Agent|Model|ToolSelection)|PreCompress)$/.test(wireName) ||
    (isClaudeShaped(raw) &&
      (transcriptOf(raw).includes("/.gemini/") ||
        (wireName === "Notification" && "notification_type" in raw && "details" in raw))),
  variable: "GEMINI_SESSION_ID",
  tells: ["folder", "platform", "date", "listing", "GEMINI.md"],
  traits: { showsRun: true },
  events: {
    SessionStart: { is: ["session_start"], context: true, notice: true },
    BeforeAgent: { is: PROMPT, refusal: true, context: true, notice: true },
    // At this event Gemini CLI shows a hook only the text parts of messages, not tool calls and their results. A hook
    // can change only the text parts.
    BeforeModel: { is: ["before_llm_call"], refusal: true, notice: true, rewrite: ["messages"], countsRound: "this" },
    BeforeToolSelection: { is: ["unknown"] },
    AfterModel: { is: ["after_llm_call"] },
    BeforeTool: { is: BEFORE_TOOL, refusal: true, notice: true, rewrite: ["toolInput"] },
    AfterTool: { is: AFTER_TOOL, context: true, notice: true, rewrite: ["toolResponse"], lever: ["toolResponse"] },
    AfterAgent: { is: TURN_END, notice: true, resumes: true },
    // Gemini CLI sends this event before every model call, whether it compresses the conversation or not (seen live).
    PreCompress: { is: ["unknown"] },
    SessionEnd: { is: ["session_end"] },
    Notification: { is: ["notification"] },
  },
  read: (raw) => ({
    ...goingOn(raw),
    ...fields(raw, {
      ...CLAUDE_FIELDS,
      toolResponse: ["tool_response.llmContent", "tool_response"],
      messages: "llm_request.messages",
      finalText: "prompt_response",
      usage: "llm_response.usageMetadata",
    }),
    ...typedOf(asString(raw["prompt"])),
  }),
  answer: {
    refusal: (reason) => ({ decision: "deny", reason }),
    alsoExits: ["BeforeTool", "BeforeAgent"], // exit code 2 refuses even if the JSON cannot be read (seen live)
    toolInput: "hookSpecificOutput.tool_input",
    messages: "hookSpecificOutput.llm_request.messages",
    // The reason replaces the output; the model sees it as an error.
    toolResponse: (response) => ({ decision: "deny", reason: clip(outputAsReason(response)) }),
    context: "hookSpecificOutput.additionalContext",
    notice: "systemMessage",
  },
  guardEvent: "BeforeTool",
  samples: {
    ...samplePair(
      ["BeforeTool", "AfterTool"],
      "run_shell_command",
      (call) => ({ transcript_path: `${call.home}/.gemini/tmp/p/chats/session.jsonl`, timestamp: timeOf(call) }),
      geminiOutput,
    ),
    env: ({ cwd }) => ({ ...claudeProject({ cwd }), GEMINI_SESSION_ID: "sample", GEMINI_PROJECT_DIR: cwd }),
  },
});

/**
 * The typed part of a prompt. In a run without a person Gemini CLI puts the session's hook context in front of the
 * first prompt (seen live). Gemini CLI escapes tags in that context, so the first end tag ends the context.
 */
function typedOf(prompt = ""): EventFields {
  const end = prompt.startsWith("<hook_context>") ? prompt.indexOf(END_OF_CONTEXT) : -1;
  return end < 0 ? {} : { typed: prompt.slice(end + END_OF_CONTEXT.length) };
}
