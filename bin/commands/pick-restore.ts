import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import type { Checkpoint, FileChange } from "../../shadow-repo/journal/checkpoint.ts";
import { restoreDiff, showCheckpoint } from "../../shadow-repo/look/checkpoint-diff.ts";
import type { RestoreResult } from "../../shadow-repo/restore/restore-result.ts";
import { COLOURED, PLAIN, wantsColour, type Style } from "../../terminal/display.ts";
import type { ListScreen } from "../../terminal/picker/list-screen.ts";
import { confirmScreen, filesScreen, type PickCheckpoint } from "../../terminal/picker/pick.ts";
import { runScreen, type FullScreen } from "../../terminal/picker/screen.ts";
import { fillRows, fit } from "../../terminal/text-width.ts";
import { withFullScreen } from "../full-screen.ts";
import { NOT_COMPLETE, printRestore } from "./run-restore.ts";

/** A shell's exit code for a program that Ctrl-C ended. */
const STOPPED = 130;

export interface PickRestore {
  readonly worktree: string;
  /** Newest first. */
  readonly checkpoints: readonly Checkpoint[];
  screen(request: PickCheckpoint): ListScreen<Checkpoint>;
  /** Restores to the chosen checkpoint, some files or all. */
  restore(io: Io, checkpoint: Checkpoint, paths: readonly string[], dryRun: boolean): Promise<RestoreResult>;
}

/** Lets a person choose a checkpoint and files on the full screen, and does it after a yes. Gives the exit code. */
export async function pickRestore(io: Io, request: PickRestore): Promise<number> {
  if (request.checkpoints.length === 0) {
    io.writeStdout("There is nothing to put back.\n");
    return 0;
  }
  const { progress: _, ...quiet } = io; // the screen is taken
  const choice = await withFullScreen((terminal) => choose(quiet, terminal, request));
  if (choice === "stopped" || choice === "back") {
    io.writeStdout("Nothing was changed.\n");
    return choice === "stopped" ? STOPPED : 0;
  }
  const result = await request.restore(io, choice.checkpoint, choice.paths, false);
  printRestore(io, {}, result, "done");
  return result.complete ? 0 : NOT_COMPLETE;
}

interface Choice {
  readonly checkpoint: Checkpoint;
  /** None means all. */
  readonly paths: readonly string[];
}

async function choose(
  io: Io,
  terminal: FullScreen,
  { worktree, checkpoints, screen, restore }: PickRestore,
): Promise<Choice | "back" | "stopped"> {
  const style = wantsColour(io.env, true) ? COLOURED : PLAIN;
  const first = screen({
    style,
    now: io.now(),
    checkpoints,
    async show({ id }) {
      const { files, patch } = await showCheckpoint(io, worktree, { checkpoint: id });
      return { files, patch: patch.toString("utf8") };
    },
  });
  for (;;) {
    const chosen = await runScreen(terminal, first);
    if (chosen === "stopped" || chosen === "back") return chosen;
    terminal.draw(fillRows([fit("Looking at what would change…", terminal.columns)], terminal.rows));
    const preview = await restore(io, chosen.item, [], true);
    if (preview.changes.length === 0) {
      first.say(
        preview.skipped.length > 0
          ? "Everything that differs would be left alone."
          : "The files are in that state already.",
      );
      continue;
    }
    const files = await chooseFiles(io, terminal, worktree, preview, style);
    if (files === "stopped") return files;
    if (files !== "back") return { checkpoint: chosen.item, paths: files };
  }
}

async function chooseFiles(
  io: Io,
  terminal: FullScreen,
  worktree: string,
  preview: RestoreResult,
  style: Style,
): Promise<readonly string[] | "back" | "stopped"> {
  const files = filesScreen({
    style,
    preview,
    patchOf: async (path) => (await restoreDiff(io, worktree, preview, [path])).patch.toString("utf8"),
  });
  for (;;) {
    const chosen = await runScreen(terminal, files);
    if (chosen === "stopped" || chosen === "back") return chosen;
    const isAll = chosen.ticked.length === preview.changes.length;
    if (!isAll && chosen.ticked.some(isUnnamable)) {
      files.say("A name that is no UTF-8 can only be put back together with all others.");
      continue;
    }
    const answer = await runScreen(terminal, confirmScreen(style, preview, chosen.ticked));
    if (answer === "stopped") return answer;
    if (answer === "yes") return isAll ? [] : chosen.ticked.map(({ path }) => join(worktree, path));
  }
}

/** Bytes that are no UTF-8 were lost when the name became text. */
function isUnnamable({ path }: FileChange): boolean {
  return path.includes("\ufffd");
}
