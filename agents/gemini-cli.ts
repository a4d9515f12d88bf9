import type { Json, JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { claudeFields, isClaudeShaped, transcriptOf } from "./codec/claude-fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { objectAt, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";
import { clip, textOf } from "./codec/text-of.ts";
import { CALL_IN_HISTORY } from "./codec/evidence.ts";
import { samplePair, isoTime, claudeProject, geminiOutput } from "./codec/samples.ts";

/**
 * Gemini CLI. With an empty stdout it reads stderr as the answer, and every exit code but 0 and 1 blocks, so a denial
 * is JSON and a missing file of ours would block every tool (seen live in 0.61).
 */
export default defineAgent({
  name: "gemini-cli",
  title: "Gemini CLI",
  evidence: {
    mark: "recorded live",
    release: "0.61.0",
    notes: [
      "Of messages only the texts are shown to a hook; what a tool printed earlier is not among them.",
      "A replaced output looks like an error to the model.",
      CALL_IN_HISTORY,
    ],
  },
  owns: (raw, wireName) =>
    /^(?:(?:Before|After)(?:Tool|Agent|Model|ToolSelection)|PreCompress)$/.test(wireName) ||
    (isClaudeShaped(raw) &&
      (transcriptOf(raw).includes("/.gemini/") ||
        (wireName === "Notification" && "notification_type" in raw && "details" in raw))),
  variable: "GEMINI_SESSION_ID",
  events: {
    SessionStart: { is: ["session_start"], context: true, notice: true },
    BeforeAgent: { is: PROMPT, refusal: true, context: true, notice: true },
    // Text parts only: calls of tools and their results are never shown to a hook here, nor can it change them.
    BeforeModel: { is: ["before_llm_call"], refusal: true, notice: true, rewrite: ["messages"], countsRound: "this" },
    BeforeToolSelection: { is: ["unknown"] },
    AfterModel: { is: ["after_llm_call"] },
    BeforeTool: { is: BEFORE_TOOL, refusal: true, notice: true, rewrite: ["toolInput"] },
    AfterTool: { is: AFTER_TOOL, context: true, notice: true, rewrite: ["toolResponse"], lever: ["toolResponse"] },
    AfterAgent: { is: TURN_END, notice: true },
    // Comes before every model call, whether anything is compressed or not (seen live).
    PreCompress: { is: ["unknown"] },
    SessionEnd: { is: ["session_end"] },
    Notification: { is: ["notification"] },
  },
  read: (raw, wireName) => ({
    ...claudeFields(raw, wireName),
    ...values(objectAt(raw, "tool_response"), { toolResponse: "llmContent" }),
    ...messagesOf(objectAt(raw, "llm_request")["messages"]),
  }),
  encode,
  guardEvent: "BeforeTool",
  samples: {
    ...samplePair(
      ["BeforeTool", "AfterTool"],
      "run_shell_command",
      (call) => ({ transcript_path: `${call.home}/.gemini/tmp/p/chats/session.jsonl`, timestamp: isoTime(call) }),
      geminiOutput,
    ),
    env: ({ cwd }) => ({ ...claudeProject({ cwd }), GEMINI_SESSION_ID: "sample", GEMINI_PROJECT_DIR: cwd }),
  },
});

function messagesOf(messages: Json | undefined): object {
  return Array.isArray(messages) ? { messages } : {};
}

function encode({ verdict, rewrite, context, notice }: Outcome, wireName: string): Reply {
  const answer: JsonObject = {};
  const specific: JsonObject = {};
  if (verdict && verdict.kind !== "allow") {
    answer["decision"] = "deny";
    answer["reason"] = verdict.reason;
  }
  // The whole of the arguments: a part of them fails the call with a schema error (seen live).
  if (rewrite?.toolInput !== undefined) specific["tool_input"] = rewrite.toolInput;
  if (rewrite?.messages !== undefined) specific["llm_request"] = { messages: rewrite.messages as Json[] };
  if (rewrite?.toolResponse !== undefined) {
    answer["decision"] = "deny"; // the reason takes the output's place; the model sees it as an error
    answer["reason"] = clip(textOf(rewrite.toolResponse));
  }
  if (context) specific["additionalContext"] = context.join("\n\n");
  if (notice) answer["systemMessage"] = notice.join("\n");
  if (Object.keys(specific).length > 0) answer["hookSpecificOutput"] = { hookEventName: wireName, ...specific };
  return jsonReply(answer);
}
