import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { redoable } from "../journal/redoable.ts";
import { readHistory } from "../journal/replay.ts";
import { withJointLock } from "../locks/restore-lock.ts";
import type { Place } from "../place.ts";
import { findPlaces, onlyPlace, type Places } from "../places.ts";
import { withWayBack } from "./across/act-in-all.ts";
import { goBack } from "./across/go-back.ts";
import { joinResults, type Part } from "./across/join-results.ts";
import { redoIn, type RedoOptions } from "./operation/redo-in.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./operation/restore-result.ts";

/**
 * Takes back the newest undos of a folder's repository, see `redoIn`. An undo over several repositories is taken back
 * in each repository whose newest undo it is.
 */
export async function redo(io: Io, folder: string, options: RedoOptions = {}): Promise<RestoreResult> {
  const places = findPlaces(io, folder);
  const only = options.session === undefined ? onlyPlace(places) : places.own;
  return only ? redoIn(io, only, options) : redoInSeveral(io, places, options);
}

async function redoInSeveral(io: Io, places: Places, options: RedoOptions): Promise<RestoreResult> {
  // In a repository of several, only the newest undo is taken back, whoever's steps it took.
  const { count = 1, session: _session, ...how } = options;
  const { dryRun = false } = how;
  return withJointLock(io, places, dryRun, async () => {
    const back = await goBack(io, places, dryRun);
    if (back) return back;
    const newest = (place: Place) => redoable(readHistory(place.shadow), undefined).at(-1);
    const isOurs = (place: Place) => place === places.own || newest(place)?.across?.endsWith(` ${places.root}`);
    const ours = places.all.filter(isOurs);
    const last = ours
      .flatMap((place) => newest(place) ?? [])
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .at(-1);
    if (last?.across === undefined) return places.own ? redoIn(io, places.own, options) : NOTHING_RESTORED;
    if (count > 1)
      throw new UserError("badArgument", [
        "The last undo was over several repositories: take it back by itself first.",
      ]);
    const parts: Part[] = [];
    for (const place of ours)
      if (newest(place)?.across === last.across) parts.push([place, await redoIn(io, place, how)]);
    return dryRun ? joinResults(places, parts) : withWayBack(joinResults(places, parts), "undo");
  });
}
