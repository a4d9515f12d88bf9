import { asString, isObject, type JsonObject } from "../kit/json.ts";
import type { Reply } from "./codec/dialect.ts";
import type { Outcome } from "./codec/outcome.ts";
import { AFTER_TOOL, BEFORE_TOOL, defineAgent, TURN_END } from "./codec/define-agent.ts";
import { objectAt, texts, values } from "./codec/pick.ts";
import { jsonReply } from "./codec/reply.ts";

/**
 * The generic protocol: the event's name under `event`, the folder under `context`, and a block said twice, in JSON and
 * by exit code 2 (from its specification).
 */
export default defineAgent({
  name: "generic",
  title: "This agent",
  evidence: { mark: "documentation", title: "Generic protocol (`event`)" },
  owns: (raw) => Boolean(asString(raw["event"])) && isObject(raw["context"]),
  resembles: (raw) => Boolean(asString(raw["event"])),
  events: {
    PreToolUse: { is: BEFORE_TOOL, refusal: true, countsRound: "this" },
    // An output cannot be changed; a block withholds it.
    PostToolUse: { is: AFTER_TOOL, refusal: true, context: true },
    SessionStart: { is: ["session_start", "turn_start"], context: true },
    Stop: { is: TURN_END },
    PreCompact: { is: ["pre_compact", "user_followup_submit"], refusal: true, context: true },
  },
  eventName: (raw, given) => asString(raw["event"]) || given || "",
  read: (raw) => ({
    ...texts(raw, { sessionId: "session_id", cwd: "cwd", toolName: "tool_name", toolUseId: "tool_use_id" }),
    ...texts(objectAt(raw, "context"), { cwd: "working_directory" }),
    ...texts(raw, { source: "source", prompt: "custom_instructions" }),
    ...values(raw, { toolInput: "tool_input" }),
    ...outputOf(raw),
  }),
  encode,
  guardEvent: "PreToolUse",
  openExit: 0, // `on_failure: fail-closed` makes any other a denial
});

/** Where agents that speak this put what a tool gave; the specification names no field. */
const OUTPUTS = ["tool_output", "tool_result", "tool_response", "tool_error", "error"] as const;

/** All of it: it can only be withheld as a whole. */
function outputOf(raw: JsonObject): object {
  const given = OUTPUTS.filter((key) => raw[key] !== undefined && raw[key] !== null);
  if (given.length === 0) return {};
  return {
    toolResponse: given.length === 1 ? raw[given[0]!] : Object.fromEntries(given.map((key) => [key, raw[key]])),
  };
}

const HOW_TO_GO_ON: Readonly<Record<string, string>> = {
  PreToolUse: "Name the environment variable or the file that holds the secret instead of writing it out.",
  PostToolUse: "Let the command print less, or leave out the lines and files that hold secrets.",
  PreCompact: "Take the secret out of what is asked of the summary.",
};

function encode({ verdict, context }: Outcome, wireName: string): Reply {
  if (!verdict || verdict.kind === "allow") return jsonReply(context ? { context: context.join("\n\n") } : {});
  const suggestion = HOW_TO_GO_ON[wireName];
  const said = jsonReply({
    decision: "block",
    reason: verdict.reason,
    suggestions: suggestion && !verdict.reason.startsWith("snapveil: ") ? [suggestion] : [],
  });
  return { ...said, stderr: `${verdict.reason}\n`, exitCode: 2 };
}
