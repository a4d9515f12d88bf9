import { resolve } from "node:path";

import type { Io } from "../../../kit/io.ts";
import { UserError } from "../../../kit/user-error.ts";
import { readHistory } from "../../journal/history.ts";
import type { Place } from "../../place.ts";
import { findPlaces, onlyPlace } from "../../places.ts";
import { whoseCheckpoint } from "./steps.ts";

/** The folder where a command about one checkpoint goes to work, and the given paths, which mean the same there. */
export interface WhereKnown {
  readonly folder: string;
  readonly place: Place;
  readonly paths: readonly string[];
}

/**
 * The folder itself, or the top of another repository that was recorded together with it, if only that one knows the
 * checkpoint. An id that no repository knows may be that of an open turn in the folder.
 */
export function whereKnown(io: Io, folder: string, id: string, paths: readonly string[] = []): WhereKnown {
  const places = findPlaces(io, folder);
  const only = onlyPlace(places);
  if (only) return { folder, place: only, paths };
  const found = whoseCheckpoint(
    places.all.map((place) => ({ place, history: readHistory(place.shadow) })),
    id,
  )?.place;
  if (!found) throw new UserError("unknownCheckpoint", [id]);
  return found === places.own
    ? { folder, place: found, paths }
    : { folder: found.worktree.root, place: found, paths: paths.map((path) => resolve(folder, path)) };
}
