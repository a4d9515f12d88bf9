import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/printable.ts";
import { readRegularFile } from "../../kit/read-regular-file.ts";
import { UserError } from "../../kit/user-error.ts";

/** Bytes that a file with an event may have. */
const LARGEST = 64 * 1024 * 1024;

interface ExplainOptions {
  readonly agent?: string;
  readonly event?: string;
  readonly builtin?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Nothing is recorded, and a secret that was found is never shown.

Examples:
  snapveil explain event.json
  pbpaste | snapveil explain --agent cursor
  snapveil explain event.json --builtin redact_secrets --json`;

export function explainCommand(io: Io): Command {
  return new Command("explain")
    .description("say why an event is rewritten, refused or left alone")
    .argument("[file]", "the event as JSON; without it standard input is read")
    .option("--agent <name>", "as in the registered line")
    .option("--event <name>", "as in the registered line")
    .option("--builtin <name>", "run only this one, as a line that names it does")
    .option("--json", "print the explanation as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string | undefined, { agent, event, builtin, json }: ExplainOptions) => {
      if (file === undefined && io.interactive)
        throw new UserError("badArgument", ["Which event? Name a file, or pipe one in."]);
      const { explain } = await import("../../hook/explain.ts");
      const { describeExplanation } = await import("../describe-explanation.ts");
      const text = file === undefined ? io.readStdin() : readEvent(file);
      const request = {
        ...(agent !== undefined && { agent }),
        ...(event !== undefined && { event }),
        ...(builtin !== undefined && { builtin }),
        args: [],
      };
      const explanation = await explain(io, text, request);
      io.writeStdout(json ? `${JSON.stringify(explanation, null, 2)}\n` : describeExplanation(explanation));
    });
}

function readEvent(file: string): string {
  try {
    const { bytes, whole } = readRegularFile(file, LARGEST);
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
