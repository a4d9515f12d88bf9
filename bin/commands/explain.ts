import { existsSync } from "node:fs";
import { resolve } from "node:path";

import { defined } from "../../kit/defined.ts";
import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { AGENT_NAMES, isAgentName, unknownAgent } from "../../agents/registry.ts";
import { printable } from "../../kit/text.ts";
import { readRegularFile } from "../../kit/files.ts";
import { UserError } from "../../kit/user-error.ts";
import { timeInWords } from "../../terminal/in-words.ts";
import { shortExplanation } from "../describe-explanation.ts";
import { displayOf, writeJson, writeWithin } from "../show.ts";
import { wholeExplanation } from "../whole-explanation.ts";

/** The largest file with an event, in bytes. */
const LARGEST = 64 * 1024 * 1024;

interface ExplainOptions {
  readonly agent?: string;
  readonly event?: string;
  readonly builtin?: string;
  readonly command?: string;
  readonly text?: string;
  readonly last?: boolean;
  readonly json?: boolean;
}

/** The agent whose event is used for `--command` and `--text` without `--agent`. */
const USUAL_AGENT = "claude-code";

const EXAMPLES = `
explain records nothing, and never shows a secret.

Examples:
  snapveil explain --last                        the newest refusal, question or redaction
  snapveil explain 3f2a                          an entry of the log, by its id
  snapveil explain --command "git push -f"       as if an agent ran it in this folder
  snapveil explain --text server.log             as if a command of the agent had printed it
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
    .option("--text <file>", "a text, as if a command had printed it; - is standard input")
    .option("--json", "print the explanation as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string | undefined, options: ExplainOptions) => {
      const { agent, builtin, text: printed, last = false, json } = options;
      checkWords(io, file, options);
      if (agent !== undefined && !isAgentName(agent)) throw unknownAgent(agent, AGENT_NAMES);
      if (last) return explainEntry(io, undefined, json === true);
      if (file !== undefined && /^[0-9a-f]{4,8}$/.test(file) && !existsSync(resolve(io.cwd, file)))
        return explainEntry(io, file, json === true);
      const { explain } = await import("../../hook/explain.ts");
      const asked = await sampleOf(io, options);
      const text = asked?.text ?? (file === undefined ? io.readStdin() : readEvent(io, file));
      const event = asked?.event ?? options.event;
      const speaker = agent ?? (asked && USUAL_AGENT);
      const request = {
        ...defined({
          agent: speaker,
          event,
          builtin: builtin ?? (printed === undefined ? undefined : await detector()),
        }),
        args: [],
      };
      const explanation = await explain(io, text, request);
      if (json) writeJson(io, explanation);
      else {
        const display = displayOf(io);
        if (display) io.writeStdout(shortExplanation(explanation, display));
        else io.writeStdout(wholeExplanation(explanation));
      }
    });
}

/** The builtin that finds secrets, which `--text` asks if no other is named. */
async function detector(): Promise<string | undefined> {
  const { BUILTINS } = await import("../../builtins/doors/table.ts");
  return BUILTINS.find(({ countsFindings }) => countsFindings)?.name;
}

/** The event of `--command` or `--text`; `undefined` without these. @throws UserError if the agent has no such event */
async function sampleOf(io: Io, { agent = USUAL_AGENT, command, text }: ExplainOptions) {
  if (command === undefined && text === undefined) return undefined;
  const { sampleEvent } = await import("../../hook/sample-event.ts");
  if (text === undefined) {
    const asked = await sampleEvent(io, agent, { command: command! });
    if (!asked) throw new UserError("badArgument", [`No event of ${agent} shows a command before it runs.`]);
    return asked;
  }
  const output = text === "-" ? io.readStdin() : readEvent(io, text);
  const told = await sampleEvent(io, agent, { command: "cat", output });
  if (!told) throw new UserError("badArgument", [`No event of ${agent} shows the output of a command.`]);
  return told;
}

/** Checks that the words name one event. @throws UserError if these name several or none */
function checkWords(
  { interactive }: Io,
  file: string | undefined,
  { command, text, last = false }: ExplainOptions,
): void {
  const named = [file !== undefined, command !== undefined, text !== undefined, last].filter(Boolean).length;
  if (named > 1)
    throw new UserError("badArgument", ["Name a file, --last, --command or --text, and one of them alone."]);
  if (named === 0 && interactive)
    throw new UserError("badArgument", ["Which event? Name a file, pipe one in, or say --last, --command or --text."]);
}

/**
 * Explains an entry in the log of refusals, by the beginning of its id; without an id the newest. The log does not hold
 * the event itself.
 */
async function explainEntry(io: Io, id: string | undefined, asJson: boolean): Promise<void> {
  const { passesFor, refusalNamed } = await import("../../builtins/doors/logs.ts");
  const { describeRefusal, wayBackOf } = await import("../../terminal/describe-log.ts");
  const entry = refusalNamed(io, id);
  if (asJson) return writeJson(io, entry);
  const kept = passesFor(io, entry);
  const { allowances } = await import("../allowance.ts");
  const allowed = (await allowances(io))(kept);
  const way = allowed
    ? `${allowed.sentence}. ${wayBackOf(kept.id)}`
    : kept.passes.length > 0
      ? `To let it pass from now on, in a terminal: snapveil allow ${entry.id}`
      : "No line of the settings would let it pass.";
  const when = timeInWords(entry.time, io.now());
  writeWithin(io, `${describeRefusal(entry, when, allowed !== undefined)}${way}\n`);
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
