import { isatty, WriteStream } from "node:tty";

import { Command, CommanderError } from "commander";

import { diskTrouble } from "../kit/disk-trouble.ts";
import type { Io } from "../kit/io.ts";
import { printable } from "../kit/text.ts";
import { showStack, UserError } from "../kit/user-error.ts";
import { fitHelp } from "../terminal/help-text.ts";
import { progressDrawer } from "../terminal/progress-line.ts";
import { withinColumns } from "../terminal/text-width.ts";
import { ownWorld } from "../worktree/doors/trust.ts";
import { completeWordsCommand } from "./commands/completion.ts";
import { commandNamed, COMMANDS, inOwnWords, type DefineCommand } from "./commands/registry.ts";
import { displayOf, homeShown } from "./show.ts";
import { VERSION } from "./program.ts";

/** The exit code if a command could not run: bad arguments, unreadable input, or a refusal. */
const COULD_NOT_RUN = 2;

/** The width of the help in columns if there is no terminal. */
const UNTOLD = 80;

/** Runs a command for persons. Returns the exit code: 0 done, 1 findings, 2 could not run. */
export default async function runCommand(world: Io): Promise<number> {
  const { io, left } = await ownWorld(commandIo(world), [world.cwd]);
  for (const sentence of left) io.writeStderr(`snapveil: ${harmless(sentence)}\n`);
  const display = displayOf(io);
  const result = { exitCode: 0 };
  const program = new Command("snapveil")
    .description("Takes back what coding agents did to your files, and keeps your secrets from their models.")
    .version(VERSION)
    .showHelpAfterError("Add --help to see what there is.")
    .configureOutput({
      writeOut: (text) => io.writeStdout(fitHelp(text, display?.columns ?? UNTOLD)),
      writeErr: (text) => io.writeStderr(text),
      outputError: (text, write) => write(harmless(text).replace(/^error: /, "snapveil: ")),
    })
    .configureHelp({ styleTitle: display?.style.bold ?? ((text) => text) })
    .exitOverride();
  const inherited = (command: Command) => command.copyInheritedSettings(program);
  program.addHelpText(
    "after",
    "\nExamples:\n" +
      "  snapveil install           register with your agents, after one question\n" +
      "  snapveil checkpoints       what your agent did\n" +
      "  snapveil undo              take it back, whole or file by file\n" +
      "  snapveil audit --history   secrets that are in the repository already\n\n" +
      "Agents start `snapveil hook` for each of their events; install registers it.",
  );
  const add = (define: DefineCommand) => program.addCommand(inherited(define(io, (code) => (result.exitCode = code))));
  const words = inOwnWords(io.argv);
  const typed = commandNamed(words[0] ?? "");
  if (typed) add(typed);
  else {
    // The help lists all commands, and the hint for a mistyped name compares all names.
    for (const { heading, commands } of COMMANDS) {
      program.commandsGroup(heading);
      for (const define of Object.values(commands)) add(define);
    }
    program.helpCommand("help [command]", "say more about a command");
    program.addCommand(inherited(completeWordsCommand(io)), { hidden: true });
  }
  try {
    if (words.length === 0) await (await import("./front-page.ts")).frontPage(io);
    else await program.parseAsync(words, { from: "user" });
    return result.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : COULD_NOT_RUN;
    const sentence = (error instanceof UserError ? error : diskTrouble(error))?.message;
    if (sentence === undefined) throw error;
    io.writeStderr(`snapveil: ${harmless(sentence)}\n`);
    showStack(io, error);
    return COULD_NOT_RUN;
  }
}

/** The width of the terminal that shows errors. */
function errorDisplay(): { columns: number } {
  return { columns: (process.stderr as WriteStream).columns || 80 };
}

/** Escapes control characters in a message, which may quote file names and git's output. */
function harmless(text: string): string {
  return text.replace(/[^\n]+/g, printable);
}

/**
 * The Io of a command. If standard error is a terminal, its sentences are wrapped, and a line shows the progress of
 * long work.
 */
function commandIo(io: Io): Io {
  const world: Io = { ...io, interactive: isatty(0) && isatty(1) };
  if (!isatty(2)) return world;
  const wrapped = (text: string) => io.writeStderr(withinColumns(text, { ...errorDisplay(), ...homeShown(io) }));
  if (io.env["TERM"] === "dumb") return { ...world, writeStderr: wrapped };
  const drawer = progressDrawer((text) => {
    try {
      io.writeStderr(text);
    } catch {
      // The terminal is gone or blocked; the work goes on without a progress line.
    }
  }, errorDisplay().columns);
  process.on("exit", drawer.hide);
  return {
    ...world,
    progress: (step) => drawer.report(step, io.now().getTime()),
    writeStdout(text) {
      drawer.hide();
      io.writeStdout(text);
    },
    writeStderr(text) {
      drawer.hide();
      wrapped(text);
    },
  };
}
