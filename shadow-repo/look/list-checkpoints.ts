import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { SnapshotEngine } from "../engine.ts";
import { fileChange, type Checkpoint, type CheckpointList, type FileChange } from "../journal/checkpoint.ts";
import { changesOf, findSession, liveCheckpoints, type StoredCheckpoint, type TwoTrees } from "../journal/history.ts";
import { labelsOf } from "../journal/labels.ts";
import { openHistory } from "../open/open-shadow.ts";
import { historyWithOpen } from "../record/open-history.ts";

export interface ListOptions {
  readonly session?: string;
  /** Also those that were undone. */
  readonly all?: boolean;
}

/** The checkpoints of the folder's worktree, oldest first. Creates nothing. */
export async function listCheckpoints(
  io: Io,
  folder: string,
  { session, all }: ListOptions = {},
): Promise<CheckpointList> {
  const { place, shadow, history: ended } = await openHistory(io, folder, "look");
  const worktree = place.worktree.root;
  if (!shadow) return { worktree, checkpoints: [] };
  const { history, open } = await historyWithOpen(io, shadow, ended);
  const own = session === undefined ? undefined : findSession(history, session);
  const live = liveCheckpoints(history);
  const shown = (all ? history.checkpoints : live).filter((one) => own === undefined || one.session === own);
  const files = await changedFiles(shadow.engine, shown);
  const checkpoints = shown.map((one, at) => toCheckpoint(one, indexIn(live, one), files[at], open.has(one.id)));
  return { worktree, checkpoints };
}

/** Its place among those of its session that are in effect. */
function indexIn(live: readonly StoredCheckpoint[], one: StoredCheckpoint): number {
  return live.filter((other) => other.session === one.session).findIndex((other) => other.id === one.id);
}

/** The files of each checkpoint, with sizes and line counts; `undefined` where what was recorded is lost. */
export async function changedFiles(
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
      ...(await changedFiles(engine, checkpoints.slice(0, middle))),
      ...(await changedFiles(engine, checkpoints.slice(middle))),
    ];
  }
}

/** Three git processes however many there are. */
async function readFiles(engine: SnapshotEngine, checkpoints: readonly TwoTrees[]): Promise<FileChange[][]> {
  const pairs = checkpoints.map(({ before, after }) => [before, after] as const);
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
  one: StoredCheckpoint,
  index: number,
  files: readonly FileChange[] | undefined,
  isOpen = false,
): Checkpoint {
  return {
    id: one.id,
    index,
    session_id: one.session,
    scope: one.scope,
    ...(one.toolName !== undefined && { tool_name: one.toolName }),
    ...(one.toolUseId !== undefined && { tool_use_id: one.toolUseId }),
    ...labelsOf(one),
    ...(one.note !== undefined && { note: one.note }),
    created_at: one.createdAt,
    before: one.before,
    after: one.after,
    files: files ?? [],
    ...(files === undefined && { lost: true as const }),
    ...(isOpen && { open: true as const }),
    ...(one.undoneBy !== undefined && { undone: true as const }),
  };
}
