import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { defined } from "../../kit/defined.ts";
import { Command } from "commander";

import { listOf } from "../../agents/codec/list-found.ts";
import type { ExplainedBuiltin, Explanation } from "../../hook/explanation.ts";
import type { Io } from "../../kit/io.ts";
import { printable, printableText } from "../../kit/text.ts";
import { readRegularFile } from "../../kit/files.ts";
import { UserError } from "../../kit/user-error.ts";
import { timeInWords } from "../../terminal/in-words.ts";
import { findingLines, saysInWords, shortExplanation, valueLines } from "../describe-explanation.ts";
import { displayOf, writeJson, writeWithin } from "../show.ts";

/** The largest file with an event, in bytes. */
const LARGEST = 64 * 1024 * 1024;

interface ExplainOptions {
  readonly agent?: string;
  readonly event?: string;
  readonly builtin?: string;
  readonly command?: string;
  readonly last?: boolean;
  readonly json?: boolean;
}

/** The agent whose event is used for `--command` without `--agent`. */
const USUAL_AGENT = "claude-code";

const EXAMPLES = `
explain records nothing, and never shows a secret.

Examples:
  snapveil explain --last                        the newest refusal, question or redaction
  snapveil explain 3f2a                          an entry of the log, by its id
  snapveil explain --command "git push -f"       as if an agent ran it in this folder
  snapveil explain event.json
  pbpaste | snapveil explain --agent cursor
  snapveil explain event.json --builtin redact_secrets --json`;

export function explainCommand(io: Io): Command {
  return new Command("explain")
    .description("say why an event is rewritten, refused or left alone")
    .argument(
      "[file]",
      "a file with the event as JSON, or the id of an entry of `snapveil log`; without it, standard input is read",
    )
    .option("--agent <name>", "the agent whose event it is, as `snapveil agents` names it")
    .option("--event <name>", "the event's name, if the payload has none")
    .option("--builtin <name>", "run only this builtin")
    .option("--last", "the newest refusal, question or redaction")
    .option("--command <text>", "a command, as if an agent ran it in this folder")
    .option("--json", "print the explanation as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string | undefined, options: ExplainOptions) => {
      const { agent, builtin, command, last = false, json } = options;
      checkWords(io, file, options);
      if (last) return explainEntry(io, undefined, json === true);
      if (file !== undefined && /^[0-9a-f]{4,8}$/.test(file) && !existsSync(resolve(io.cwd, file)))
        return explainEntry(io, file, json === true);
      const { commandEvent, explain } = await import("../../hook/explain.ts");
      const asked = command === undefined ? undefined : await commandEvent(io, agent ?? USUAL_AGENT, command);
      if (command !== undefined && !asked)
        throw new UserError("badArgument", [`No event of ${agent ?? ""} shows a command before it runs.`]);
      const text = asked?.text ?? (file === undefined ? io.readStdin() : readEvent(io, file));
      const event = asked?.event ?? options.event;
      const speaker = agent ?? (asked && USUAL_AGENT);
      const request = {
        ...defined({ agent: speaker, event, builtin }),
        args: [],
      };
      const explanation = await explain(io, text, request);
      if (json) writeJson(io, explanation);
      else {
        const display = displayOf(io);
        if (display) io.writeStdout(shortExplanation(explanation, display));
        else io.writeStdout(describeExplanation(explanation));
      }
    });
}

/** Checks that the words name one event. @throws UserError if these name several or none */
function checkWords({ interactive }: Io, file: string | undefined, { command, last = false }: ExplainOptions): void {
  const named = [file !== undefined, command !== undefined, last].filter(Boolean).length;
  if (named > 1) throw new UserError("badArgument", ["Name a file, --last or --command, and one of them alone."]);
  if (named === 0 && interactive)
    throw new UserError("badArgument", ["Which event? Name a file, pipe one in, or say --last or --command."]);
}

/**
 * Explains an entry in the log of refusals, by the beginning of its id; without an id the newest. The log does not hold
 * the event itself.
 */
async function explainEntry(io: Io, id: string | undefined, asJson: boolean): Promise<void> {
  const { passesFor, refusalNamed } = await import("../../builtins/doors/logs.ts");
  const { describeRefusal } = await import("../../terminal/describe-log.ts");
  const entry = refusalNamed(io, id);
  if (asJson) return writeJson(io, entry);
  const way =
    passesFor(io, entry).passes.length > 0
      ? `To let it pass from now on, in a terminal: snapveil allow ${entry.id}`
      : "No line of the settings would let it pass.";
  writeWithin(io, `${describeRefusal(entry, timeInWords(entry.time, io.now()))}${way}\n`);
}

function readEvent({ cwd }: Io, file: string): string {
  try {
    const { bytes, whole } = readRegularFile(resolve(cwd, file), LARGEST);
    if (!whole) throw new Error("it is larger than 64 MiB");
    return bytes.toString("utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UserError("unreadablePath", [
      printable(file),
      code === "ENOENT" ? "there is no such file" : (code ?? message),
    ]);
  }
}

/** The explanation as text for a terminal. */
function describeExplanation(explanation: Explanation): string {
  const { title, agent, event, builtins, reply, effect, found, texts, verdict } = explanation;
  const none = explanation.disabled ? "No builtin runs." : "No builtin is meant for it.";
  const ran = builtins.length === 0 ? [none] : builtins.map((one) => builtinPart(one, saysInWords(one, explanation)));
  const sent = reply.stdout === "" ? "nothing on standard output" : printable(shortened(reply.stdout));
  const said = reply.stderr === "" ? "" : `; on standard error: ${printable(shortened(reply.stderr.trim()))}`;
  return [
    verdict.sentence,
    "",
    `Dialect: ${title} (${agent}). ${reasonOf(explanation)}`,
    `Event: ${event === "" ? "not named" : printable(event)}${standsFor(explanation)}.`,
    "",
    ...ran,
    "",
    `Sent: ${sent}${said}; exit code ${reply.exit_code}.`,
    ...found.map(({ guard, ...one }) => `About: ${printable(listOf([one]))} (${guard})`),
    ...(texts.model ?? []).map((text) => `The model reads: ${printableText(text)}`),
    ...(texts.person ?? []).map((text) => `The person reads: ${printableText(text)}`),
    ...effect.map((sentence) => `→ ${sentence}`),
    "",
  ].join("\n");
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
  const { name, event, origin, state, values, remarks } = builtin;
  const asked = origin === "project" ? ", asked for by the project's settings" : "";
  const head =
    state !== "not run"
      ? `${name} on ${event}${asked}: ${state === "ran" ? "" : "not for this event: "}${says}.`
      : `${name} on ${event}${asked}: would run, and is left out of an explanation.`;
  const found = findingLines(builtin).map((lines) => lines.map((line) => `    ${line}`).join("\n"));
  const judged = valueLines(values).map((line) => `    value of ${line}`);
  return [`  ${head}`, ...found, ...judged, ...remarks.map((sentence) => `    ${sentence}`)].join("\n");
}

const LONGEST = 600;

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} … (${text.length} characters; --json shows all)`;
}
