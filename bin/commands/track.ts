import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { requirePerson } from "../../worktree/doors/person.ts";
import { writeJson, writeWithin } from "../show.ts";

interface TrackOptions {
  readonly allowLarge?: boolean;
  readonly json?: boolean;
}

interface UntrackOptions {
  readonly forget?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function trackCommand(io: Io): Command {
  return new Command("track")
    .description("start recording a folder that is no git repository")
    .argument("<dir>", "the folder")
    .option("--allow-large", "allow more than 20,000 files or 500 MB")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nDependencies, caches and files that its .gitignore files name are left out. If you run `git init` there later, " +
        "the\nhistory stays.\n\nExample:\n  snapveil track ~/notes",
    )
    .action(async (folder: string, { allowLarge = false, json }: TrackOptions) => {
      const { track } = await import("../../shadow-repo/doors/by-hand.ts");
      const result = await track(io, folder, { allowLarge });
      if (json) return writeJson(io, result);
      const name = printable(result.folder);
      writeWithin(
        io,
        result.checkpoint === null
          ? `${name} is tracked already.\n`
          : `${name} is tracked from now on; its present state is checkpoint ${result.checkpoint}.\n`,
      );
      for (const { path, why } of result.skipped)
        io.writeStdout(`  - not recorded: ${printable(path)}: ${printable(why)}\n`);
    });
}

export function untrackCommand(io: Io): Command {
  return new Command("untrack")
    .description("stop recording a tracked folder; its history stays until `snapveil prune --orphans`")
    .argument("<dir>", "the folder")
    .option("--forget", "take its history away at once")
    .option("-y, --yes", "with --forget: do it without asking")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  snapveil untrack ~/notes")
    .action(async (folder: string, { forget = false, yes, json }: UntrackOptions) => {
      await requirePerson(io, "snapveil untrack", { terminal: false });
      if (forget && !yes && !(await mayForget(io))) return io.writeStdout("Nothing was changed.\n");
      const { untrack } = await import("../../shadow-repo/doors/by-hand.ts");
      const result = await untrack(io, folder, { forget });
      if (json) return writeJson(io, result);
      const rest = result.forgotten
        ? "its history is gone."
        : "what was recorded can be put back until `snapveil prune --orphans` forgets it.";
      writeWithin(io, `${printable(result.folder)} is not tracked any more; ${rest}\n`);
    });
}

/** Asks the person whether the folder's checkpoints may be deleted. @throws UserError if there is no terminal */
async function mayForget(io: Io): Promise<boolean> {
  if (!io.interactive)
    throw new UserError("needsConfirmation", [
      "It would take the history of the folder away, and there is no terminal to ask on.",
    ]);
  const { ask } = await import("./run-restore.ts");
  return ask("Take the history of this folder away, so that nothing of it can be put back?");
}
