import type { JsonObject } from "../kit/json.ts";
import { BEFORE_TOOL, defineAgent, TURN_END } from "./codec/define-agent.ts";
import type { Reply } from "./codec/dialect.ts";
import { fields } from "./codec/fields.ts";
import type { Outcome } from "./codec/outcome.ts";

/**
 * Antigravity CLI. It expects JSON even for an empty answer; if the answer before a tool holds no decision, Antigravity
 * asks the person. Nobody has tested `overwrite`, its rewrite of arguments, so a call with a secret is denied (second
 * hand, 1.1).
 */
export default defineAgent({
  name: "antigravity",
  title: "Antigravity",
  traces: { programs: ["agy"], variables: ["ANTIGRAVITY_AGENT"] },
  evidence: {
    mark: "second hand",
    failing: { exit2: "not known", crash: "depends", late: "not known" },
    release: "1.1.2",
    probe: { invocationNum: 0 },
    notes: [
      "An answer that cannot be read makes it ask the person.",
      "A tool's output is never shown to a hook.",
      "Its rewrite of arguments nobody has seen work, so it is not used.",
    ],
  },
  owns: (raw) =>
    "conversationId" in raw && ["toolCall", "stepIdx", "invocationNum", "executionNum"].some((key) => key in raw),
  // A hook's text is sent to the model as an `ephemeralMessage`.
  traits: { forgetsContext: true },
  events: {
    // Sent before each model call; the first one also begins a turn.
    PreInvocation: { is: ["before_llm_call", "turn_start"], context: true, opens: ["session_start"] },
    PostInvocation: { is: ["after_llm_call"] },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: ["post_tool_use"] },
    Stop: { is: TURN_END, resumes: true },
  },
  // The payload does not name its event.
  eventName: (raw, given) => given || inferred(raw),
  stands: (row, raw) => (row.is[0] === "before_llm_call" && raw["invocationNum"] !== 0 ? ["before_llm_call"] : row.is),
  read: (raw) =>
    fields(raw, {
      sessionId: "conversationId",
      cwd: "workspacePaths.0",
      toolName: "toolCall.name",
      toolInput: "toolCall.args",
    }),
  encode,
  guardEvent: "PreToolUse",
  openExit: 0,
  samples: {
    before: [
      "PreToolUse",
      ({ session, cwd, command }) => ({
        conversationId: session,
        workspacePaths: [cwd],
        transcriptPath: `${cwd}/t`,
        modelName: "auto",
        toolCall: { name: "run_command", args: { CommandLine: command, Cwd: cwd } },
        stepIdx: 1,
      }),
    ],
  },
});

function inferred(raw: JsonObject): string {
  if (Object.hasOwn(raw, "toolCall")) return Object.hasOwn(raw, "error") ? "PostToolUse" : "PreToolUse";
  if (Object.hasOwn(raw, "invocationNum")) return "PreInvocation";
  return Object.hasOwn(raw, "executionNum") ? "Stop" : "";
}

const NOTHING: Readonly<Record<string, JsonObject>> = { PreToolUse: { decision: "allow" }, Stop: { decision: "stop" } };

function encode({ verdict, context }: Outcome, wireName: string): Reply {
  const answer = answerOf(verdict && verdict.kind !== "allow" ? verdict.reason : undefined, context, wireName);
  return { stdout: JSON.stringify(answer), stderr: "", exitCode: 0 };
}

function answerOf(refusal: string | undefined, context: readonly string[] | undefined, wireName: string): JsonObject {
  if (refusal !== undefined) return { decision: wireName === "Stop" ? "continue" : "deny", reason: refusal };
  if (context) return { injectSteps: [{ ephemeralMessage: context.join("\n\n") }] };
  return (Object.hasOwn(NOTHING, wireName) ? NOTHING[wireName] : undefined) ?? {};
}
