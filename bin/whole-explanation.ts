import { listOf, withoutAllow } from "../agents/codec/list-found.ts";
import type { ExplainedBuiltin, Explanation } from "../hook/explanation.ts";
import { printable, printableText } from "../kit/text.ts";
import { findingLines, saysInWords, valueLines } from "./describe-explanation.ts";

/** An explanation with all its details, for a pipe. */
export function wholeExplanation(explanation: Explanation): string {
  const { title, agent, event, builtins, reply, effect, found, texts, verdict } = explanation;
  const none = explanation.disabled ? "No builtin runs." : "No builtin is meant for it.";
  const ran = builtins.length === 0 ? [none] : builtins.map((one) => builtinPart(one, saysInWords(one, explanation)));
  const sent = reply.stdout === "" ? "nothing on standard output" : printable(shortened(withoutOffers(reply.stdout)));
  const said =
    reply.stderr === "" ? [] : [`On standard error: ${printable(shortened(withoutOffers(reply.stderr.trim())))}`];
  return [
    verdict.sentence,
    "",
    `Dialect: ${title} (${agent}). ${reasonOf(explanation)}`,
    `Event: ${event === "" ? "not named" : printable(event)}${standsFor(explanation)}.`,
    "",
    ...ran,
    "",
    [`Sent: ${sent}`, ...said, `Exit code ${reply.exit_code}`].map(asSentence).join(" "),
    ...found.map(({ guard, ...one }) => `About: ${printable(listOf([one]))} (${guard})`),
    ...(texts.model ?? []).map((text) => `The model reads: ${printableText(text)}`),
    ...(texts.person ?? []).map((text) => `The person reads: ${printableText(text)}`),
    ...effect.map((sentence) => `→ ${sentence}`),
    "",
  ].join("\n");
}

/** A text with a stop at its end, unless it has one. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * An answer without the sentences that offer `allow --last`: an explained event is in no log, so that command would let
 * another one pass.
 */
function withoutOffers(answer: string): string {
  try {
    const plain = (_: string, value: unknown) => (typeof value === "string" ? withoutAllow(value) : value);
    return JSON.stringify(JSON.parse(answer, plain));
  } catch {
    return withoutAllow(answer); // an agent that reads a plain text
  }
}

/** The event's canonical names; empty if they only repeat the agent's name of the event. */
function standsFor({ event, canonical }: Explanation): string {
  if (canonical.every((name) => name === "unknown")) return ", which is none that snapveil knows";
  return canonical.length === 1 && canonical[0] === event ? "" : `, which stands for ${canonical.join(", then ")}`;
}

function reasonOf({ agent, chosen: { by, telling } }: Explanation): string {
  const keys = telling.map(printable).join(", ");
  switch (by) {
    case "argument":
      return "--agent says so.";
    case "guest":
      return (
        `The payload is ${agent}'s${keys === "" ? "" : ` (${keys})`}, which also runs what is registered for the ` +
        "agent that --agent names."
      );
    case "environment":
      return `The payload could be another agent's too; the environment decides (${keys}).`;
    case "default":
      return "Nothing in the payload speaks for another.";
    default:
      return keys === "" ? "The payload says so, by several of its keys." : `The payload says so: ${keys}.`;
  }
}

function builtinPart(builtin: ExplainedBuiltin, says: string): string {
  const { name, event, origin, state, remarks } = builtin;
  const asked = origin === "project" ? ", asked for by the project's settings" : "";
  const head =
    state !== "not run"
      ? `${name} on ${event}${asked}: ${state === "ran" ? "" : "not for this event: "}${says}.`
      : `${name} on ${event}${asked}: would run, and is left out of an explanation.`;
  const found = findingLines(builtin).map((lines) => lines.map((line) => `    ${line}`).join("\n"));
  const judged = valueLines(builtin).map((line) => `    value of ${line}`);
  return [`  ${head}`, ...found, ...judged, ...remarks.map((sentence) => `    ${sentence}`)].join("\n");
}

const LONGEST = 600;

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} … (${text.length} characters; --json shows all)`;
}
