import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { findSession, liveCheckpoints } from "../journal/history.ts";
import { readHistory } from "../journal/replay.ts";
import { placeOf, type Place } from "../place.ts";
import { placesWith } from "../places.ts";
import { nameFrom } from "./across/join-results.ts";
import { withGitLosses } from "./operation/about-git-losses.ts";
import { throwWhereWrong, withSettled } from "./operation/with-settled.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./operation/restore-result.ts";
import { takeBack } from "./operation/undo-in.ts";

export interface ResetOptions {
  /** How many of the session's checkpoints stay; a negative number is 0. */
  readonly keep: number;
  readonly session: string;
  readonly dryRun?: boolean;
}

/**
 * Takes back every checkpoint of a session whose index is at least `keep`, in one operation that one redo reverses. The
 * index counts the session's checkpoints in the folder's own repository; a note names other repositories with steps of
 * the session.
 */
export async function reset(io: Io, folder: string, options: ResetOptions): Promise<RestoreResult> {
  const { own, root, all } = placesWith(placeOf(io, folder));
  const result = await resetIn(io, own!, options);
  const others = all.filter((place) => {
    const live = place === own ? [] : liveCheckpoints(readHistory(place.shadow));
    return live.some(({ session }) => session?.startsWith(options.session));
  });
  if (others.length === 0) return result;
  const names = others.map(({ worktree }) => printable(nameFrom(root, worktree.root))).join(", ");
  const staying = `Turns of the session in others stay: ${names}.`;
  const note = `This is about one repository. ${staying} snapveil undo N goes over all.`;
  return { ...result, notes: [...result.notes, note] };
}

async function resetIn(io: Io, place: Place, options: ResetOptions): Promise<RestoreResult> {
  const { keep, session, dryRun = false } = options;
  if (!dryRun) await throwWhereWrong(place, () => resetIn(io, place, { ...options, dryRun: true }));
  return withSettled(io, place, dryRun, async ({ shadow, history }) => {
    if (!shadow) return NOTHING_RESTORED;
    const own = findSession(history, session);
    const chosen = liveCheckpoints(history, own).slice(Math.max(0, keep));
    // The calls of a turn are taken back together with the turn, also if they come before it in the list.
    const turns = new Set(chosen.filter(({ scope }) => scope === "turn").map(({ id }) => id));
    const calls = liveCheckpoints(history, own).filter(
      (one) => one.turn !== undefined && turns.has(one.turn) && !chosen.includes(one),
    );
    const result = await takeBack(io, { shadow, history }, [...calls, ...chosen], { dryRun });
    return chosen.length === 0 ? result : withGitLosses(io, shadow.place, chosen, result);
  });
}
