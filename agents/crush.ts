import { isObject } from "../kit/json.ts";
import { claudeFields } from "./codec/fields.ts";
import { BEFORE_TOOL, defineAgent } from "./codec/define-agent.ts";

/**
 * Crush: one event, before a tool of the top agent. `allow` approves the call, so a rewrite goes without a decision
 * (read in the source of 2026-08).
 */
export default defineAgent({
  name: "crush",
  title: "Crush",
  evidence: {
    mark: "source",
    release: "2026-08",
    notes: [
      "Its only event is the one before a tool, and not for sub-agents; text for a turn comes once in a session.",
    ],
  },
  owns: (raw, _wireName, env) =>
    raw["event"] === "PreToolUse" &&
    (("session_id" in raw && "cwd" in raw) || env["CRUSH"] === "1") &&
    !isObject(raw["context"]) &&
    !("working_dir" in raw || "matcher_context" in raw || "tool_call_id" in raw),
  tells: ["folder", "platform", "date", "status", "commits", "AGENTS.md", "CLAUDE.md", "GEMINI.md"],
  events: {
    PreToolUse: {
      is: BEFORE_TOOL,
      refusal: true,
      context: true,
      rewrite: ["toolInput"],
      countsRound: "this",
      opens: ["session_start", "turn_start"],
    },
  },
  eventKey: "event",
  read: claudeFields,
  answer: {
    // `halt` ends the turn, not just the call.
    refusal: (reason, kind) => ({ decision: "deny", reason, ...(kind === "block" && { halt: true }) }),
    toolInput: "updated_input",
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
