import { asString, type Json, type JsonObject, restoreNumbers } from "../kit/json.ts";
import { answer, type Answer, decisionBlock } from "./codec/answer.ts";
import { clip } from "./codec/output-text.ts";
import { CLAUDE_FIELDS, fields, objectsOf, pick } from "./codec/fields.ts";
import { defineAgent, unreadableByCode, type EventRow } from "./codec/define-agent.ts";
import type { Reply } from "./codec/dialect.ts";
import { EVENT_NAMES, type EventName } from "./codec/events.ts";
import type { EventFields, ModelEndpoint } from "./codec/hook-event.ts";
import { deny, type Outcome, type Verdict } from "./codec/outcome.ts";
import { samplePair } from "./codec/samples.ts";

/**
 * The wire name for `pre_tool_use` hooks registered with `preempt_yolo: true`, which docker-agent also runs for calls
 * that it approves by itself. Their payload is that of `pre_tool_use`, but docker-agent ignores a rewrite, so the
 * registered command has `--event preempt_yolo`.
 */
export const PREEMPT = "preempt_yolo";

type Row = Omit<EventRow, "is">;

/** An event at which every release shows the model a hook's context. (`turn_start` is sent before each model call.) */
const HEARD: Row = { refusal: true, context: true, notice: true };
/** An event that accepts a context but does not show it to the model. */
const UNHEARD: Row = { ...HEARD, unheard: true };
/** An event whose verdict has no effect, because the output exists already or the session is over. */
const TOO_LATE: Row = { ...UNHEARD, refusal: false };
/** An event that asks whether a call may run. Newer releases may reject an answer with context. */
const ASKED: Row = { refusal: true, notice: true };

/** The rows of events; an event without a row has `UNHEARD`. */
const ROWS: Partial<Record<EventName, Row>> = {
  session_start: HEARD,
  session_end: TOO_LATE,
  // A prompt goes to the model in before_llm_call, where secrets are redacted.
  user_prompt_submit: HEARD,
  user_followup_submit: HEARD,
  user_steering_messages_submit: HEARD,
  turn_start: HEARD,
  turn_end: TOO_LATE,
  before_llm_call: { ...UNHEARD, rewrite: ["messages"] },
  after_llm_call: TOO_LATE,
  tool_input_transform: { ...ASKED, rewrite: ["toolInput"] },
  pre_tool_use: { ...ASKED, rewrite: ["toolInput"] },
  tool_guard: ASKED,
  permission_request: { ...ASKED, approves: true, lost: "ignore" },
  tool_response_transform: { ...TOO_LATE, rewrite: ["toolResponse"] },
  post_tool_use: TOO_LATE,
  stop: TOO_LATE,
  notification: TOO_LATE,
  on_error: TOO_LATE,
};

const OWN_EVENTS = EVENT_NAMES.filter((name) => name !== "config_change");
const isKnown = (name: string) => OWN_EVENTS.some((known) => known === name);

/** Names of events that other agents use as well, so they do not identify docker-agent. */
const SHARED: ReadonlySet<string> = new Set(["stop", "subagent_stop", "notification"]);

function denial(reason: string, kind: Verdict["kind"]): JsonObject {
  // Before release 1.137 docker-agent reads only `permission_decision` at `preempt_yolo`.
  return {
    ...(kind === "block" && decisionBlock(reason)),
    "hook_specific_output.permission_decision": "deny",
    "hook_specific_output.permission_decision_reason": reason,
  };
}

/** Asks the person about a call. Where there is no terminal, docker-agent answers itself with no. */
function asked(reason: string): JsonObject {
  return { ...denial(reason, "ask"), "hook_specific_output.permission_decision": "ask" };
}

const ANSWER: Answer = {
  refusal: {
    pre_tool_use: denial,
    tool_guard: denial,
    permission_request: denial,
    "*": decisionBlock,
  },
  // `PREEMPT` is answered under the name of `pre_tool_use`.
  ask: { pre_tool_use: asked, [PREEMPT]: asked },
  approval: { permission_request: () => ({ "hook_specific_output.permission_decision": "allow" }) },
  toolInput: "hook_specific_output.updated_input",
  messages: "hook_specific_output.updated_messages",
  // The field takes text only, so a structured response is returned as JSON text.
  toolResponse: (response) => ({ "hook_specific_output.updated_tool_response": asText(response) }),
  context: "hook_specific_output.additional_context",
  notice: "system_message",
  named: ["hook_specific_output", "hook_event_name"],
};

/**
 * docker-agent: payloads and answers in snake_case, and the canonical event names. It silently ignores a camelCase
 * answer.
 */
export default defineAgent({
  name: "docker-agent",
  title: "docker-agent",
  traces: { programs: ["docker-agent", "cagent"] },
  evidence: {
    mark: "source",
    failing: { exit2: "refused", crash: "depends", late: "refused" },
    release: "1.123 to 1.142",
    probe: { safety_policy: "balanced" },
    notes: [
      "Before 1.137 its lane for calls that it approves by itself (`preempt_yolo`) reads `permission_decision` " +
        "alone: exit code 2, a crash and a late answer let the call run there. Each denial says that field, and " +
        "`doctor` tries the lane.",
      "It is asked only where its safety policy is strict or balanced. From 1.137 on a call is judged before that, so " +
        "it is refused.",
      "A crash lets a call run before 1.137, and refuses it from then on.",
      "Its events since 1.143 (`skill_content_guard`, `prompt_file_guard`, `before_agent_run`, " +
        "`after_agent_complete`) are known and of no use here: they take a model's verdict, or come when nothing is " +
        "read or written.",
      "Before 1.137 a secret in the arguments of a call is refused and not taken out, since calls that are " +
        "approved automatically take no rewrite.",
      "Calls that compact the conversation are not shown to hooks.",
      "Before 1.137 it shortens an output above 50 KiB or 2,000 lines itself, and what a hook took out of that " +
        "is lost.",
      "Its newest releases take no answer above 1 MiB: there a longer conversation with a secret is refused, and " +
        "a longer output loses its middle.",
    ],
  },
  owns: (raw) => {
    const name = asString(raw["hook_event_name"]) ?? "";
    return isKnown(name) && !SHARED.has(name);
  },
  events: {
    ...Object.fromEntries(OWN_EVENTS.map((name) => [name, { is: [name], ...(ROWS[name] ?? UNHEARD) }])),
    [PREEMPT]: { is: ["pre_tool_use"], ...ASKED },
  },
  eventName: (raw, given) => {
    const said = asString(raw["hook_event_name"]) || given || "";
    return said === "pre_tool_use" && given === PREEMPT ? PREEMPT : said;
  },
  // A hook's text is added to one model call and never stored.
  // A turn is one model call. The agent's loop always sends `session_end` when it ends.
  traits: { forgetsContext: true, sendsRounds: true, streamsOutput: true, recordsFolder: true, endsWithNext: true },
  read,
  // An unknown event of a newer release gets the capabilities that most events have.
  adjust: (capabilities, wireName) =>
    isKnown(wireName) || wireName === PREEMPT ? capabilities : { ...capabilities, ...UNHEARD },
  answer: ANSWER,
  // Under other policies docker-agent approves each call itself, its own question included.
  canAsk: (raw) => /^(?:strict|balanced)$/.test(asString(raw["safety_policy"]) ?? ""),
  encode,
  encodeUnreadable,
  samples: {
    ...samplePair(
      ["pre_tool_use", "tool_response_transform"],
      "shell",
      () => ({ agent_name: "root", tool_use_id: "call_1", safety_policy: "balanced" }),
      ({ output }) => ({ tool_category: "shell", tool_response: output }),
    ),
    beforeToo: PREEMPT,
  },
});

function read(raw: JsonObject): EventFields {
  const steering = raw["steering_messages"];
  return {
    ...fields(raw, {
      ...CLAUDE_FIELDS,
      finalText: "stop_response",
      iteration: "iteration",
      messages: "messages",
      speaker: "agent_name",
      toolCategory: "tool_category",
      toolFailed: "tool_error",
      approval: "approval_decision",
      approvalSource: "approval_source",
      usage: "usage",
      cost: "cost",
      inputTokens: "input_tokens",
      outputTokens: "output_tokens",
      contextLimit: "context_limit",
      compactionReason: "compaction_reason",
      worktreePath: "worktree_path",
      worktreeSource: "worktree_source_dir",
      fromAgent: "from_agent",
      toAgent: "to_agent",
    }),
    ...(Array.isArray(steering) && { steeringMessages: steering.filter((item) => typeof item === "string") }),
    fromAgentModels: objectsOf(raw["from_agent_models"]).map(
      (model): ModelEndpoint =>
        pick(model, { provider: "provider", model: "model", baseUrl: "base_url", unloadApi: "unload_api" }),
    ),
  };
}

/**
 * The most bytes of an answer that the newest releases accept, with a margin; these releases are recognised by the
 * fields in `isCapped`. A longer answer counts as a failed hook, and the unredacted text is used.
 */
const MOST_TAKEN = (1 << 20) - (1 << 14);
const isCapped = (raw: JsonObject) => "call_purpose" in raw || "root_session_id" in raw;

function encode(outcome: Outcome, event: string, raw: JsonObject): Reply {
  const wireName = event === PREEMPT ? "pre_tool_use" : event;
  const reply = answer(ANSWER, outcome, wireName, raw);
  if (!outcome.rewrite || !isCapped(raw) || Buffer.byteLength(reply.stdout) <= MOST_TAKEN) return reply;
  return answer(ANSWER, shortened(outcome), wireName, raw);
}

/**
 * The reply to unreadable input. Exit code 2 refuses every event that can be refused, except `preempt_yolo`:
 * docker-agent ignores exit codes there, so the reply is a printed denial.
 */
function encodeUnreadable(sentence: string, closed: boolean, wireName: string): Reply {
  if (!closed || wireName !== PREEMPT) return unreadableByCode(sentence, closed);
  return { ...encode(deny(sentence.trim()), PREEMPT, {}), stderr: sentence };
}

/**
 * Shortens an answer that is too long: an output loses its middle; arguments and conversations must be returned whole,
 * so the event is refused.
 */
function shortened({ rewrite, ...rest }: Outcome): Outcome {
  if (rewrite?.toolResponse !== undefined)
    return { ...rest, rewrite: { toolResponse: clip(asText(rewrite.toolResponse)) } };
  const what =
    rewrite?.toolInput === undefined
      ? "The conversation contains a secret and is"
      : "The arguments of this tool call contain a secret and are";
  return deny(`${what} too long for docker-agent to take back without it. Begin a new session, or compact this one.`);
}

function asText(value: Json): string {
  return typeof value === "string" ? value : restoreNumbers(JSON.stringify(value));
}
