import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { counted, printable } from "../../kit/text.ts";
import { placeOfRoot } from "../../shadow-repo/doors/place.ts";
import { CURRENT_SESSION, LATE_COMMAND } from "../../shadow-repo/doors/record.ts";
import { requirePerson } from "../../worktree/doors/person.ts";
import { overBudgetInWords } from "../../terminal/describe-status.ts";
import { humanSize } from "../../terminal/in-words.ts";
import { writeJson } from "../show.ts";

export function verifyCommand(io: Io, exit: (code: number) => void): Command {
  return new Command("verify")
    .description("check objects, journal and refs of the shadow repository; exit code 1 if something is wrong")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  snapveil verify")
    .action(async (options: { json?: boolean }) => {
      const { verify } = await import("../../shadow-repo/doors/by-hand.ts");
      const result = await verify(io, io.cwd);
      if (!result.ok) exit(1);
      if (options.json) return writeJson(io, result);
      for (const one of result.set_aside ?? []) io.writeStdout(`Damaged and set aside: ${printable(one)}\n`);
      const { repositories } = result;
      const where = repositories ? ` in ${counted(repositories.length, "repository", "repositories")}` : "";
      io.writeStdout(
        result.ok
          ? `Everything is sound${where}.\n`
          : `${[...result.problems, ...(result.hint ?? "").split("\n")].map(printable).join("\n").trimEnd()}\n`,
      );
    });
}

/** Records changes that a hook had no time to record. Only hooks start this command. */
export function recordLateCommand(io: Io): Command {
  return new Command(LATE_COMMAND).argument("<worktree>").action(async (root: string) => {
    const place = placeOfRoot(io, root);
    if (!place) return;
    const { workLate } = await import("../../shadow-repo/doors/by-hand.ts");
    await workLate(io, place);
  });
}

export function pruneCommand(io: Io): Command {
  return new Command("prune")
    .description("forget checkpoints over the budget, oldest first, and give the space back")
    .option("--orphans", "also remove the shadow repositories of folders that are gone or untracked")
    .option("--dry-run", "only say what would be forgotten")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExamples:\n  snapveil prune --dry-run\n  snapveil prune --orphans")
    .action(async (options: { orphans?: boolean; dryRun?: boolean; json?: boolean }) => {
      // snapveil itself runs this command at the end of a session, to delete checkpoints beyond the limits in the
      // settings.
      const isDaily = io.env[CURRENT_SESSION] !== undefined && !options.orphans;
      if (!isDaily && !options.dryRun) await requirePerson(io, "snapveil prune", { terminal: false });
      const { prune } = await import("../../shadow-repo/doors/by-hand.ts");
      const result = await prune(io, io.cwd, { orphans: options.orphans ?? false, dryRun: options.dryRun ?? false });
      if (options.json) return writeJson(io, result);
      const { worktree, forgotten, orphans, bytes_before: before, bytes_after: after } = result;
      const [forgot, removed] = options.dryRun ? ["Would forget", "Would remove"] : ["Forgot", "Removed"];
      const size = options.dryRun ? humanSize(before) : `${humanSize(before)} before, ${humanSize(after)} now`;
      if (worktree !== null)
        io.writeStdout(
          `${forgot} ${counted(forgotten, "checkpoint or undo", "checkpoints and undos")}. Size: ${size}.\n`,
        );
      if (result.over_budget) io.writeStdout(`It is ${overBudgetInWords(result.over_budget)}.\n`);
      if (!options.orphans) return;
      const which = counted(orphans.length, "shadow repository", "shadow repositories");
      const freed = humanSize(orphans.reduce((sum, { bytes }) => sum + bytes, 0));
      io.writeStdout(`${removed} ${which} of folders that are gone or untracked (${freed}).\n`);
    });
}
