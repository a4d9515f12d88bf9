import { blankTexts, type Json } from "../kit/json.ts";
import { printable } from "../kit/text.ts";
import { runInTime } from "../kit/run-within.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { listOf, PERSON_ALLOWS, withoutExcerpts } from "../agents/codec/list-found.ts";
import { merge, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { SearchOptions } from "../redactors/doors/find-secrets.ts";
import { knownSecrets } from "../redactors/doors/known-values.ts";
import { isWholeOutput, keepTail, openEnd, readTail } from "../redactors/doors/memory.ts";
import type { Call } from "./call.ts";
import { mayName } from "./mentioned-files/mentions-in.ts";
import { MAY_HAND_OUT, toldByPrompts } from "./printed-value/told-by-prompts.ts";
import { redactArguments } from "./redact-arguments.ts";
import type { Refusal } from "./refusal.ts";
import { isLeftOut, redact } from "./redact-part.ts";
import type { PromptEvent, SearchedEvent } from "./searched-event.ts";
import { callView, type CallFacts } from "../call/call-view.ts";

/**
 * Redacts secrets in tool arguments, messages to the model, prompts and tool output, or follows the policy of the
 * settings. A rewrite is the complete value with every unknown field; without findings there is no answer. The builtin
 * never approves a call, and denies one that would write a marker of snapveil's into a file.
 */
export default async function redactSecrets(event: SearchedEvent, call: Call): Promise<Outcome> {
  switch (event.name) {
    case "tool_input_transform":
    case "pre_tool_use":
    case "tool_guard":
    case "permission_request":
      return redactArguments(event, call);
    case "before_llm_call":
      return messages(event, call);
    case "tool_response_transform":
      return toolResponse(event, call);
    case "user_steering_messages_submit":
      return prompt(event, event.steeringMessages?.join("\n"), call);
    default:
      return prompt(event, event.prompt, call);
  }
}

/**
 * Fields of a message that are no text for the model: signatures, which a rewrite would make invalid; ids that tie a
 * result to its call; tool definitions, which the agent wrote.
 */
const OPAQUE = new Set([
  "role",
  "type",
  "id",
  "tool_call_id",
  "name",
  "file_id",
  "thinking_signature",
  "thought_signature",
  "tool_definitions",
  "created_at",
  "model",
  "finish_reason",
  "mime_type",
]);

async function messages(event: HookEvent<"before_llm_call">, call: Call): Promise<Outcome> {
  if (!event.messages) return nothing;
  return redact(
    event,
    call,
    event.messages as Json[],
    {
      skip: OPAQUE,
      thorough: true,
      ...(event.sessionId && { session: event.sessionId }),
      ...(await toldByPrompts(event.messages as Json[])),
    },
    {
      place: "messages",
      counted: "messages",
      what: "The conversation contains",
      rewrite: (value) => ({ rewrite: { messages: value } }),
      refuse: blocked,
    },
  );
}

async function toolResponse(event: HookEvent<"tool_response_transform">, call: Call): Promise<Outcome> {
  const { toolResponse: response, toolName = "" } = event;
  if (response === undefined || (callView(event).isRead && (await isLeftOut(event, call)))) return nothing;
  const mayPrint = mayPrintSecret(event);
  const maker = mayPrint ? (await import("./weighing/made-just-now.ts")).makerOf(event) : undefined;
  const bare = mayPrint && maker === undefined ? await printedValueOf(event, call) : undefined;
  const before = await comesBefore(event, call);
  const what = `The output of the tool "${printable(toolName)}" contains`;
  const outcome = await redact(
    event,
    call,
    response,
    {
      thorough: true,
      ...(bare ? { told: bare } : await toldByPrompts(response)),
      ...(before !== "" && { before }),
    },
    {
      place: "output",
      counted: "output",
      what,
      rewrite: (value) => ({ rewrite: { toolResponse: value } }),
      refuse: (refusal) => withheld(refusal, response),
    },
  );
  if (maker === undefined) return outcome;
  const sentence = (await import("./weighing/remarks.ts")).remarkOnMade(what, maker);
  const { notYetSaid } = await import("../session/said.ts");
  return merge(outcome, { notice: notYetSaid(call.io, event.sessionId, [sentence]) });
}

/**
 * The end of the previous piece of a command's output, for agents that show the output in pieces: a secret may begin
 * there and continue in this piece. `""` if no piece can be stored, so that each piece is searched alone.
 */
async function comesBefore(event: HookEvent<"tool_response_transform">, call: Call): Promise<string> {
  const { streamsOutput, sessionId, toolUseId, toolResponse: response } = event;
  if (!streamsOutput || !sessionId || !toolUseId || typeof response !== "string") return "";
  const output = { sessionId, toolUseId };
  const kept = readTail(call.io, output);
  const hasEnded = kept !== "" && isWholeOutput(response, kept);
  keepTail(call.io, output, hasEnded ? "" : await withoutKnown(openEnd(kept + response), event, call), kept);
  return hasEnded ? "" : kept;
}

/**
 * The part of a text behind its last secret that the user listed in the settings. Such a secret was redacted, and must
 * not get into a file.
 */
async function withoutKnown(open: string, { cwd }: SearchedEvent, call: Call): Promise<string> {
  if (open === "") return "";
  const known = (await knownSecrets(call, cwd))?.find(open) ?? [];
  return open.slice(known.reduce((end, { span }) => Math.max(end, span[1]), 0));
}

/** The most characters of a call's words that are tested. */
const MOST = 4096;

/**
 * Whether a call may print a secret without the secret's name. For most events this quick test makes the full one
 * unnecessary.
 */
export function mayPrintSecret(event: CallFacts): boolean {
  const { files, shell } = callView(event);
  const words = [...files, ...shell.scripts, ...shell.given].join("\n").slice(0, MOST);
  return words !== "" && MAY_HAND_OUT.test(words);
}

async function printedValueOf(
  event: HookEvent<"tool_response_transform">,
  { io }: Call,
): Promise<SearchOptions["told"]> {
  const { printedValue } = await import("./printed-value/printed-value.ts");
  return runInTime(io, () => printedValue(event));
}

async function prompt(event: PromptEvent, text: string | undefined, call: Call): Promise<Outcome> {
  if (!text) return nothing;
  const outcome = await redact(event, call, text, await toldByPrompts(text), {
    place: "prompt",
    counted: "prompt",
    what: "The prompt contains",
    rewrite: (value) => ({ rewrite: { prompt: value } }),
    refuse: blocked,
  });
  if (!event.putsMentions || !mayName(text) || outcome.verdict) return outcome;
  // snapveil's mod, if it runs in this session, redacts the named files itself.
  if ((await import("../session/live-mod.ts")).isModLive(call.io, event.sessionId)) return outcome;
  const { judgeMentions } = await import("./mentioned-files/judge-mentions.ts");
  return merge(outcome, await judgeMentions(event, text, call));
}

async function blocked(refusal: Refusal): Promise<Outcome> {
  const { refused } = await import("./refusal.ts");
  return refused("block", { ...refusal, todoOfPerson: "Take it out, and send the rest again." });
}

/** The rewrite that withholds a whole output from the model, which learns only the kinds and places of the findings. */
function withheld({ what, found = [], todo, pass }: Refusal, response: Json): Outcome {
  const about = `${what.replace(/^snapveil: /, "")}: ${listOf(withoutExcerpts(found))}`;
  const text = `[withheld by snapveil: ${about}. ${todo}]`;
  return {
    rewrite: { toolResponse: blankTexts(response, text) },
    rewriteNotice: [`${what}: ${listOf(found)}. The output was withheld.${pass ? ` ${PERSON_ALLOWS}` : ""}`],
    objections: [{ found, part: "toolResponse", ...(pass && { pass }) }],
  };
}
