import { blankTexts } from "../kit/blank-texts.ts";
import type { Json } from "../kit/json.ts";
import { runWithin } from "../kit/run-within.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { merge } from "../agents/codec/merge.ts";
import { block, deny, nothing, type Outcome } from "../agents/codec/outcome.ts";
import { findSecrets, findSecretsBehind, type Search, type SearchOptions } from "../redactors/find-secrets.ts";
import type { Finding } from "../redactors/finding.ts";
import { knownSecrets } from "../redactors/known-values/known-secrets.ts";
import { isWhole, openEnd } from "../redactors/memory/open-end.ts";
import type { RedactJsonOptions } from "../redactors/json/redact-json.ts";
import { keepTail, readTail } from "../redactors/memory/tail-file.ts";
import type { Policy, PolicyPlace } from "../worktree/settings.ts";
import { mayPrintSecret } from "./printed-value/may-print-secret.ts";
import type { Call } from "./call.ts";
import { isLeftOut } from "./is-left-out.ts";
import type { RedactionPlace } from "./redaction-counts.ts";
import { isReader, toolKind } from "./tool-kind.ts";

type ToolEvent = HookEvent<"tool_input_transform" | "pre_tool_use" | "tool_guard">;
type PromptEvent = HookEvent<"user_prompt_submit" | "user_followup_submit" | "user_steering_messages_submit">;
type Leg = ToolEvent | PromptEvent | HookEvent<"before_llm_call" | "tool_response_transform">;

/** What can be done with a secret at one place. */
interface Ways<T extends Json> {
  readonly place: PolicyPlace;
  /** Whether the clean value would be kept somewhere, so that what it has lost is lost there. */
  keeps?(clean: T): Promise<boolean>;
  readonly counted: RedactionPlace;
  /** What holds the secret, as a sentence begins. */
  readonly what: string;
  rewrite(value: T): Outcome;
  refuse(reason: string, policy: Policy): Outcome;
}

/**
 * Takes secrets out of tool arguments, outgoing messages and tool output, or does what the settings' policy says
 * instead. The rewrite is always the complete value with every unknown field kept; where nothing was found nothing is
 * said. It rewrites and never approves. A call that would write one of our markers into a file is denied.
 */
export default async function redactSecrets(event: Leg, call: Call): Promise<Outcome> {
  switch (event.name) {
    case "tool_input_transform":
    case "pre_tool_use":
    case "tool_guard":
      return toolInput(event, call);
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

async function toolInput(event: ToolEvent, call: Call): Promise<Outcome> {
  const { toolInput: input, toolName = "" } = event;
  if (input === undefined) return nothing;
  const place = toolKind(toolName, event.toolCategory, input);
  if (place === "write" && (await isLeftOut(event, call))) return nothing;
  if (place === "write" && call.settings.redaction.restore) return restoredInput(event, call);
  const verdict = await writeBackVerdict(event, call);
  return verdict ?? redactInput(event, call, input, place);
}

/** A marker, however it is spelled: with escapes for its brackets, or in pieces. */
const MAY_HOLD_MARKER = /REDACTED|\[R|D\]|ACTED|\bRED\b/;

/** What denies a call that would write one of our markers. */
async function writeBackVerdict(event: ToolEvent, call: Call): Promise<Outcome | undefined> {
  if (!MAY_HOLD_MARKER.test(JSON.stringify(event.toolInput))) return undefined;
  const { guardWriteBack } = await import("./write-back/guard-write-back.ts");
  const outcome = runWithin(call.io.timeLeft?.() ?? Infinity, () => guardWriteBack(event, call));
  return outcome === nothing ? undefined : outcome;
}

/** The same where the user wants values put back: into the file that holds them, and nowhere else. */
async function restoredInput(event: ToolEvent, call: Call): Promise<Outcome> {
  const { restoreMarkers, standsInFile } = await import("./write-back/restore-markers.ts");
  const verdict = await writeBackVerdict(event, call);
  const restored =
    verdict === undefined
      ? event.toolInput!
      : event.name === "tool_guard"
        ? undefined
        : await restoreMarkers(event, call);
  if (restored === undefined) return verdict!;
  const stands = standsInFile(event, call);
  const outcome = await redactInput(event, call, restored, "write", (_kind, value) => stands(value));
  return restored === event.toolInput || outcome.verdict || outcome.rewrite
    ? outcome
    : merge(outcome, { rewrite: { toolInput: restored } });
}

function redactInput(
  event: ToolEvent,
  call: Call,
  input: Json,
  place: PolicyPlace,
  allows?: RedactJsonOptions["allows"],
): Promise<Outcome> {
  const { toolName = "" } = event;
  // What rests on its surroundings alone is left: a wrong guess in a tool's output costs a word, in its arguments a
  // working command.
  return redact(
    event,
    call,
    input,
    { least: "medium", ...(allows && { allows }) },
    {
      place,
      keeps: async (clean) =>
        place === "write" || (await import("./write-back/guard-write-back.ts")).keepsMarker(event, clean, call),
      counted: "arguments",
      what: `The arguments of the tool "${toolName}" contain`,
      rewrite: (value) => rewrittenInput(value, toolName),
      // Nobody is asked where only a rewrite is expected.
      refuse: (reason, policy) =>
        policy === "ask" && event.name !== "tool_input_transform" ? { verdict: { kind: "ask", reason } } : deny(reason),
    },
  );
}

function rewrittenInput(toolInput: Json, toolName: string): Outcome {
  return {
    rewrite: { toolInput },
    rewriteNotice: [`redact_secrets: redacted secret material from arguments of tool "${toolName}"`],
    rewriteContext: [
      `snapveil put a placeholder in the place of a secret in the arguments of a call to "${toolName}" before ` +
        "it ran, so what depends on the secret itself will fail. " +
        "Refer to it by the name of the variable or file that holds it.",
    ],
  };
}

/**
 * Fields of a message that are not text for the model: signatures that a rewrite would void, identifiers that tie a
 * result to its call, and tool definitions, which the agent itself wrote.
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
    { skip: OPAQUE, thorough: true, ...(event.sessionId && { session: event.sessionId }) },
    {
      place: "messages",
      counted: "messages",
      what: "The conversation contains",
      rewrite: (value) => ({ rewrite: { messages: value } }),
      refuse: block,
    },
  );
}

async function toolResponse(event: HookEvent<"tool_response_transform">, call: Call): Promise<Outcome> {
  const { toolResponse: response, toolName = "" } = event;
  if (response === undefined || (isReader(toolName) && (await isLeftOut(event, call)))) return nothing;
  const bare = mayPrintSecret(event.toolInput) ? await printedValueOf(event, call) : undefined;
  const before = await comesBefore(event, call);
  return redact(
    event,
    call,
    response,
    { thorough: true, ...(bare && { told: bare }), ...(before !== "" && { before }) },
    {
      place: "output",
      counted: "output",
      what: `The output of the tool "${toolName}" contains`,
      rewrite: (value) => ({ rewrite: { toolResponse: value } }),
      refuse: (reason) => ({ rewrite: { toolResponse: blankTexts(response, `[withheld by snapveil: ${reason}]`) } }),
    },
  );
}

/**
 * What came right before this piece of an output and could be a part of a secret that goes on in it. Some agents
 * show what a command prints piece by piece, and then all of it once more. Where nothing can be kept each piece stands
 * alone.
 */
async function comesBefore(event: HookEvent<"tool_response_transform">, call: Call): Promise<string> {
  const { streamsOutput, sessionId, toolUseId, toolResponse: response } = event;
  if (!streamsOutput || !sessionId || !toolUseId || typeof response !== "string") return "";
  const output = { sessionId, toolUseId };
  const kept = readTail(call.io, output);
  const hasEnded = kept !== "" && isWhole(response, kept);
  keepTail(call.io, output, hasEnded ? "" : await withoutKnown(openEnd(kept + response), event, call), kept);
  return hasEnded ? "" : kept;
}

/** What stands behind the last of the user's own secrets that is whole: it was taken out, and no file is to hold it. */
async function withoutKnown(open: string, { cwd }: Leg, call: Call): Promise<string> {
  if (open === "") return "";
  const known = (await knownSecrets(call, cwd))?.find(open) ?? [];
  return open.slice(known.reduce((end, { span }) => Math.max(end, span[1]), 0));
}

async function printedValueOf(
  event: HookEvent<"tool_response_transform">,
  { io }: Call,
): Promise<SearchOptions["told"]> {
  const { printedValue } = await import("./printed-value/printed-value.ts");
  return runWithin(io.timeLeft?.() ?? Infinity, () => printedValue(event));
}

async function prompt(event: PromptEvent, text: string | undefined, call: Call): Promise<Outcome> {
  if (!text) return nothing;
  return redact(
    event,
    call,
    text,
    {},
    {
      place: "prompt",
      counted: "prompt",
      what: "The prompt contains",
      rewrite: (value) => ({ rewrite: { prompt: value } }),
      refuse: block,
    },
  );
}

/** `before`: what came right before a text, see `findSecretsBehind`. */
interface RedactedOptions extends SearchOptions {
  readonly before?: string;
}

async function redact<T extends Json>(
  event: Leg,
  call: Call,
  value: T,
  { before, ...options }: RedactedOptions,
  ways: Ways<T>,
): Promise<Outcome> {
  const isBehind = before !== undefined && typeof value === "string";
  const search = isBehind
    ? findSecretsBehind(before, value, call, event.cwd, options)
    : findSecrets(value, call, event.cwd, options);
  const { value: clean, findings, problems } = (await search) as Search<T>;
  const said: Outcome = problems.length > 0 ? { notice: await sayOnce(problems, event, call) } : nothing;
  if (clean === value) return said;
  call.found?.(findings);
  (await import("./redaction-counts.ts")).countRedactions(call.io, ways.counted, findings);
  const keeps = (await ways.keeps?.(clean)) ?? false;
  const policy = policyOf(call.settings.redaction.policy, ways.place, keeps);
  if (policy === "redact") return merge(said, ways.rewrite(clean));
  const sentence = `${ways.what} a secret (${kindsOf(findings)})`;
  if (policy === "warn")
    return merge(said, { notice: [`snapveil: ${sentence}. It was let through, as your settings say.`] });
  return merge(said, ways.refuse(`${sentence}${keeps ? KEEPS : REFER}`, policy));
}

const REFER = ". Refer to it by the name of the variable or file that holds it.";
const KEEPS =
  ", and the call writes or sets something: a placeholder in its place would be kept there and the value would " +
  "be lost. Go on without the value itself: let the command read it from an environment variable or a file " +
  "that holds it, or change only the lines around it. " +
  "The user can allow it (policy.write), or have values of a file put back when it is edited (restore).";

/**
 * A call that keeps what it is given follows the policy for writing, whatever tool it is; a denial of the tool holds
 * all the same.
 */
function policyOf(policies: Readonly<Record<PolicyPlace, Policy>>, place: PolicyPlace, keeps: boolean): Policy {
  return keeps && policies[place] !== "deny" ? policies.write : policies[place];
}

function kindsOf(findings: readonly Pick<Finding, "kind">[]): string {
  return [...new Set(findings.map(({ kind }) => kind))].slice(0, 5).join(", ");
}

async function sayOnce(sentences: readonly string[], { sessionId }: Leg, { io }: Call): Promise<readonly string[]> {
  return (await import("../worktree/is-first-time.ts")).notYetSaid(io, sessionId, sentences);
}
