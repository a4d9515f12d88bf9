import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { liveCheckpoints, readHistory } from "../journal/history.ts";
import { stepsOf } from "../journal/steps.ts";
import { damageOf, oddityOf } from "../open/sound-shadow.ts";
import { findPlace } from "../place.ts";
import { refusal } from "../record/recording-limits.ts";

/**
 * Whether an undo has something to take back, told from the journal alone: a line that is drawn after each message must
 * not wait for a capture. An open turn or call counts once it has ended.
 */
export function undoState(io: Io, folder: string): "ready" | "nothing yet" | "not here" | "not recorded" | "damaged" {
  const place = existsSync(folder) ? findPlace(io, folder) : undefined;
  if (!place) return "not here";
  if ((damageOf(place) ?? oddityOf(place)) !== undefined) return "damaged";
  if (stepsOf(liveCheckpoints(readHistory(place.shadow))).length > 0) return "ready";
  return refusal(io, place) === undefined ? "nothing yet" : "not recorded";
}
