import type { Io } from "../../kit/io.ts";
import type { Checkpoint, CheckpointList } from "../journal/checkpoint.ts";
import { isOfFolder } from "../repository-notes.ts";
import { findSession, type StoredCheckpoint } from "../journal/history.ts";
import { askedPaths } from "../place.ts";
import { recordedIn, sessionIn, type Recorded } from "../restore/across/steps.ts";
import { pathsAsked } from "../restore/across/which-repository.ts";
import { findPlaces, onlyPlace, type Places } from "../places.ts";
import { checkpointRows, type CheckpointRow, type FileDetail } from "./checkpoint-rows.ts";
import { joinRows, type RowIn } from "./join-rows.ts";

export interface ListOptions {
  readonly session?: string;
  /** Whether undone checkpoints are listed, too. */
  readonly all?: boolean;
  /**
   * Lists only checkpoints that changed one of these files or folders, and of each checkpoint only these files. Paths
   * are relative to the folder of the command.
   */
  readonly paths?: readonly string[];
  /**
   * Lists only checkpoints that changed the number of occurrences of a text, and of each checkpoint only the files in
   * which the number changed.
   */
  readonly text?: string;
  /** Reads the files of so many steps only, the newest, and of no call whose turn is listed, too. */
  readonly newestSteps?: number;
  /** What is read of each changed file; without it everything. */
  readonly detail?: FileDetail;
  /** Whether a turn in several repositories is listed once for each repository. */
  readonly apart?: boolean;
}

/**
 * The checkpoints of the folder's worktree, and of the repositories that were recorded together with it, oldest first.
 * Creates no file.
 * @throws UserError `unknownPath` if no checkpoint changed one of the paths, and the path does not exist
 */
export async function listCheckpoints(io: Io, folder: string, options: ListOptions = {}): Promise<CheckpointList> {
  const places = findPlaces(io, folder);
  const all = await recordedIn(io, places.all);
  const only = onlyPlace(places);
  const checkpoints = only ? await ownCheckpoints(all, options) : await checkpointsOfAll(folder, places, all, options);
  return { worktree: places.root, checkpoints };
}

/** The checkpoints of one repository, with paths relative to the command's folder. */
async function ownCheckpoints(
  [one]: readonly Recorded[],
  { session, text, paths, ...rest }: ListOptions,
): Promise<Checkpoint[]> {
  if (!one) return [];
  const own = session === undefined ? undefined : findSession(one.history, session);
  const asked = askedPaths(one.place, paths);
  const rows = await checkpointRows(one.shadow, one, { ...rest, session: own, text, paths: asked });
  return rows.map(({ checkpoint }) => checkpoint);
}

/**
 * The checkpoints of several repositories. From another repository than the folder's own, only turns of sessions that
 * began in the folder are listed, and their calls.
 */
async function checkpointsOfAll(
  folder: string,
  places: Places,
  repositories: readonly Recorded[],
  { session, all, text, detail, paths = [], apart = false }: ListOptions,
): Promise<Checkpoint[]> {
  const own = session === undefined ? undefined : sessionIn(repositories, session);
  const askedOf = pathsAsked(
    folder,
    paths,
    repositories.map(({ place }) => place),
  );
  const rows: RowIn[] = [];
  for (const { place, shadow, history, open } of repositories) {
    const asked = askedOf(place);
    if (!asked) continue;
    const isOfThis = (one: StoredCheckpoint) => isOfFolder(places.root, place.worktree.root, one.home);
    const turns = new Set(history.checkpoints.filter(isOfThis).map(({ id }) => id));
    const isOurs = ({ stored: { id, turn = id } }: CheckpointRow) => turns.has(turn);
    const found = await checkpointRows(
      shadow,
      { history, open },
      { session: own, all, text, detail, paths: askedPaths(place, asked) },
    );
    rows.push(...(place === places.own ? found : found.filter(isOurs)).map((row) => ({ ...row, place })));
  }
  return inOrder(apart ? rows.flatMap((row) => joinRows(places, [row])) : joinRows(places, rows));
}

function inOrder(checkpoints: readonly Checkpoint[]): Checkpoint[] {
  return checkpoints.toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
}
