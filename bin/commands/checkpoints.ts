import { defined } from "../../kit/defined.ts";
import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Checkpoint } from "../../shadow-repo/doors/checkpoint.ts";
import { checkpointTable, describeCheckpoints } from "../../terminal/checkpoint-table.ts";
import { describeWayBack } from "../../terminal/way-back.ts";
import { displayOf, showText, writeJson } from "../show.ts";

const EXAMPLES = `
Examples:
  snapveil checkpoints                        a table that fits the terminal, in a pager where it is long
  snapveil checkpoints src/app.ts             which steps changed a file
  snapveil checkpoints -S "function login"    which steps brought or took a text
  snapveil checkpoints --session ID --json    for a script`;

interface Options {
  readonly S?: string;
  readonly session?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** Why the list of checkpoints is empty, in a sentence. */
function whyNone(all: readonly Checkpoint[], { S: text, session }: Options, paths: readonly string[]): string {
  if (all.length === 0) return "There are no checkpoints here yet.";
  if (text !== undefined)
    return "No step brought or took this text. snapveil checkpoints --all -S looks at undone ones, too.";
  if (paths.length > 0) return "No step changed this. snapveil checkpoints --all looks at undone ones, too.";
  if (session !== undefined && !all.some(({ session_id }) => session_id === session))
    return `There are no checkpoints of a session "${printable(session)}" here.`;
  return "Every checkpoint was undone. snapveil checkpoints --all lists them, snapveil redo takes the last undo back.";
}

export function checkpointsCommand(io: Io): Command {
  return new Command("checkpoints")
    .description("list what can be undone, newest first")
    .argument("[paths...]", "only those that changed one of these files or folders")
    .option("-S <text>", "only those that brought or took a text, which may be in any file")
    .option("--session <id>", "only this session")
    .option("--all", "also those that were undone")
    .option("--json", "print them as JSON, oldest first")
    .addHelpText("after", EXAMPLES)
    .action(async (paths: string[], options: Options) => {
      if (options.S === "") throw new UserError("badArgument", ["The text to look for is empty."]);
      const { listCheckpoints } = await import("../../shadow-repo/doors/look.ts");
      const list = await listCheckpoints(io, io.cwd, {
        all: options.all ?? false,
        paths,
        ...defined({ session: options.session, text: options.S }),
      });
      if (options.json) return writeJson(io, list);
      if (list.checkpoints.length === 0) {
        const { checkpoints: all } = await listCheckpoints(io, io.cwd, { all: true });
        return io.writeStdout(`${whyNone(all, options, paths)}\n`);
      }
      const display = displayOf(io);
      const checkpoints = list.checkpoints.toReversed();
      const wayBack =
        paths.length > 0 || options.S !== undefined
          ? describeWayBack({ ...list, checkpoints, folder: io.cwd, paths, isText: options.S !== undefined })
          : [];
      const table = display
        ? `${checkpointTable(checkpoints, io.now(), display).join("\n")}\n`
        : describeCheckpoints(list, io.now());
      showText(io, [table, ...wayBack.map((line) => `${line}\n`)].join(""), display);
    });
}
