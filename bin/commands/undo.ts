import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { defined } from "../../kit/defined.ts";
import { UserError } from "../../kit/user-error.ts";
import { withConversations } from "./about-conversation.ts";
import { isByHunk, runByHunk, withHunkOptions, type HunkOptions } from "./by-hunk.ts";
import { idOf } from "./named-checkpoint.ts";
import { parseCount, parseNumber } from "./option-values.ts";
import { runRestore, withRestoreOptions, type RestoreArguments } from "./run-restore.ts";

interface Options extends HunkOptions {
  readonly session?: string;
  readonly onlyAgent?: boolean;
  readonly whole?: boolean;
  readonly step?: string;
  readonly kept?: boolean;
}

export function undoCommand(io: Io, exit: (code: number) => void): Command {
  const command = new Command("undo")
    .description("take back the newest turn: what one prompt changed; with a count, that many turns")
    .argument(
      "[count]",
      "how many turns to take back (default: 1; in a terminal you choose), or the first path",
      countOrPath,
    )
    .argument("[paths...]", "only these files or folders, relative to where you are")
    .option("--session <id>", "only checkpoints of this session; the beginning of its id is enough")
    .option("--step <id>", "only this turn or call, by its id or its row; later changes stay")
    .option("--only-agent", "leave files that no call of the session changed, such as your own edits")
    .option("--whole", "put back whole files, and discard your own edits elsewhere in them")
    .option("--kept", "also put back ignored files that were changed, from the kept copies");
  return withRestoreOptions(withHunkOptions(command))
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  snapveil undo                choose how far and which files, with a preview\n" +
        "  snapveil undo --dry-run      what it would change\n" +
        "  snapveil undo 3 --yes        take back three turns without asking\n" +
        "  snapveil undo src/app.ts     one file of the newest turn\n" +
        "  snapveil undo -p             hunk by hunk\n" +
        "  snapveil undo --step ID -p   hunk by hunk, of an older turn\n" +
        "  snapveil undo --step -2      the turn before the newest, alone",
    )
    .action(async (first: number | string | undefined, others: string[], typed: Options) => {
      const options = typed.step === undefined ? typed : { ...typed, step: await idOf(io, typed.step) };
      const count = typeof first === "string" ? 1 : first;
      const paths = typeof first === "string" ? [first, ...others] : others;
      if (options.step !== undefined && (count ?? 1) > 1) throw new UserError("oneStep");
      if (isByHunk(options)) return undoByHunk(io, exit, { count, paths }, options);
      if (count === undefined && mayPick(io, options)) {
        const code = await pick(io, whichSteps(options));
        if (code !== undefined) return exit(code);
      }
      const isAsked = io.interactive && !options.yes;
      const check = isAsked ? await checkOf(io, whichSteps(options)) : async () => {};
      const { undo } = await import("../../shadow-repo/doors/restore.ts");
      await runRestore(io, options, exit, async (dryRun) => {
        await check();
        const steps = { count: count ?? 1, paths, ...whichSteps(options) };
        return withConversations(await undo(io, io.cwd, { ...steps, dryRun }));
      });
    });
}

/** The options that choose which checkpoints are undone. */
function whichSteps({ session, onlyAgent, whole, step, kept }: Options): Omit<Options, keyof HunkOptions> {
  return {
    ...defined({ session, step }),
    ...(onlyAgent && { onlyAgent }),
    ...(whole && { whole }),
    ...(kept && { kept }),
  };
}

/**
 * Whether the person can choose in full screen: there is a terminal, and the command line names no checkpoint and has
 * no `--yes`, `--json` or `--dry-run`.
 */
function mayPick(io: Io, { step, yes, json, dryRun }: Options): boolean {
  return step === undefined && io.interactive === true && !yes && !json && !dryRun;
}

async function undoByHunk(
  io: Io,
  exit: (code: number) => void,
  { count = 1, paths }: { readonly count: number | undefined; readonly paths: readonly string[] },
  options: Options,
): Promise<void> {
  const { undo } = await import("../../shadow-repo/doors/restore.ts");
  const steps = { count, paths, ...whichSteps(options) };
  const isAsked = io.interactive && !options.hunks && options.step === undefined;
  const check = isAsked ? await checkOf(io, whichSteps(options)) : async () => {};
  await runByHunk(io, options, exit, "Take back", async (dryRun, hunks) => {
    await check();
    return withConversations(await undo(io, io.cwd, { ...steps, dryRun, hunks }));
  });
}

/** Parses a count of checkpoints or a path. Digits are a count, so a file with such a name needs `./` in front. */
function countOrPath(text: string): number | string {
  // `-2` is a row of the list in other commands; here it may mean that turn alone, or two turns.
  if (/^-\d+$/.test(text))
    throw new UserError("badArgument", [
      `Nothing was changed: ${text} is a row of \`snapveil checkpoints\`. To take back that turn alone: ` +
        `snapveil undo --step ${text}`,
    ]);
  return /^\+?\d+$/.test(text) ? parseCount(text) : text;
}

/**
 * Lets the person choose in full screen. Returns the exit code; `undefined` if there is no checkpoint, or an
 * interrupted restore has to be finished first.
 */
async function pick(io: Io, session: Pick<Options, "session" | "onlyAgent">): Promise<number | undefined> {
  const { listSteps } = await import("../../shadow-repo/doors/look.ts");
  const { undo } = await import("../../shadow-repo/doors/restore.ts");
  const { undoScreen } = await import("../../terminal/picker/pick.ts");
  const { pickRestore } = await import("./pick-restore.ts");
  const { worktree, checkpoints, isTorn } = await listSteps(io, io.cwd, session.session);
  if (isTorn || checkpoints.length === 0) return undefined;
  const check = await checkOf(io, session);
  return pickRestore(io, {
    worktree,
    checkpoints,
    screen: undoScreen,
    async restore(own, chosen, parts, dryRun) {
      await check();
      const count = checkpoints.indexOf(chosen) + 1;
      // The preview also offers ignored files that were changed in place; such a file comes back only if a path names
      // it.
      const kept = dryRun || parts.paths.length > 0;
      return withConversations(
        await undo(own, own.cwd, { count, ...parts, dryRun, ...session, ...(kept && { kept }) }),
      );
    },
    whyWhole: (chosen) =>
      chosen === checkpoints[0] ? undefined : "Hunks are chosen of one turn: snapveil undo --step ID -p",
  });
}

/**
 * Returns a function that throws if an agent added a checkpoint while the person chose. Checkpoints are counted from
 * the newest, so the wrong checkpoint would be undone.
 */
async function checkOf(io: Io, { session }: Pick<Options, "session">): Promise<() => Promise<void>> {
  const { listSteps } = await import("../../shadow-repo/doors/look.ts");
  const newest = async () => (await listSteps(io, io.cwd, session)).checkpoints[0]?.id;
  const seen = await newest();
  return async () => {
    if ((await newest()) !== seen) throw new UserError("checkpointsChanged");
  };
}

export function redoCommand(io: Io, exit: (code: number) => void): Command {
  const command = new Command("redo")
    .description("undo the undo: bring back what the last undo took away")
    .argument("[count]", "how many undos to take back", parseCount, 1)
    .option("--session <id>", "only checkpoints of this session")
    .option("--whole", "put back whole files, and discard your own edits elsewhere in them");
  return withRestoreOptions(command)
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  snapveil redo --dry-run      what would change\n" +
        "  snapveil redo --yes          take the last undo back without asking",
    )
    .action(async (count: number, options: RestoreArguments & { session?: string; whole?: boolean }) => {
      const { redo } = await import("../../shadow-repo/doors/restore.ts");
      await runRestore(io, options, exit, (dryRun) =>
        redo(io, io.cwd, { count, dryRun, ...defined({ session: options.session, whole: options.whole }) }),
      );
    });
}

export function resetCommand(io: Io, exit: (code: number) => void): Command {
  const command = new Command("reset")
    .description("undo a session's checkpoints, from a given number on")
    .argument(
      "<keep>",
      "how many of the session's oldest checkpoints stay; a number below zero means none",
      parseNumber,
    )
    .requiredOption("--session <id>", "the session");
  return withRestoreOptions(command)
    .addHelpText("after", "\nExample:\n  snapveil reset 0 --session ID --yes      back to where the session began")
    .action(async (keep: number, options: RestoreArguments & { session: string }) => {
      const { reset } = await import("../../shadow-repo/doors/restore.ts");
      await runRestore(io, options, exit, async (dryRun) =>
        withConversations(await reset(io, io.cwd, { keep, session: options.session, dryRun })),
      );
    });
}
