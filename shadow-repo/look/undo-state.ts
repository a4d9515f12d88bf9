import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { isOfHome } from "../home-notes.ts";
import { liveCheckpoints, readHistory } from "../journal/history.ts";
import { stepsOf } from "../journal/steps.ts";
import { damageOf, oddityOf } from "../open/sound-shadow.ts";
import { findPlace, type Place } from "../place.ts";
import { refusal } from "../record/recording-limits.ts";
import { homeAround, placesTogether, type Home } from "../together.ts";

/**
 * Whether an undo has a step to take back, by the journals alone: a line that is drawn after each message must not wait
 * for a capture. An open turn or call counts once it has ended.
 */
export function undoState(io: Io, folder: string): "ready" | "nothing yet" | "not here" | "not recorded" | "damaged" {
  const place = existsSync(folder) ? findPlace(io, folder) : undefined;
  const home = place ? { root: place.worktree.root, place } : homeAround(io, folder);
  if (!home) return "not here";
  if (place && (damageOf(place) ?? oddityOf(place)) !== undefined) return "damaged";
  const isReady = (place && hasStep(place)) || placesTogether(io, home).some((other) => hasStep(other, home));
  if (isReady) return "ready";
  return !place || refusal(io, place) === undefined ? "nothing yet" : "not recorded";
}

/** @param home the folder in which a step has to have begun; absent: any */
function hasStep({ shadow, worktree }: Place, home?: Home): boolean {
  const steps = stepsOf(liveCheckpoints(readHistory(shadow)));
  return steps.some(([step]) => home === undefined || isOfHome(home.root, worktree.root, step?.home));
}
