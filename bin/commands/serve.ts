import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { loadBuiltin } from "../../kit/load-builtin.ts";
import { UserError } from "../../kit/user-error.ts";
import { parseNumber } from "./option-values.ts";

interface ServeCommandOptions {
  readonly port: number;
  readonly idle: number;
}

/** The fewest characters of a token. */
const LEAST = 32;

const EXAMPLES = `
Send each event by POST to /hook?agent=NAME, with "Authorization: Bearer TOKEN". The parameters event=, builtin= and arg=
stand for the rest of a hook's command line. The token is the value of SNAPVEIL_TOKEN (${LEAST} characters or more), or a
new one, which is printed.

Examples:
  snapveil serve
  SNAPVEIL_TOKEN=$(cat ~/.snapveil-token) snapveil serve --port 4117
  curl -H "Authorization: Bearer $SNAPVEIL_TOKEN" --data-binary @event.json \\
    'http://127.0.0.1:4117/hook?agent=claude-code'`;

export function serveCommand(io: Io): Command {
  return new Command("serve")
    .description("answer events over HTTP, for agents that send events to a URL")
    .option("--port <number>", "the port on 127.0.0.1; 0 is any free one", parseNumber, 0)
    .option("--idle <minutes>", "stop after so long without an event; 0 means never", parseNumber, 0)
    .addHelpText("after", EXAMPLES)
    .action((options: ServeCommandOptions) => {
      const { progress: _, ...quiet } = io;
      return run(quiet, options);
    });
}

async function run(io: Io, { port, idle }: ServeCommandOptions): Promise<void> {
  if (idle < 0) throw new UserError("badArgument", ["--idle takes no time below zero."]);
  const given = io.env["SNAPVEIL_TOKEN"] ?? "";
  if (given !== "" && !/^[\x21-\x7e]+$/.test(given))
    throw new UserError("badArgument", [
      "SNAPVEIL_TOKEN holds characters that a header cannot carry. Use letters and digits.",
    ]);
  if (given !== "" && given.length < LEAST)
    throw new UserError("badArgument", [
      `SNAPVEIL_TOKEN is too short to keep anybody out: it needs ${LEAST} characters or more.`,
    ]);
  const token = given || loadBuiltin<typeof import("node:crypto")>("node:crypto").randomBytes(32).toString("base64url");
  const { serveHooks } = await import("../../web/serve/serve-hooks.ts");
  const server = await serveHooks(io, { token, port, idle: idle * 60_000 });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, server.close);
  io.writeStdout(`${server.origin}/hook\n${given === "" ? `Authorization: Bearer ${token}\n` : ""}`);
  io.writeStderr("Ctrl-C ends it.\n");
  await server.closed;
}
