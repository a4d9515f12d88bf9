import type { HookEvent } from "../agents/codec/hook-event.ts";
import { listOf, withoutExcerpts } from "../agents/codec/list-found.ts";
import { nothing, type ObjectedItem, type Outcome } from "../agents/codec/outcome.ts";
import type { Io } from "../kit/io.ts";
import type { Json } from "../kit/json.ts";
import { printable } from "../kit/text.ts";
import { fingerprintOf, isFingerprintOf, newSalt } from "../redactors/doors/allow.ts";
import { findMarkers } from "../redactors/doors/marker.ts";
import { keepRewrittenCall, takeRewrittenCall } from "../session/rewritten-calls.ts";

/**
 * The shortest removed text, in characters, that is looked for after the call. Shorter texts occur in many arguments by
 * chance.
 */
const LEAST = 4;
/** How many characters of each argument are searched. The number is limited because each position costs a hash. */
const SEARCHED = 100_000;

/**
 * Keeps fingerprints of the texts that snapveil removed from a call's arguments. Some agents run several hooks at once
 * and use the arguments of only one of them; the event after the call shows whether the agent used snapveil's
 * arguments.
 */
export function rememberRewrite(io: Io, event: HookEvent, { rewrite, objections = [] }: Outcome): void {
  const { sessionId, toolUseId, toolName = "", toolInput } = event;
  if (!sessionId || toolInput === undefined || rewrite?.toolInput === undefined) return;
  const salt = newSalt();
  const taken = takenOut(toolInput, rewrite.toolInput).map((text) => [text.length, fingerprintOf(text, salt)] as const);
  if (taken.length === 0) return;
  const own = objections.filter(({ part }) => part === "toolInput");
  const found = own.flatMap((one) => one.found);
  const guard = own[0]?.guard;
  const given = fingerprintOf(JSON.stringify(toolInput), salt);
  keepRewrittenCall(io, { sessionId, toolUseId, toolName }, { given, taken, found, ...(guard && { guard }) });
}

/**
 * The texts for the person, the model and the log if a call ran with a text that snapveil had removed from its
 * arguments; an empty outcome if the call held no such text.
 */
export function tellLostRewrite(io: Io, event: HookEvent, title: string): Outcome {
  const { sessionId, toolUseId, toolName, toolInput, showsRun } = event;
  if (!sessionId || toolInput === undefined) return nothing;
  const calls = takeRewrittenCall(io, { sessionId, toolUseId, toolName });
  const texts = textsOf(toolInput);
  const asGiven = JSON.stringify(toolInput);
  const ran = calls.filter(
    ({ given, taken }) =>
      // Some agents always report the model's original arguments; unchanged arguments prove something only if
      // `showsRun` is set.
      (showsRun || !isFingerprintOf(asGiven, given)) && taken.some((mark) => texts.some((text) => holds(text, mark))),
  );
  const found = ran.flatMap((one) => one.found);
  return ran.length === 0 ? nothing : lostOutcome(title, printable(toolName ?? ""), found, ran[0]!.guard);
}

function lostOutcome(title: string, tool: string, found: readonly ObjectedItem[], guard: string | undefined): Outcome {
  const why = `since ${title} took other arguments than snapveil's, as it does where another hook answers as well`;
  const which = "Which hooks there are: snapveil doctor.";
  const objections = [{ ...(guard && { guard }), found, ran: true as const }];
  // Without findings, snapveil's rewrite had put a value in place of a placeholder, or made a change for a policy
  // server.
  if (found.length === 0) {
    const happened = `snapveil: A call to "${tool}" ran as it was, without what snapveil had changed in it, ${why}.`;
    return {
      notice: [`${happened} ${which}`],
      context: [`${happened} A placeholder may stand in a file where its value belongs: look, and put it right.`],
      objections,
    };
  }
  const happened = (items: readonly ObjectedItem[]) =>
    `a call to "${tool}" ran as it was, with what had been taken out of it (${listOf(items)}), ${why}.`;
  return {
    notice: [
      `snapveil: A secret was not taken out: ${happened(found)} Revoke it if the call sent it somewhere. ${which}`,
    ],
    context: [
      `snapveil: What you were told of a placeholder is not true: ${happened(withoutExcerpts(found))} Take the value ` +
        "for used. Do not repeat the call with it; refer to the variable or file that holds it.",
    ],
    objections,
  };
}

/** The texts that occur in the first value and not in the second. */
function takenOut(given: Json, answered: Json): string[] {
  const [before, after] = [textsOf(given), textsOf(answered)];
  const left = after.join("\n");
  const taken = before.flatMap((text, at) => {
    const cleaned = before.length === after.length ? after[at]! : "";
    if (text === cleaned) return [];
    const parts = partsTaken(text, cleaned).filter((part) => part.length >= LEAST);
    return parts.length > 0 ? parts : [text];
  });
  return [...new Set(taken)].filter((text) => text.length >= LEAST && !left.includes(text));
}

/** The texts that the markers replaced; without a marker, the part that differs. */
function partsTaken(text: string, cleaned: string): string[] {
  const spans = findMarkers(cleaned);
  const parts: string[] = [];
  let at = 0;
  for (let next = 0; next <= spans.length; next += 2) {
    const kept = cleaned.slice(spans[next - 1] ?? 0, spans[next]);
    const isLast = next === spans.length;
    const place = isLast ? text.length - kept.length : text.indexOf(kept, at);
    if (place < at || !text.startsWith(kept, place) || (next === 0 && place !== 0)) return [differing(text, cleaned)];
    if (next > 0) parts.push(text.slice(at, place));
    at = place + kept.length;
  }
  return parts;
}

function differing(text: string, other: string): string {
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  return text.slice(start, text.length - end);
}

/** Every text and number in a value, including keys. */
function textsOf(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)]);
}

function holds(text: string, [length, fingerprint]: readonly [number, string]): boolean {
  const last = Math.min(text.length, SEARCHED) - length;
  for (let at = 0; at <= last; at += 1) if (isFingerprintOf(text.slice(at, at + length), fingerprint)) return true;
  return false;
}
