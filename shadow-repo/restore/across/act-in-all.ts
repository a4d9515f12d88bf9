import type { Io } from "../../../kit/io.ts";
import { printable } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import { newId, type Place } from "../../place.ts";
import type { Home } from "../../together.ts";
import { forgetAcross, writeAcross } from "./across-plan.ts";
import { joinResults, type Part } from "./join-results.ts";
import { redo } from "../redo.ts";
import { NOTHING_RESTORED, type RestoreResult } from "../restore-result.ts";
import type { UndoOptions } from "../undo.ts";

/** An operation in one repository. */
export type Act = (place: Place, more: UndoOptions) => Promise<RestoreResult>;

export interface Everywhere {
  readonly places: readonly Place[];
  readonly dryRun: boolean;
}

/**
 * Acts in all repositories or in none: a preview runs in each first, and if one fails on the way, the others are put
 * back.
 */
export async function actInAll(io: Io, home: Home, { places, dryRun }: Everywhere, act: Act): Promise<RestoreResult> {
  const previews: Part[] = [];
  for (const place of places) previews.push([place, await refusing(place, () => act(place, { dryRun: true }))]);
  const refused = previews.find(([, { files, complete }]) => files === 0 && !complete);
  if (refused) return nothingDone(home, previews, refused[0]);
  if (dryRun) return joinResults(home, previews);
  const across = `${newId()} ${home.root}`;
  const done: Part[] = [];
  writeAcross(io, home, across);
  try {
    for (const place of places) {
      const result = await refusing(place, () => act(place, { across }));
      if (!result.restored)
        throw new UserError("badArgument", [
          `${place.worktree.root} changed this moment, so nothing was put back in any.`,
        ]);
      done.push([place, result]);
    }
  } catch (error) {
    for (const [place] of done.toReversed()) await redo(io, place.worktree.root);
    forgetAcross(io, home);
    throw error;
  }
  forgetAcross(io, home);
  return withWayBack(joinResults(home, done), "redo");
}

/** Adds the command that brings the state before back, if there is a change that it could bring back. */
export function withWayBack(result: RestoreResult, wayBack: string): RestoreResult {
  return result.changes.length > 0 ? { ...result, wayBack } : result;
}

/** Adds the repository's name to the error of an act that it refuses. */
export async function refusing(place: Place, work: () => Promise<RestoreResult>): Promise<RestoreResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const why = `Nothing was changed in any repository, since ${printable(place.worktree.root)} refuses: ${error.message}`;
    throw new UserError("badArgument", [why], error);
  }
}

function nothingDone(home: Home, previews: readonly Part[], { worktree }: Place): RestoreResult {
  const { undone, skipped } = joinResults(home, previews);
  const why = `Nothing is changed in any repository, since nothing could be put back in ${printable(worktree.root)}.`;
  return { ...NOTHING_RESTORED, complete: false, undone, skipped, notes: [why] };
}
