import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Operation } from "../journal/history.ts";
import { redoable } from "../journal/redoable.ts";
import { readHistory } from "../journal/replay.ts";
import { withJointLock } from "../locks/restore-lock.ts";
import type { Place } from "../place.ts";
import { findPlaces, onlyPlace, type Places } from "../places.ts";
import { withWayBack } from "./across/act-in-all.ts";
import { goBack } from "./across/go-back.ts";
import { joinResults, type Part } from "./across/join-results.ts";
import { redoIn, withMore, type RedoOptions } from "./operation/redo-in.ts";
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
    const undos = undosIn(places);
    const chosen = undos.slice(-count);
    const more = undos.slice(0, -count);
    const note = { more: more.length, isOneByOne: more.some(isJoint) };
    if (!chosen.some(isJoint)) return places.own ? redoIn(io, places.own, { ...options, note }) : NOTHING_RESTORED;
    if (count > 1)
      throw new UserError("badArgument", [
        "One of these undos was over several repositories, so nothing was done: take them back one by one.",
      ]);
    const parts: Part[] = [];
    for (const place of places.all)
      if (chosen.some(({ across }) => across === undosOf(place, places).at(-1)?.across))
        parts.push([place, await redoIn(io, place, { ...how, note: { more: 0 } })]);
    const result = withMore(joinResults(places, parts), note, undefined, dryRun ? count : 0);
    return dryRun ? result : withWayBack(result, wayBack(result, parts));
  });
}

/** `undo` takes back whole turns only, so a redo of a part is reversed by the restore of each repository. */
function wayBack({ shares }: RestoreResult, parts: readonly Part[]): string {
  if (!shares || shares.size === 0) return "undo";
  return parts.flatMap(([, { wayBack: own }]) => own ?? []).join(" && snapveil ");
}

function isJoint({ across }: Operation): boolean {
  return across !== undefined;
}

/** The undos that a redo takes back, oldest first. One that was made in several repositories at once is listed once. */
function undosIn(places: Places): Operation[] {
  const all = places.all
    .flatMap((place) => undosOf(place, places))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return [...new Map(all.map((undo) => [undo.across ?? undo.id, undo])).values()];
}

/**
 * The undos of one repository that a redo in the folder takes back, oldest first. In the folder's own repository these
 * are all; in another one those over several repositories that were made in the same folder, down to one that was not.
 */
function undosOf(place: Place, { own, root }: Places): Operation[] {
  const all = redoable(readHistory(place.shadow), undefined);
  if (place === own) return all;
  return all.slice(all.findLastIndex(({ across }) => !across?.endsWith(` ${root}`)) + 1);
}
