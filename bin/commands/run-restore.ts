import { defined } from "../../kit/defined.ts";
import { createInterface } from "node:readline/promises";

import type { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { accountOf, type RestoreResult } from "../../shadow-repo/doors/restore.ts";
import { describeHunks } from "../../terminal/describe-hunks.ts";
import { describeRestore } from "../../terminal/describe-restore.ts";
import { countFiles } from "../../terminal/in-words.ts";
import { maskResult } from "./mask-result.ts";
import { SecretsShown, type RevealOption } from "../secrets-shown.ts";
import { displayOf, showText, writeJson } from "../show.ts";

export interface RestoreArguments extends RevealOption {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Adds the options that all commands have which change files. */
export function withRestoreOptions(command: Command): Command {
  return command
    .option("--dry-run", "show what would change and change nothing")
    .option("-y, --yes", "do it without asking")
    .option("--json", "print the result as JSON");
}

/**
 * The steps of every command that changes files: compute the changes, show them, ask, and carry them out. Without
 * `--yes` and without a terminal nothing is changed.
 * @throws UserError if there is no terminal to ask on
 */
export async function runRestore(
  io: Io,
  options: RestoreArguments,
  exit: (code: number) => void,
  restore: (dryRun: boolean) => Promise<RestoreResult>,
): Promise<void> {
  const secrets = await SecretsShown.of(io, "snapveil", options);
  const print = async (given: Pick<RestoreArguments, "json">, result: RestoreResult, when: "preview" | "done") =>
    printRestore(io, given, given.json && !result.hunks ? result : await maskResult(secrets, result), when);
  if (!options.yes || options.dryRun) {
    const preview = await restore(true);
    if (options.dryRun) return print(options, preview, "preview");
    // If no file changes, the person is not asked. The restore still runs if it has to mark a checkpoint as undone, all
    // of whose files were edited by somebody else.
    const isUsedUp = preview.complete && preview.undone.length > 0;
    if (preview.files === 0) return await finish(isUsedUp ? await restore(false) : preview);
    if (!io.interactive) {
      throw new UserError("needsConfirmation", [
        `It would put back ${countFiles(preview.changes.length || preview.files)}, and there is no terminal to ask on.`,
      ]);
    }
    await print({}, preview, "preview");
    if (!(await ask("Do this?"))) {
      io.writeStdout("Nothing was changed.\n");
      return;
    }
  }
  await finish(await restore(false));

  async function finish(result: RestoreResult): Promise<void> {
    await print(options, result, "done");
    if (!result.complete) exit(NOT_COMPLETE);
  }
}

/** The exit code if some files could not be restored. */
export const NOT_COMPLETE = 2;

/** Prints planned or finished changes, as JSON or as text. */
export function printRestore(
  io: Io,
  { json }: Pick<RestoreArguments, "json">,
  result: RestoreResult,
  when: "preview" | "done",
): void {
  if (json) {
    const { restored, complete, files, undone, head, checkpoint, skipped, conflicts, notes } = result;
    const { repositories, recovers } = result;
    const git = result.git?.map(({ kind, name, sentence, command }) => defined({ kind, name, sentence, command }));
    const hunks = result.hunks?.map(({ sides: _sides, ...hunk }) => hunk);
    return writeJson(io, {
      restored,
      complete,
      files,
      undone,
      ...(head && { head }),
      checkpoint,
      skipped,
      conflicts,
      notes: [...(recovers === undefined ? [] : [recovers]), ...notes],
      account: accountOf(result),
      ...defined({ git, hunks, repositories }),
    });
  }
  const display = displayOf(io);
  const listed = result.hunks ? describeHunks(result.hunks, display) : "";
  const text = listed + describeRestore(result, when, display);
  if (when === "preview") showText(io, text, display);
  else io.writeStdout(text);
}

/** Asks a question on the terminal. Only `y` or `yes` is a yes; Ctrl-C and the end of the input are a no. */
export async function ask(question: string): Promise<boolean> {
  return /^y(es)?$/i.test((await askFor(`${question} [y/N]`)) ?? "");
}

/** Reads a line from the terminal and trims it; `undefined` after Ctrl-C or at the end of the input. */
export async function askFor(question: string): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const stopped = new AbortController();
  terminal.on("SIGINT", () => stopped.abort());
  terminal.on("close", () => stopped.abort());
  try {
    return (await terminal.question(`${question} `, { signal: stopped.signal })).trim();
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    process.stdout.write("\n");
    return undefined;
  } finally {
    terminal.close();
  }
}
