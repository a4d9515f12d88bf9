import { resolve } from "node:path";

import type { Io } from "../../../kit/io.ts";
import { UserError } from "../../../kit/user-error.ts";
import { readHistory } from "../../journal/history.ts";
import { findHome } from "../../together.ts";
import { placesOf, whoseCheckpoint } from "./steps-across.ts";

/** The folder where a command about one checkpoint goes to work, and the given paths, which mean the same there. */
export interface WhereKnown {
  readonly folder: string;
  readonly paths: readonly string[];
}

/**
 * The folder itself, or the top of another repository that was recorded together with it, if only that one knows the
 * checkpoint. An id that no repository knows may be that of an open turn in the folder.
 */
export function whereKnown(io: Io, folder: string, id: string, paths: readonly string[] = []): WhereKnown {
  const home = findHome(io, folder);
  const places = placesOf(io, home);
  if (places.length < 2 && home.place) return { folder, paths };
  const found = whoseCheckpoint(
    places.map((place) => ({ place, history: readHistory(place.shadow) })),
    id,
  )?.place;
  if (!found) throw new UserError("unknownCheckpoint", [id]);
  return found === home.place
    ? { folder, paths }
    : { folder: found.worktree.root, paths: paths.map((path) => resolve(folder, path)) };
}
