import type { ExplainedBuiltin, Explanation } from "../hook/explain.ts";
import { printable } from "../kit/printable.ts";

/** The explanation for a person. */
export function describeExplanation(explanation: Explanation): string {
  const { title, agent, event, canonical, builtins, reply, effect } = explanation;
  const ran = builtins.length === 0 ? ["No builtin is meant for it."] : builtins.map(builtinPart);
  const sent = reply.stdout === "" ? "nothing on standard output" : printable(shortened(reply.stdout));
  const said = reply.stderr === "" ? "" : `; on standard error: ${printable(shortened(reply.stderr.trim()))}`;
  return [
    `Dialect: ${title} (${agent}). ${reasonOf(explanation)}`,
    `Event: ${event === "" ? "not named" : printable(event)}, which stands for ${canonical.join(", then ")}.`,
    "",
    ...ran,
    "",
    `Sent: ${sent}${said}; exit code ${reply.exit_code}.`,
    ...effect.map((sentence) => `→ ${sentence}`),
    "",
  ].join("\n");
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

function builtinPart({ name, event, origin, state, says, findings }: ExplainedBuiltin): string {
  const asked = origin === "project" ? ", asked for by the project's settings" : "";
  const head =
    state === "ran"
      ? `${name} on ${event}${asked}: ${says.join(", ")}.`
      : `${name} on ${event}${asked}: would run, and is left out of an explanation.`;
  const found = findings.map(
    ({ rule, confidence, at, length }) =>
      `    rule ${rule} (${confidence}) at ${at === "" ? "the whole text" : printable(at)}, ${length} characters`,
  );
  return [`  ${head}`, ...found].join("\n");
}

const LONGEST = 600;

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} … (${text.length} characters; --json shows all)`;
}
