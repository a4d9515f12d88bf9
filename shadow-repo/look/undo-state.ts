import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { isOfFolder } from "../repository-notes.ts";
import { liveCheckpoints, stepsOf, type History } from "../journal/history.ts";
import { redoable } from "../journal/redoable.ts";
import { readHistory } from "../journal/replay.ts";
import { damageOf, oddityOf } from "../open/sound-shadow.ts";
import { findPlace, type Place } from "../place.ts";
import { refusal } from "../record/recording-limits.ts";
import { placesAround, placesWith } from "../places.ts";

/** `all undone`: every step was taken back, and a redo brings the last ones back. */
type UndoState = "ready" | "all undone" | "nothing yet" | "not here" | "not recorded" | "damaged";

/**
 * Whether an undo has a step to take back. Only journals are read, since a status line that is drawn after each message
 * must not wait for a capture; so an open turn or call does not count yet.
 */
export function undoState(io: Io, folder: string): UndoState {
  const data = dataDir(io);
  const own = data && existsSync(folder) ? findPlace(io, folder) : undefined;
  const places = own ? placesWith({ ...own, prefix: "" }) : data && placesAround(data, folder);
  if (!places) return "not here";
  if (own && (damageOf(own) ?? oddityOf(own)) !== undefined) return "damaged";
  const others = places.all.filter(({ worktree }) => worktree.root !== own?.worktree.root);
  const mine = own && readHistory(own.shadow);
  if ((mine && hasStep(mine)) || others.some((other) => hasStep(readHistory(other.shadow), other, places.root)))
    return "ready";
  if (mine && redoable(mine, undefined).length > 0) return "all undone";
  return !own || refusal(io, own) === undefined ? "nothing yet" : "not recorded";
}

/** @param folder counts only steps of sessions of this folder, see `isOfFolder`; absent: counts all steps */
function hasStep(history: History, place?: Place, folder?: string): boolean {
  const steps = stepsOf(liveCheckpoints(history));
  return steps.some(([step]) => !place || !folder || isOfFolder(folder, place.worktree.root, step?.home));
}
