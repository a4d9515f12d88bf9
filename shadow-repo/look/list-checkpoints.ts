import type { Io } from "../../kit/io.ts";
import type { Checkpoint, CheckpointList } from "../journal/checkpoint.ts";
import { isOfHome } from "../home-notes.ts";
import { findSession, type StoredCheckpoint } from "../journal/history.ts";
import { openHistory } from "../open/open-shadow.ts";
import { askedPaths } from "../place.ts";
import { historyWithOpen } from "../record/open-history.ts";
import { placesOf, recordedIn, sessionIn } from "../restore/across/steps-across.ts";
import { pathsAsked } from "../restore/plan/paths-asked.ts";
import { findHome } from "../together.ts";
import { checkpointRows, type CheckpointRow } from "./checkpoint-rows.ts";
import { joinRows, type RowIn } from "./join-rows.ts";

export interface ListOptions {
  readonly session?: string;
  /** Whether undone checkpoints are listed, too. */
  readonly all?: boolean;
  /**
   * Lists only checkpoints that changed one of these files or folders, relative to the folder, and of each only these
   * files.
   */
  readonly paths?: readonly string[];
  /** Lists only checkpoints that made a text more or less frequent, and of each only the files in which they did. */
  readonly text?: string;
  /** Turns in several repositories stay apart. */
  readonly apart?: boolean;
}

/**
 * The checkpoints of the folder's worktree, and of the repositories that were recorded together with it, oldest first.
 * Creates nothing.
 * @throws UserError `unknownPath` if nobody ever changed one of the paths, and nothing is there
 */
export async function listCheckpoints(io: Io, folder: string, options: ListOptions = {}): Promise<CheckpointList> {
  const home = findHome(io, folder);
  const places = placesOf(io, home);
  if (places.length > 1 || !home.place) return listAcross(io, folder, options);
  const { place, shadow, history: ended } = await openHistory(io, folder, "look");
  const worktree = place.worktree.root;
  if (!shadow) return { worktree, checkpoints: [] };
  const { session, all, text, paths } = options;
  const whole = await historyWithOpen(io, shadow, ended);
  const own = session === undefined ? undefined : findSession(whole.history, session);
  const asked = askedPaths(place, folder, paths);
  const rows = await checkpointRows(shadow, whole, { session: own, all, text, paths: asked });
  return { worktree, checkpoints: rows.map(({ checkpoint }) => checkpoint) };
}

/**
 * The checkpoints of several repositories: from another repository than the home only turns that are the home's too,
 * and the calls in them.
 */
async function listAcross(
  io: Io,
  folder: string,
  { session, all: undoneToo, text, paths = [], apart = false }: ListOptions,
): Promise<CheckpointList> {
  const home = findHome(io, folder);
  const all = await recordedIn(io, placesOf(io, home));
  const own = session === undefined ? undefined : sessionIn(all, session);
  const askedOf = pathsAsked(
    folder,
    paths,
    all.map(({ place }) => place),
  );
  const rows: RowIn[] = [];
  for (const { place, shadow, history, open } of all) {
    const asked = askedOf(place);
    if (!asked) continue;
    const options = { session: own, all: undoneToo, text, paths: askedPaths(place, place.worktree.root, asked) };
    const isOfThis = (one: StoredCheckpoint) => isOfHome(home.root, place.worktree.root, one.home);
    const turns = new Set(history.checkpoints.filter(isOfThis).map(({ id }) => id));
    const isOurs = ({ stored: { id, turn = id } }: CheckpointRow) => turns.has(turn);
    const found = await checkpointRows(shadow, { history, open }, options);
    rows.push(...(place === home.place ? found : found.filter(isOurs)).map((row) => ({ ...row, place })));
  }
  return {
    worktree: home.root,
    checkpoints: inOrder(apart ? rows.flatMap((row) => joinRows(home, [row])) : joinRows(home, rows)),
  };
}

function inOrder(checkpoints: readonly Checkpoint[]): Checkpoint[] {
  return checkpoints.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
}
