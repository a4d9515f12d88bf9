import { asString, isObject } from "../kit/json.ts";
import { FAILS_OPEN } from "./codec/agent.ts";
import { textOfOutput } from "./codec/output-text.ts";
import { CLAUDE_FIELDS, fields } from "./codec/fields.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, TURN_END, type EventRow } from "./codec/define-agent.ts";

/**
 * The events of Crush 0.99, which reads an answer only before and after a tool. Up to 0.96 Crush has only the event
 * before a tool and ignores other names.
 */
const EVENTS: Readonly<Record<string, EventRow>> = {
  PreToolUse: {
    is: BEFORE_TOOL,
    refusal: true,
    context: true,
    rewrite: ["toolInput"],
    countsRound: "this",
    opens: ["session_start", "turn_start"],
  },
  // Crush's documents say that a hook can replace the output; nobody has tested it.
  PostToolUse: {
    is: AFTER_TOOL,
    context: true,
    rewrite: ["toolResponse"],
    lever: ["toolResponse"],
    tellsOf: "success",
  },
  PostToolUseFailure: { is: AFTER_TOOL, context: true, tellsOf: "failure" },
  PermissionRequest: { is: ["permission_request"], lost: "ignore" },
  PermissionResult: { is: ["on_tool_approval_decision"] },
  SessionStart: { is: ["session_start"] },
  SessionEnd: { is: ["session_end"] },
  TurnStart: { is: ["turn_start"] },
  TurnEnd: { is: TURN_END },
  StopFailure: { is: TURN_END },
  Interrupt: { is: TURN_END },
  PreCompact: { is: ["pre_compact"] },
  PostCompact: { is: ["after_compaction"] },
};

/** Crush. A decision `allow` approves the call, so a rewrite is sent without a decision. */
export default defineAgent({
  name: "crush",
  title: "Crush",
  traces: { programs: ["crush"], variables: ["CRUSH"] },
  evidence: {
    mark: "source",
    failing: FAILS_OPEN,
    release: "2026-08",
    notes: [
      "Tools of sub-agents come to no hook.",
      "Up to 0.96 its only event is the one before a tool; text for a turn then comes once in a session.",
      "Its twelve other events, 0.99, are known from its documents alone.",
    ],
  },
  owns: (raw, _wireName, env) =>
    Object.hasOwn(EVENTS, asString(raw["event"]) ?? "") &&
    (("session_id" in raw && "cwd" in raw) || env["CRUSH"] === "1") &&
    !isObject(raw["context"]) &&
    !("working_dir" in raw || "matcher_context" in raw || "tool_call_id" in raw),
  tells: ["folder", "platform", "date", "status", "commits", "AGENTS.md", "CLAUDE.md", "GEMINI.md"],
  events: EVENTS,
  eventKey: "event",
  read: (raw, wireName) =>
    fields(raw, {
      ...CLAUDE_FIELDS,
      toolResponse: wireName === "PostToolUseFailure" ? "error" : ["tool_response", "tool_output", "tool_result"],
    }),
  answer: {
    // `halt` ends the whole turn.
    refusal: (reason, kind) => ({ decision: "deny", reason, ...(kind === "block" && { halt: true }) }),
    toolInput: "updated_input",
    // An unreleased version of Crush's source reads one of these two keys; Crush ignores keys that it does not know.
    toolResponse: (response) => ({ updated_output: textOfOutput(response), updated_input: textOfOutput(response) }),
    context: "context",
  },
  samples: {
    before: [
      "PreToolUse",
      ({ session, cwd, command }) => ({
        event: "PreToolUse",
        session_id: session,
        cwd,
        tool_name: "bash",
        tool_input: { command },
      }),
    ],
    env: () => ({ CRUSH: "1" }),
  },
});
