import type { Io } from "../kit/io.ts";
import { createShadow, hasShadow } from "./create-shadow.ts";
import type { SnapshotEngine } from "./engine.ts";
import { historyOf, type History } from "./history.ts";
import { readJournal } from "./journal.ts";
import { nativeEngine } from "./native-engine.ts";
import { placeOf, type Place } from "./place.ts";

/** Newly added files above this many bytes are not recorded: 2 MiB. */
export const MAX_FILE_SIZE = 2 * 1024 * 1024;

/** A shadow repository in use. */
export interface Shadow {
  readonly place: Place;
  readonly engine: SnapshotEngine;
}

/** The shadow repository of a worktree, made where there is none. */
export function openShadow(io: Io, place: Place): Shadow {
  createShadow(io, place);
  return { place, engine: nativeEngine(io, place) };
}

/** For commands by hand: the shadow and its history, `undefined` where nothing was ever recorded. Creates nothing. */
export function openHistory(io: Io, folder: string): { readonly place: Place; readonly shadow?: Shadow; readonly history: History } {
  const place = placeOf(io, folder);
  if (!hasShadow(place)) return { place, history: { checkpoints: [], operations: [] } };
  return { place, shadow: openShadow(io, place), history: historyOf(readJournal(place.shadow).records) };
}
