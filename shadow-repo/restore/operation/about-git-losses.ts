import type { Io } from "../../../kit/io.ts";
import { gitLossesSince, lossesOfLastTurn } from "../../git-state/git-losses.ts";
import type { ToldLoss } from "../../git-state/told-loss.ts";
import { byBeginning, type StoredCheckpoint } from "../../journal/history.ts";
import type { Place } from "../../place.ts";
import type { RestoreResult } from "./restore-result.ts";

/**
 * Adds to the result of an undo the refs, commits, stashes and staged files that git lost since the oldest step began,
 * or, if the undo has no steps, during the last turn with a loss. Each comes with the command that brings it back,
 * since an undo puts files back and leaves git as it is.
 */
export function withGitLosses(
  io: Io,
  place: Place,
  steps: readonly StoredCheckpoint[],
  result: RestoreResult,
): RestoreResult {
  const first = steps.toSorted(byBeginning)[0];
  const losses = !first
    ? lossesOfLastTurn(io, place)
    : first.began
      ? gitLossesSince(io, place, { began: first.began, tree: first.before })
      : [];
  return told(result, losses);
}

function told(result: RestoreResult, losses: readonly ToldLoss[]): RestoreResult {
  if (losses.length === 0) return result;
  return { ...result, git: losses, notes: [...result.notes, ...losses.map(({ sentence }) => sentence)] };
}
