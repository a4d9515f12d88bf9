import type { JsonObject } from "../kit/json.ts";
import { CLAUDE_ANSWER, nestedBlock } from "./codec/answer.ts";
import { CLAUDE_FIELDS, fields } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { type SampleCall } from "./codec/samples.ts";

/**
 * Auggie, Augment's CLI: Claude Code's nested answers. It does not wait for a hook at its prompt event (read in the
 * bundle of 0.36).
 */
export default defineAgent({
  name: "auggie",
  title: "Auggie",
  traces: { programs: ["auggie"], variables: ["AUGMENT_AGENT"] },
  evidence: { mark: "source", failing: { exit2: "refused", crash: "goes on", late: "not known" }, release: "0.36.0" },
  owns: (raw) =>
    "conversation_id" in raw && !("generation_id" in raw || "cursor_version" in raw || "event_type" in raw),
  variable: "AUGMENT_HOOK_EVENT",
  events: {
    SessionStart: { is: ["session_start"], context: true },
    PromptSubmit: { is: PROMPT },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, rewrite: ["toolInput"], countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL, context: true, opens: ["turn_start"] },
    Stop: { is: TURN_END, resumes: true },
    SessionEnd: { is: ["session_end"] },
  },
  read: (raw) =>
    fields(raw, {
      ...CLAUDE_FIELDS,
      sessionId: "conversation_id",
      cwd: "workspace_roots.0",
      roots: "workspace_roots",
      prompt: "user_prompt",
      toolResponse: "tool_output",
    }),
  answer: {
    ...CLAUDE_ANSWER,
    refusal: { ...CLAUDE_ANSWER.refusal, Stop: nestedBlock },
    alsoExits: ["PreToolUse"],
  },
  samples: {
    before: ["PreToolUse", (call) => sampleBase("PreToolUse", call)],
    after: [
      "PostToolUse",
      (call) => ({ ...sampleBase("PostToolUse", call), tool_output: call.output, file_changes: [] }),
    ],
    env: ({ cwd }) => ({ AUGMENT_PROJECT_DIR: cwd, AUGMENT_HOOK_EVENT: "PreToolUse" }),
  },
});

function sampleBase(event: string, { session, cwd, command }: SampleCall): JsonObject {
  return {
    hook_event_name: event,
    conversation_id: session,
    workspace_roots: [cwd],
    tool_name: "launch-process",
    tool_input: { command },
    is_mcp_tool: false,
  };
}
