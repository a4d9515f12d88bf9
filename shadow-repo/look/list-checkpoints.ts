import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import type { SnapshotEngine } from "../engine.ts";
import { isAmong, toGitPath, toText, type GitPath } from "../git-path.ts";
import {
  fileChange,
  type Checkpoint,
  type CheckpointList,
  type FileChange,
  type Occurrences,
} from "../journal/checkpoint.ts";
import {
  changesOf,
  effectOf,
  findSession,
  liveCheckpoints,
  pinOf,
  type History,
  type StoredCheckpoint,
  type TwoTrees,
} from "../journal/history.ts";
import { labelsOf } from "../journal/labels.ts";
import { openHistory, type Shadow } from "../open/open-shadow.ts";
import { askedPaths } from "../place.ts";
import { historyWithOpen } from "../record/open-history.ts";
import { foundAt } from "../source/on-disk.ts";

export interface ListOptions {
  readonly session?: string;
  /** Also those that were undone. */
  readonly all?: boolean;
  /** Only those that changed one of these files or folders, relative to the folder, and of each only these files. */
  readonly paths?: readonly string[];
  /** Only those that made a text more or less often, and of each only the files in which they did. */
  readonly text?: string;
}

/**
 * The checkpoints of the folder's worktree, oldest first. Creates nothing.
 * @throws UserError `unknownPath` if a path is none that was ever changed, and nothing is there
 */
export async function listCheckpoints(
  io: Io,
  folder: string,
  { session, all, paths, text }: ListOptions = {},
): Promise<CheckpointList> {
  const { place, shadow, history: ended } = await openHistory(io, folder, "look");
  const worktree = place.worktree.root;
  if (!shadow) return { worktree, checkpoints: [] };
  const { history, open } = await historyWithOpen(io, shadow, ended);
  const own = session === undefined ? undefined : findSession(history, session);
  const live = liveCheckpoints(history);
  const shown = (all ? history.checkpoints : live).filter((one) => own === undefined || one.session === own);
  const files = await filesOfCheckpoints(shadow.engine, shown);
  const asked = askedPaths(place, folder, paths);
  if (asked) await throwWhereUnknown(shadow, history, asked);
  const found = text === undefined ? undefined : await withText(shadow.engine, shown, files, text);
  const checkpoints = shown.map((one, at) =>
    toCheckpoint(history, one, { index: indexIn(live, one), files: files[at], isOpen: open.has(one.id) }),
  );
  if (!asked && !found) return { worktree, checkpoints };
  const narrowed = checkpoints.map((one, at) => ({
    ...one,
    files: one.files.flatMap((file) => {
      const occurrences = found?.[at]?.get(file.path);
      if (!isAmong(toGitPath(file.path), asked) || (found && !occurrences)) return [];
      return [{ ...file, ...(occurrences && { occurrences }) }];
    }),
  }));
  return { worktree, checkpoints: narrowed.filter(({ files: own }) => own.length > 0) };
}

/** For each checkpoint the files in which a text came or went; none for one whose contents are lost. */
async function withText(
  engine: SnapshotEngine,
  shown: readonly StoredCheckpoint[],
  files: readonly (readonly FileChange[] | undefined)[],
  text: string,
): Promise<(ReadonlyMap<string, Occurrences> | undefined)[]> {
  const whole = shown.filter((_, at) => files[at] !== undefined);
  const { findText } = await import("./find-text.ts");
  const found = await findText(engine, whole, text);
  return shown.map((one) => found[whole.indexOf(one)]);
}

/** A path that is there but was never changed is no error: nothing is listed then. */
async function throwWhereUnknown(
  { engine, place }: Shadow,
  { checkpoints }: History,
  paths: readonly GitPath[],
): Promise<void> {
  const missing = paths.filter((path) => path !== "" && !foundAt(place.worktree.root, path)).map(toText);
  if (missing.length === 0) return;
  const changed = (await filesOfCheckpoints(engine, checkpoints))
    .flatMap((files) => files ?? [])
    .map(({ path }) => path);
  const unknown = missing.find((path) => !changed.some((one) => isAmong(one, [path])));
  if (unknown !== undefined) throw new UserError("unknownPath", [printable(unknown)]);
}

/** Its place among those of its session that are in effect. */
function indexIn(live: readonly StoredCheckpoint[], one: StoredCheckpoint): number {
  return live.filter((other) => other.session === one.session).findIndex((other) => other.id === one.id);
}

/** The files of each checkpoint, with sizes and line counts; `undefined` if its objects are lost. */
export async function filesOfCheckpoints(
  engine: SnapshotEngine,
  checkpoints: readonly TwoTrees[],
): Promise<(FileChange[] | undefined)[]> {
  try {
    return await readFiles(engine, checkpoints);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // One that is damaged does not hide the others. Asking for something that cannot fail tells it from a git that is
    // broken.
    await engine.sizes([checkpoints[0]!.before]);
    if (checkpoints.length === 1) return [undefined];
    const middle = checkpoints.length >> 1;
    return [
      ...(await filesOfCheckpoints(engine, checkpoints.slice(0, middle))),
      ...(await filesOfCheckpoints(engine, checkpoints.slice(middle))),
    ];
  }
}

/** Three git processes however many there are. */
async function readFiles(engine: SnapshotEngine, checkpoints: readonly TwoTrees[]): Promise<FileChange[][]> {
  const pairs = checkpoints.map(effectOf);
  if (pairs.length === 0) return [];
  const all = await engine.diffAll(pairs);
  const own = checkpoints.map((one, at) => changesOf(one, all[at] ?? []));
  const sizes = await engine.sizes(own.flat().flatMap(({ after }) => (after ? [after.id] : [])));
  const counts = await engine.lineCounts(pairs);
  return own.map((changes, at) =>
    changes.map((change) =>
      fileChange(change, change.after && sizes.get(change.after.id), counts[at]?.get(change.path)),
    ),
  );
}

export function toCheckpoint(
  history: History,
  one: StoredCheckpoint,
  { index, files, isOpen }: { index: number; files: readonly FileChange[] | undefined; isOpen: boolean },
): Checkpoint {
  const pinned = pinOf(history, one);
  const note = pinned?.note ?? one.note;
  return {
    id: one.id,
    index,
    session_id: one.session,
    scope: one.scope,
    ...defined({ tool_name: one.toolName, tool_use_id: one.toolUseId }),
    ...labelsOf(one),
    ...(note !== undefined && { note }),
    ...(pinned && { pinned: true as const }),
    created_at: one.createdAt,
    before: one.before,
    after: one.after,
    files: files ?? [],
    ...(files === undefined && { lost: true as const }),
    ...(isOpen && { open: true as const }),
    ...(one.undoneBy !== undefined && { undone: true as const }),
  };
}
