import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { isOfFolder } from "../repository-notes.ts";
import { liveCheckpoints, stepsOf } from "../journal/history.ts";
import { readHistory } from "../journal/replay.ts";
import { damageOf, oddityOf } from "../open/sound-shadow.ts";
import { findPlace, type Place } from "../place.ts";
import { refusal } from "../record/recording-limits.ts";
import { placesAround, placesWith } from "../places.ts";

/**
 * Whether an undo has a step to take back. Only journals are read, since a status line that is drawn after each message
 * must not wait for a capture; so an open turn or call does not count yet.
 */
export function undoState(io: Io, folder: string): "ready" | "nothing yet" | "not here" | "not recorded" | "damaged" {
  const data = dataDir(io);
  const own = data && existsSync(folder) ? findPlace(io, folder) : undefined;
  const places = own ? placesWith({ ...own, prefix: "" }) : data && placesAround(data, folder);
  if (!places) return "not here";
  if (own && (damageOf(own) ?? oddityOf(own)) !== undefined) return "damaged";
  const others = places.all.filter(({ worktree }) => worktree.root !== own?.worktree.root);
  if ((own && hasStep(own)) || others.some((other) => hasStep(other, places.root))) return "ready";
  return !own || refusal(io, own) === undefined ? "nothing yet" : "not recorded";
}

/** @param folder counts only steps of sessions of this folder, see `isOfFolder`; absent: counts all steps */
function hasStep({ shadow, worktree }: Place, folder?: string): boolean {
  const steps = stepsOf(liveCheckpoints(readHistory(shadow)));
  return steps.some(([step]) => folder === undefined || isOfFolder(folder, worktree.root, step?.home));
}
