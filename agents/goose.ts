import { asString, isObject } from "../kit/json.ts";
import { decisionBlock } from "./codec/answer.ts";
import { CLAUDE_FIELDS, fields } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent } from "./codec/define-agent.ts";

/**
 * Goose reads an answer only before a tool. It never sends a tool's output, and sends the folder only with tool events
 * (second hand, 1.51).
 */
export default defineAgent({
  name: "goose",
  title: "Goose",
  traces: { programs: ["goose", "goosed"], variables: ["GOOSE_TERMINAL"] },
  evidence: {
    mark: "second hand",
    failing: { exit2: "refused", crash: "not known", late: "not known" },
    release: "1.51",
    notes: [
      "A tool's output is never shown to a hook.",
      "Only events of tools name a folder, so a turn cannot be recorded.",
    ],
  },
  owns: (raw) =>
    /^[A-Z]/.test(asString(raw["event"]) ?? "") &&
    !isObject(raw["context"]) &&
    ("matcher_context" in raw ||
      "working_dir" in raw ||
      "tool_call_id" in raw ||
      ("session_id" in raw && !("tool_name" in raw))),
  events: {
    SessionStart: { is: ["session_start"] },
    // The event names no folder, hence no worktree, so a turn cannot be recorded.
    UserPromptSubmit: { is: ["user_prompt_submit"] },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PostToolUse: { is: AFTER_TOOL },
    PostToolUseFailure: { is: AFTER_TOOL, tellsOf: "failure" },
    Stop: { is: ["stop"] },
    SessionEnd: { is: ["session_end"] },
  },
  eventKey: "event",
  read: (raw) => fields(raw, { ...CLAUDE_FIELDS, cwd: "working_dir", toolUseId: "tool_call_id", prompt: "message" }),
  answer: { refusal: decisionBlock, alsoExits: ["PreToolUse"] },
  samples: {
    before: [
      "PreToolUse",
      ({ session, cwd, command }) => ({
        event: "PreToolUse",
        session_id: session,
        matcher_context: "developer__shell",
        tool_name: "developer__shell",
        tool_input: { command },
        tool_call_id: "t1",
        working_dir: cwd,
      }),
    ],
  },
});
