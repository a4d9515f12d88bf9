import { defined } from "../../kit/defined.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import type { SnapshotEngine } from "../engine.ts";
import { isAmong, toGitPath, toText, type GitPath } from "../git-path.ts";
import {
  type Checkpoint,
  fileChange,
  type FileChange,
  labelsOf,
  type Occurrences,
  withRenames,
} from "../journal/checkpoint.ts";
import {
  changesOf,
  effectOf,
  liveCheckpoints,
  pinOf,
  type History,
  type StoredCheckpoint,
  type TwoTrees,
} from "../journal/history.ts";
import { foreignFiles } from "./foreign-files.ts";
import { keptFilesOf, type KeptStep } from "./kept-files.ts";
import type { Shadow } from "../open/open-shadow.ts";
import type { Share } from "../journal/share.ts";
import { undoneShares } from "./undone-shares.ts";
import { findRenames } from "../renames.ts";
import { foundAt } from "../source/on-disk.ts";

/** A checkpoint in its stored form and in its shown form. */
export interface CheckpointRow {
  readonly stored: StoredCheckpoint;
  readonly checkpoint: Checkpoint;
}

export interface RowOptions {
  readonly session?: string | undefined;
  /** Whether undone checkpoints are listed, too. */
  readonly all?: boolean | undefined;
  /** Lists only checkpoints that changed one of these files or folders, and of each checkpoint only these files. */
  readonly paths?: readonly GitPath[] | undefined;
  /**
   * Lists only checkpoints that changed the number of occurrences of a text, and of each checkpoint only the files in
   * which the number changed.
   */
  readonly text?: string | undefined;
  /**
   * Reads the files of so many steps only, the newest, and of no call whose turn is listed, too. All other rows have no
   * files. A list of prompts needs no more.
   */
  readonly newestSteps?: number | undefined;
  /** What is read of each file; without it everything. */
  readonly detail?: FileDetail | undefined;
}

/** What is read of a changed file: its path and status alone, its line counts as well, or also its size. */
export type FileDetail = "paths" | "lines" | "sizes";

/**
 * The checkpoints of one repository, oldest first.
 * @param open the ids of open turns and calls
 * @throws UserError `unknownPath` if no checkpoint changed one of the paths, and the path does not exist
 */
export async function checkpointRows(
  shadow: Shadow,
  { history, open }: { readonly history: History; readonly open: ReadonlySet<string> },
  { session, all, paths, text, newestSteps, detail }: RowOptions,
): Promise<CheckpointRow[]> {
  const live = liveCheckpoints(history);
  const shown = (all ? history.checkpoints : live).filter((one) => session === undefined || one.session === session);
  const read = newestSteps === undefined ? shown : newestOf(withoutCallsOfTurns(shown), newestSteps);
  const foreign = await foreignFiles(shadow, history, read);
  const filesOf = new Map<StoredCheckpoint, FileChange[] | undefined>(shown.map((one) => [one, []]));
  for (const [at, own] of (await filesOfCheckpoints(shadow.engine, read, detail)).entries()) {
    const others = foreign.get(read[at]!.id);
    filesOf.set(read[at]!, others ? own?.filter(({ path }) => !others.has(toGitPath(path))) : own);
  }
  const files = shown.map((one) => filesOf.get(one));
  const shares = await undoneShares(shadow, history, shown);
  const indexes = indexesOf(live);
  if (paths) await throwWhereUnknown(shadow, history, paths);
  const found = text === undefined ? undefined : await withText(shadow.engine, shown, files, text);
  const rows = shown.map((one, at) => ({
    stored: one,
    checkpoint: toCheckpoint(history, one, {
      index: indexes.get(one.id) ?? -1,
      files: files[at],
      isOpen: open.has(one.id),
      share: shares.get(one.id),
    }),
  }));
  if (!paths && !found) return rows;
  const narrowed = rows.map(({ stored, checkpoint }, at) => ({
    stored,
    checkpoint: {
      ...checkpoint,
      files: checkpoint.files.flatMap((file) => {
        const occurrences = found?.[at]?.get(file.path);
        if (!isAmong(toGitPath(file.path), paths) || (found && !occurrences)) return [];
        return [{ ...file, ...(occurrences && { occurrences }) }];
      }),
    },
  }));
  return narrowed.filter(({ checkpoint }) => checkpoint.files.length > 0);
}

/**
 * For each checkpoint, the files in which it changed the number of occurrences of a text; `undefined` for a checkpoint
 * whose contents are lost.
 */
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

/** @throws UserError if a path neither exists nor was changed by a checkpoint */
async function throwWhereUnknown(
  { engine, place }: Shadow,
  { checkpoints }: History,
  paths: readonly GitPath[],
): Promise<void> {
  const missing = paths.filter((path) => path !== "" && !foundAt(place.worktree.root, path)).map(toText);
  if (missing.length === 0) return;
  const changed = (await filesOfCheckpoints(engine, checkpoints, "paths"))
    .flatMap((files) => files ?? [])
    .map(({ path }) => path);
  const unknown = missing.find((path) => !changed.some((one) => isAmong(one, [path])));
  if (unknown !== undefined) throw new UserError("unknownPath", [printable(unknown)]);
}

function newestOf(steps: readonly StoredCheckpoint[], count: number): readonly StoredCheckpoint[] {
  return steps.slice(Math.max(0, steps.length - count));
}

/** The checkpoints, oldest first, without the calls whose turn comes after them in the list. */
function withoutCallsOfTurns(shown: readonly StoredCheckpoint[]): StoredCheckpoint[] {
  const later = new Set<string>();
  const steps: StoredCheckpoint[] = [];
  for (const one of shown.toReversed()) {
    if (one.scope === "turn") later.add(one.id);
    if (one.scope !== "tool" || one.turn === undefined || !later.has(one.turn)) steps.push(one);
  }
  return steps.toReversed();
}

/** Id → the index among the checkpoints of the same session that are in effect. */
function indexesOf(live: readonly StoredCheckpoint[]): ReadonlyMap<string, number> {
  const counts = new Map<string | null, number>();
  return new Map(
    live.map(({ id, session }) => {
      const index = counts.get(session) ?? 0;
      counts.set(session, index + 1);
      return [id, index];
    }),
  );
}

/** The files of each checkpoint; `undefined` if objects are lost. */
export async function filesOfCheckpoints(
  engine: SnapshotEngine,
  checkpoints: readonly (TwoTrees & KeptStep)[],
  detail: FileDetail = "sizes",
): Promise<(FileChange[] | undefined)[]> {
  try {
    return await readFiles(engine, checkpoints, detail);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // If git does not work at all, this call throws. If it does not throw, a checkpoint is damaged, and halving the
    // list finds the damaged one.
    await engine.sizes([checkpoints[0]!.before]);
    if (checkpoints.length === 1) return [undefined];
    const middle = checkpoints.length >> 1;
    return [
      ...(await filesOfCheckpoints(engine, checkpoints.slice(0, middle), detail)),
      ...(await filesOfCheckpoints(engine, checkpoints.slice(middle), detail)),
    ];
  }
}

/** Reads the files of all checkpoints with one git process, one more for each detail, and one more if files were renamed. */
async function readFiles(
  engine: SnapshotEngine,
  checkpoints: readonly (TwoTrees & KeptStep)[],
  detail: FileDetail,
): Promise<FileChange[][]> {
  const pairs = checkpoints.map(effectOf);
  if (pairs.length === 0) return [];
  const all = await engine.diffAll(pairs);
  const own = checkpoints.map((one, at) => changesOf(one, all[at] ?? []));
  const ids = detail === "sizes" ? own.flat().flatMap(({ after }) => (after ? [after.id] : [])) : [];
  const sizes = ids.length === 0 ? NO_SIZES : await engine.sizes(ids);
  const counts = detail === "paths" ? [] : await engine.lineCounts(pairs);
  const renames = await findRenames(
    engine,
    own.map((changes, at) => ({ pair: pairs[at]!, changes })),
  );
  return own.map((changes, at) => [
    ...withRenames(
      changes.map((change) =>
        fileChange(change, change.after && sizes.get(change.after.id), counts[at]?.get(change.path)),
      ),
      renames[at]!,
    ),
    ...keptFilesOf(checkpoints[at]!),
  ]);
}

const NO_SIZES: Awaited<ReturnType<SnapshotEngine["sizes"]>> = new Map();

/** What a row tells beside the stored checkpoint. */
interface RowFacts {
  readonly index: number;
  /** Absent if the contents are lost. */
  readonly files: readonly FileChange[] | undefined;
  readonly isOpen: boolean;
  /** The part of the checkpoint that was undone. */
  readonly share?: readonly Share[] | undefined;
}

export function toCheckpoint(
  history: History,
  one: StoredCheckpoint,
  { index, files, isOpen, share }: RowFacts,
): Checkpoint {
  const pin = pinOf(history, one);
  const note = pin?.note ?? one.note;
  return {
    id: one.id,
    index,
    session_id: one.session,
    scope: one.scope,
    ...defined({ turn: one.turn, tool_name: one.toolName, tool_use_id: one.toolUseId }),
    ...labelsOf(one),
    ...(note !== undefined && { note }),
    ...(pin && { pinned: true as const }),
    created_at: one.createdAt,
    before: one.before,
    after: one.after,
    files: files ?? [],
    ...(files === undefined && { lost: true as const }),
    ...(isOpen && { open: true as const }),
    ...defined({ unreached: one.unreached, holds_from: one.holdsFrom, early: one.early?.map(toText) }),
    ...(one.undoneBy !== undefined && { undone: true as const }),
    ...defined({ undone_in_part: share, undo: undoOf(history, one) }),
  };
}

/** The newest undo in effect that took a checkpoint back, if it left some paths; else `undefined`. */
function undoOf({ operations }: History, { id }: StoredCheckpoint): Checkpoint["undo"] {
  const undo = operations.findLast(
    ({ kind, checkpoints, takenBack }) => kind === "undo" && !takenBack && checkpoints?.includes(id),
  );
  return undo?.end?.account && { id: undo.id, account: undo.end.account };
}
