import type { Io } from "../../../kit/io.ts";
import { printable } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import { newId, type Place } from "../../place.ts";
import type { Places } from "../../places.ts";
import { forgetJointMark, writeJointMark } from "./joint-mark.ts";
import { joinResults, type Part } from "./join-results.ts";
import { redoIn } from "../operation/redo-in.ts";
import { NOTHING_RESTORED, type RestoreResult } from "../operation/restore-result.ts";
import type { UndoIn } from "../operation/undo-in.ts";

/** An operation in one repository. */
export type Act = (place: Place, more: UndoIn) => Promise<RestoreResult>;

/**
 * Runs an operation in all repositories or in none: a dry run in each comes first, and if the operation then fails in
 * one, the repositories that it has already changed get their files back.
 */
export async function actInAll(io: Io, places: Places, dryRun: boolean, act: Act): Promise<RestoreResult> {
  const previews: Part[] = [];
  for (const place of places.all) previews.push([place, await refusing(place, () => act(place, { dryRun: true }))]);
  const refused = previews.find(
    ([, { files, complete, isAsBefore, keptStay }]) => files === 0 && !complete && !isAsBefore && !keptStay,
  );
  if (refused) return nothingDone(places, previews, refused[0]);
  // A repository whose files are as before already, or whose kept files stay on offer, needs no operation, and does not
  // stop the other repositories.
  const idle = previews.filter(([, { isAsBefore, keptStay }]) => isAsBefore || keptStay === "offered");
  const busy = places.all.filter((place) => !idle.some(([one]) => one === place));
  if (dryRun || busy.length === 0) return joinResults(places, previews);
  const across = `${newId()} ${places.root}`;
  const done: Part[] = [];
  writeJointMark(io, places, across);
  try {
    for (const place of busy) {
      const result = await refusing(place, () => act(place, { across }));
      if (!result.restored)
        throw new UserError("badArgument", [
          `${place.worktree.root} changed this moment, so nothing was put back in any.`,
        ]);
      done.push([place, result]);
    }
  } catch (error) {
    // A redo after an undo that changed no recorded file would take back an older undo.
    for (const [place, { wayBack }] of done.toReversed()) if (wayBack === "redo") await redoIn(io, place, {});
    forgetJointMark(places);
    throw error;
  }
  forgetJointMark(places);
  const all = joinResults(places, [...done, ...idle]);
  return done.some(([, { wayBack }]) => wayBack === "redo") ? withWayBack(all, "redo") : all;
}

/** Adds the command that reverses an operation to the operation's result, if any file was changed. */
export function withWayBack(result: RestoreResult, wayBack: string): RestoreResult {
  return result.changes.length > 0 ? { ...result, wayBack } : result;
}

/** Runs an operation in one repository. If the repository refuses it, the error names the repository. */
export async function refusing(place: Place, work: () => Promise<RestoreResult>): Promise<RestoreResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const where = printable(place.worktree.root);
    const why = `Nothing was changed in any repository, since ${where} refuses: ${error.message}`;
    throw new UserError("badArgument", [why], error);
  }
}

function nothingDone(places: Places, previews: readonly Part[], { worktree }: Place): RestoreResult {
  const { undone, skipped } = joinResults(places, previews);
  const why = `Nothing is changed in any repository, since nothing could be put back in ${printable(worktree.root)}.`;
  return { ...NOTHING_RESTORED, complete: false, undone, skipped, notes: [why] };
}
