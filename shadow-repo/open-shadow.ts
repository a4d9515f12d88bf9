import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { gitAgreesOnRepository } from "../worktree/git-agrees.ts";
import { chooseEngine } from "./choose-engine.ts";
import { createShadow, findShadow } from "./create-shadow.ts";
import type { SnapshotEngine } from "./engine.ts";
import { historyOf, readHistory, type History } from "./journal/history.ts";
import { placeOf, type Place } from "./place.ts";
import { removeOdd, throwWhereDamaged } from "./sound-shadow.ts";

/** A shadow repository in use. */
export interface Shadow {
  readonly place: Place;
  readonly engine: SnapshotEngine;
}

/**
 * The shadow repository of a worktree, made where there is none.
 * @throws UserError `gitDiffers` where there is none and git finds another repository: a hostile repository may be read
 *   in two ways. Where git refuses to answer, nothing contradicts what we found, and to record nothing would lose work.
 */
export async function openShadow(io: Io, place: Place): Promise<Shadow> {
  const isThere = await findShadow(io, place);
  if (!isThere && gitAgreesOnRepository(io, place.worktree.root, place.worktree) === false)
    throw new UserError("gitDiffers", [place.worktree.root]);
  createShadow(io, place);
  if (!isThere) (await import("./adopt-moved.ts")).noteSource(io, place);
  return { place, engine: await chooseEngine(io, place) };
}

/** For commands by hand: the shadow and its history, `undefined` where nothing was ever recorded. Creates nothing. */
export async function openHistory(
  io: Io,
  folder: string,
): Promise<{ readonly place: Place; readonly shadow?: Shadow; readonly history: History }> {
  const place = placeOf(io, folder);
  throwWhereDamaged(place);
  removeOdd(place);
  if (!(await findShadow(io, place))) return { place, history: historyOf([]) };
  return { place, shadow: await openShadow(io, place), history: readHistory(place.shadow) };
}
