import { join } from "node:path";

import { Command } from "commander";

import { counted } from "../../kit/text.ts";
import type { Io } from "../../kit/io.ts";
import { showStack, UserError } from "../../kit/user-error.ts";
import { requirePerson } from "../../worktree/doors/person.ts";
import { openBrowser } from "../open-browser.ts";
import { PROGRAM_FOLDER, startScanThread, VERSION } from "../program.ts";
import { parseNumber } from "./option-values.ts";

interface UiCommandOptions {
  readonly port: number;
  readonly idle: number;
  readonly open: boolean;
}

const EXAMPLES = `
The address holds a token: whoever has it can read and restore the files of this worktree.

Examples:
  snapveil ui
  snapveil ui --no-open --port 8123      over an SSH tunnel, by \`ssh -L 8123:127.0.0.1:8123 host\``;

export function uiCommand(io: Io): Command {
  return new Command("ui")
    .description("browse, compare and restore checkpoints on a page in the browser")
    .option("--port <number>", "the port on 127.0.0.1; 0 is any free one", parseNumber, 0)
    .option("--idle <minutes>", "stop after so long without an open page", parseNumber, 10)
    .option("--no-open", "only print the address")
    .addHelpText("after", EXAMPLES)
    .action(async (options: UiCommandOptions) => {
      // Whoever has the page's address can see secrets and allow findings, so only a person may start it.
      await requirePerson(io, "snapveil ui", { terminal: false });
      const { progress: _, ...quiet } = io; // the page itself shows the progress
      return run(quiet, options);
    });
}

async function run(io: Io, { port, idle, open }: UiCommandOptions): Promise<void> {
  if (idle < 1) throw new UserError("badArgument", ["--idle needs at least one minute."]);
  const { serveUi } = await import("../../web/ui/serve-ui.ts");
  const onBug = (error: unknown) => {
    showStack(io, error);
  };
  const ui = await serveUi(io, io.cwd, {
    version: VERSION,
    assets: join(PROGRAM_FOLDER, "page"),
    port,
    idle: idle * 60_000,
    startThread: startScanThread,
    onBug,
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, ui.close);
  io.writeStdout(`${ui.url}\n`);
  io.writeStderr(`Ctrl-C ends it; it ends by itself ${counted(idle, "minute")} after the last page was closed.\n`);
  const forget = open && io.interactive ? openBrowser(io, ui.url) : () => {};
  await ui.closed.finally(forget);
}
