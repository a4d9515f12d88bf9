import { asString, isObject, type JsonObject } from "../kit/json.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, PROMPT, TURN_END } from "./codec/define-agent.ts";
import { CLAUDE_FIELDS, fields } from "./codec/fields.ts";
import type { EventFields } from "./codec/hook-event.ts";

/**
 * The generic protocol: the event's name under `event`, the folder under `context`. A refusal is said in JSON and by
 * exit code 2 (from its specification).
 */
export default defineAgent({
  name: "generic",
  title: "This agent",
  evidence: {
    mark: "documentation",
    failing: { exit2: "refused", crash: "depends", late: "depends" },
    title: "Generic protocol (`event`)",
    notes: ["`on_failure: fail-closed` refuses where a hook fails or is late."],
  },
  owns: (raw) => Boolean(asString(raw["event"])) && isObject(raw["context"]),
  resembles: (raw) => Boolean(asString(raw["event"])),
  events: {
    // `PreProcess` and `UserPromptSubmit` are two names of one event, before the agent works on a prompt.
    PreProcess: { is: PROMPT, refusal: true, context: true },
    UserPromptSubmit: { is: PROMPT, refusal: true, context: true },
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    PermissionRequest: { is: ["permission_request"], refusal: true },
    // An output cannot be changed; a refusal withholds it.
    PostToolUse: { is: AFTER_TOOL, refusal: true, context: true },
    SessionStart: { is: ["session_start", "turn_start"], context: true },
    Stop: { is: TURN_END },
    PreCompact: {
      is: ["pre_compact", "user_followup_submit"],
      refusal: true,
      context: true,
      losesContext: true,
    },
  },
  eventKey: "event",
  read: (raw) => ({
    ...fields(raw, {
      ...CLAUDE_FIELDS,
      cwd: ["context.working_directory", "cwd"],
      prompt: ["prompt", "user_prompt", "custom_instructions"],
    }),
    ...outputOf(raw),
  }),
  answer: {
    refusal: (reason, _kind, _wireName, { suggestions = [] }) => ({
      decision: "block",
      reason,
      suggestions: [...suggestions],
    }),
    alsoExits: true,
    context: "context",
  },
  guardEvent: "PreToolUse",
  openExit: 0, // with `on_failure: fail-closed` the agent takes any other code as a denial
});

/** Fields in which agents of this protocol send a tool's output; the specification does not name the field. */
const OUTPUTS = ["tool_output", "tool_result", "tool_response", "tool_error", "error"] as const;

/** The tool's output: the value of the only field, or an object with all of them. */
function outputOf(raw: JsonObject): EventFields {
  const given = OUTPUTS.map((key) => [key, raw[key] ?? null] as const).filter(([, output]) => output !== null);
  if (given.length === 0) return {};
  return { toolResponse: given.length === 1 ? given[0]![1] : Object.fromEntries(given) };
}
