import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { isByHunk, runByHunk, withHunkOptions, type HunkOptions } from "./by-hunk.ts";
import { idOf, NAMED_CHECKPOINT } from "./named-checkpoint.ts";
import { runRestore, withRestoreOptions } from "./run-restore.ts";

interface Options extends HunkOptions {
  readonly after?: boolean;
  readonly whole?: boolean;
}

export function restoreCommand(io: Io, exit: (code: number) => void): Command {
  const command = new Command("restore")
    .description("put files back to the state before a checkpoint, all of them or by path")
    .argument("[id]", `${NAMED_CHECKPOINT}; without one a terminal lets you choose`)
    .argument("[paths...]", "only these files or folders, relative to where you are")
    .option("--after", "the state after the checkpoint instead")
    .option("--whole", "put back whole files, and discard your own edits elsewhere in them");
  return withRestoreOptions(withHunkOptions(command))
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  snapveil restore                    choose checkpoint and files, with a preview\n" +
        "  snapveil restore ID src/app.ts      one file\n" +
        "  snapveil restore ID -p              hunk by hunk\n" +
        "  snapveil restore ID --after         everything, as the checkpoint left it",
    )
    .action(async (named: string | undefined, paths: string[], options: Options) => {
      const checkpoint = named === undefined ? undefined : await idOf(io, named);
      const { restore } = await import("../../shadow-repo/doors/restore.ts");
      const { after = false, whole = false } = options;
      if (checkpoint !== undefined) {
        const act = (dryRun: boolean, hunks: object = {}) =>
          restore(io, io.cwd, { checkpoint, paths, dryRun, after, whole, ...hunks });
        return isByHunk(options)
          ? runByHunk(io, options, exit, "Put back", (dryRun, hunks) => act(dryRun, { hunks }))
          : runRestore(io, options, exit, act);
      }
      if (!io.interactive || options.yes || options.json || options.dryRun || isByHunk(options))
        throw new UserError("whichCheckpoint");
      exit(await pick(io, after));
    });
}

async function pick(io: Io, after: boolean): Promise<number> {
  const { listCheckpoints } = await import("../../shadow-repo/doors/look.ts");
  const { restore } = await import("../../shadow-repo/doors/restore.ts");
  const { restoreScreen } = await import("../../terminal/picker/pick.ts");
  const { pickRestore } = await import("./pick-restore.ts");
  const { worktree, checkpoints } = await listCheckpoints(io, io.cwd, { apart: true });
  const side = { after };
  return pickRestore(io, {
    worktree,
    checkpoints: checkpoints.toReversed(),
    screen: (request) => restoreScreen(request, side),
    restore: (own, { id, repositories: [one] = [] }, parts, dryRun) =>
      restore(own, one?.worktree ?? own.cwd, { checkpoint: id, ...parts, dryRun, after: side.after }),
    whyWhole: () => undefined,
    rootOf: ({ repositories: [one] = [] }) => one?.worktree ?? worktree,
  });
}
