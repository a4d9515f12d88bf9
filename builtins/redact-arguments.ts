import type { Json } from "../kit/json.ts";
import { printable } from "../kit/text.ts";
import { runInTime } from "../kit/run-within.ts";
import type { CallEvent } from "../agents/codec/hook-event.ts";
import { listOf } from "../agents/codec/list-found.ts";
import { merge, nothing, type ObjectedItem, type Outcome } from "../agents/codec/outcome.ts";
import type { RedactJsonOptions } from "../redactors/doors/finding.ts";
import type { Policy, PolicyPlace } from "../worktree/doors/settings.ts";
import type { Call } from "./call.ts";
import type { Refusal } from "./refusal.ts";
import { isLeftOut, redact } from "./redact-part.ts";
import { callView } from "../call/call-view.ts";

/** Redacts the arguments of a tool, or denies a call that would write one of snapveil's markers. */
export async function redactArguments(event: CallEvent, call: Call): Promise<Outcome> {
  const { toolInput: input } = event;
  if (input === undefined) return nothing;
  const place = callView(event).kind;
  if (place === "write" && (await isLeftOut(event, call))) return nothing;
  const names = longNamesIn(input);
  const ofNames = names.length === 0 ? nothing : await refuseNames(event, call, names, place);
  if (ofNames.verdict) return ofNames;
  if (place === "write" && call.settings.redaction.restore) return restoredInput(event, call);
  const verdict = await writeBackVerdict(event, call);
  return verdict ?? redactInput(event, call, input, place);
}

/**
 * Denies or asks about a secret in the name of a field. The name is never redacted, since a field with another name is
 * another argument.
 */
function refuseNames(event: CallEvent, call: Call, names: readonly string[], place: PolicyPlace): Promise<Outcome> {
  const { toolName = "" } = event;
  const what = `The names of fields in the arguments of the tool "${printable(toolName)}" contain`;
  return redact(event, call, [...names], {}, { place, counted: "arguments", what, refuse: refusedFor(event) });
}

/** A part of a marker in any spelling: with escapes for its brackets, or in pieces. */
const MAY_HOLD_MARKER = /REDACTED|\[R|D\]|ACTED|\bRED\b/;

/** The denial of a call that would write one of snapveil's markers; `undefined` if it writes none. */
async function writeBackVerdict(event: CallEvent, call: Call): Promise<Outcome | undefined> {
  if (!MAY_HOLD_MARKER.test(JSON.stringify(event.toolInput))) return undefined;
  const { guardWriteBack } = await import("./write-back/guard-write-back.ts");
  const outcome = runInTime(call.io, () => guardWriteBack(event, call));
  return outcome === nothing ? undefined : outcome;
}

/**
 * The arguments of a writing tool with each marker replaced by its value, if the user's settings want that and the file
 * already holds the value.
 */
async function restoredInput(event: CallEvent, call: Call): Promise<Outcome> {
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
  event: CallEvent,
  call: Call,
  input: Json,
  place: PolicyPlace,
  allows?: RedactJsonOptions["allows"],
): Promise<Outcome> {
  const { toolName = "" } = event;
  return redact(
    event,
    call,
    input,
    { ...(allows && { allows }) },
    {
      place,
      keeps: async (clean) =>
        place === "write" || (await import("./write-back/guard-write-back.ts")).keepsMarker(event, clean, call),
      counted: "arguments",
      what: `The arguments of the tool "${printable(toolName)}" contain`,
      rewrite: (value, found) => rewrittenInput(value, printable(toolName), found, call),
      refuse: refusedFor(event),
    },
  );
}

function refusedFor(event: CallEvent) {
  return async (refusal: Refusal, policy: Policy): Promise<Outcome> => {
    const { refused } = await import("./refusal.ts");
    // At `tool_input_transform` an agent cannot ask the user, so a question becomes a denial.
    return policy === "ask" && event.name !== "tool_input_transform"
      ? refused("ask", { ...refusal, todoOfPerson: ASKED })
      : refused("deny", refusal);
  };
}

const ASKED =
  "If you allow the call, it runs as it is. Else tell the model to take the value from an environment " +
  "variable or a file.";

function rewrittenInput(
  toolInput: Json,
  toolName: string,
  found: readonly ObjectedItem[],
  { standsIn }: Call,
): Outcome {
  return {
    rewrite: { toolInput },
    // docker-agent's builtin reports only this sentence. In other agents the user gets a notice about each redaction.
    ...(standsIn && {
      rewriteNotice: [`redact_secrets: redacted secret material from arguments of tool "${toolName}"`],
    }),
    rewriteContext: [
      `snapveil put a placeholder in the place of a secret in the arguments of a call to "${toolName}" before ` +
        `it ran, so what depends on the secret itself will fail: ${listOf(found)}. ` +
        "Refer to it by the name of the variable or file that holds it.",
    ],
  };
}

/** Matches a name that may hold a secret: at least 16 characters, a digit among them, no blanks. */
const LONG = /^(?=.*\d)\S{16,}$/s;
/** The most names that are returned for one value. */
const MOST = 200;

/** Names of fields in a value, at any depth, that are long enough for a secret. */
function longNamesIn(value: Json): readonly string[] {
  const names = new Set<string>();
  const open: Json[] = [value];
  for (let one = open.pop(); one !== undefined && names.size < MOST; one = open.pop()) {
    if (typeof one !== "object" || one === null) continue;
    for (const [name, child] of Object.entries(one)) {
      if (!Array.isArray(one) && LONG.test(name)) names.add(name);
      if (typeof child === "object" && child !== null) open.push(child);
    }
  }
  return [...names];
}
