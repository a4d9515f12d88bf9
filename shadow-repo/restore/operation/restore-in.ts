import { defined } from "../../../kit/defined.ts";
import type { Io } from "../../../kit/io.ts";
import { printable } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import type { ObjectId } from "../../engine.ts";
import { isAmong, toText, type GitPath } from "../../git-path.ts";
import type { HunkChoice } from "../hunks/choose-hunks.ts";
import { readKeptState, type KeptStateId } from "../../keep/kept-state.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { foundAt } from "../../source/on-disk.ts";
import { findCheckpoint, type History, lastState } from "../../journal/history.ts";
import { askedPaths, type Place, placeForPaths } from "../../place.ts";
import { withGitLosses } from "./about-git-losses.ts";
import { throwWhereWrong, withSettled } from "./with-settled.ts";
import { NOTHING_RESTORED, type RestoreResult, undoneStep, type WantedState } from "./restore-result.ts";
import { runOperation } from "./run-operation.ts";

export interface RestoreOptions {
  /** The id of a checkpoint, or of an earlier undo, redo or restore; its beginning is enough if no other id has it. */
  readonly checkpoint: string;
  /** Files and folders, relative to the folder of the command; none means everything below that folder. */
  readonly paths?: readonly string[];
  /** Restores the state after the checkpoint instead of the state before it. */
  readonly after?: boolean;
  /** Whether files become exactly as they were, so that edits in other lines since the last record are undone, too. */
  readonly whole?: boolean;
  /**
   * Restores only the chosen hunks in which the present differs from the wanted state. With a dry run the result lists
   * every hunk.
   */
  readonly hunks?: HunkChoice;
  /** Puts back also ignored files that were changed in place, out of the kept copies. */
  readonly kept?: boolean;
  readonly dryRun?: boolean;
}

/** The state of a checkpoint that is wanted: that before its changes, or the one after them. */
function sideOf(from: ReturnType<typeof findCheckpoint>, after: boolean) {
  return after || from.scope === "manual"
    ? ({ side: "after", target: from.after, coverage: from.coverageAfter } as const)
    : ({
        side: "before",
        target: from.before,
        coverage: from.coverageBefore,
        brought: from.brought,
        keptBefore: from,
      } as const);
}

/** The words for a state of a checkpoint, or of an earlier undo, redo or restore. */
function wantedState({ checkpoints, operations }: History, id: string, side: "before" | "after"): WantedState {
  const one = checkpoints.find((own) => own.id === id);
  if (one) {
    const { open: _, scope: kind, ...step } = undoneStep(one);
    return { ...step, kind, ...(kind !== "manual" && { side }) };
  }
  const { kind, session, at } = operations.find((own) => own.id === id)!;
  return { id, kind, session_id: session, created_at: at, side };
}

/** @throws UserError if neither the disk, nor one of the states, nor the kept files have a file or folder at a path */
async function throwWhereUnknown(
  { engine, place }: Shadow,
  trees: readonly ObjectId[],
  paths: readonly GitPath[],
  keep: KeptStateId | undefined,
): Promise<void> {
  const { tree: present } = await engine.capture({ prefix: "" });
  const differing = (await engine.diffAll(trees.map((tree) => [tree, present] as const))).flat();
  const names = [...differing, ...(readKeptState(place.shadow, keep)?.files ?? [])].map(({ path }) => path);
  const unknown = paths.find(
    (path) => path !== "" && !foundAt(place.worktree.root, path) && !names.some((name) => isAmong(name, [path])),
  );
  if (unknown !== undefined) throw new UserError("unknownPath", [printable(toText(unknown))]);
}

/**
 * Puts all files, or only the files at given paths, into their state before or after a checkpoint. The restore is a
 * checkpoint itself, so `undo` takes it back. A checkpoint made by hand has one state only: the recorded one.
 */
export async function restoreIn(
  io: Io,
  own: Place,
  { checkpoint: id, paths: typed, after = false, whole = false, hunks, kept = false, dryRun = false }: RestoreOptions,
): Promise<RestoreResult> {
  const { place: wide, paths } = placeForPaths(own, typed);
  const look = { checkpoint: id, after, ...defined({ paths, hunks }), dryRun: true };
  if (!dryRun) await throwWhereWrong(own, () => restoreIn(io, wide, look));
  return withSettled(io, wide, dryRun, async ({ place, shadow, history }) => {
    if (!shadow) throw new UserError("unknownCheckpoint", [id]);
    const from = findCheckpoint(history, id);
    const { side, target, coverage, brought, keptBefore } = sideOf(from, after);
    const asked = askedPaths(place, paths);
    if (target === undefined) return NOTHING_RESTORED;
    if (asked) await throwWhereUnknown(shadow, [target, from.before, from.after ?? target], asked, keptBefore?.keep);
    const result = await runOperation(
      io,
      { shadow, history },
      {
        kind: "restore",
        session: from.session,
        prefix: place.prefix,
        steps: [
          {
            target,
            ...defined({ coverage, brought, kept: from.kept }),
            expected: lastState(history, from.prefix) ?? from.after ?? target,
            prefix: from.prefix,
          },
        ],
        from: { id: from.id, side },
        whole: true,
        isCheckpoint: true,
        ...(asked && { paths: asked }),
      },
      dryRun,
      { isExact: whole, ...(hunks ? { hunks } : keptBefore && { keptBefore, isKeptWhole: kept }) },
    );
    const step = history.checkpoints.find(({ id: own }) => own === from.id);
    const told = { ...result, wanted: wantedState(history, from.id, side) };
    return side === "after" || !step ? told : withGitLosses(io, shadow.place, [step], told);
  });
}
