import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import type { ObjectId, PatchForm, SnapshotEngine, TreeChange } from "../engine.ts";
import { isAmong, toGitPath, toText, type GitPath } from "../git-path.ts";
import { belowFolder, type FileChange, fileChange, type Labels, labelsOf, withRenames } from "../journal/checkpoint.ts";
import { lateInWords } from "../journal/late-in-words.ts";
import { latenessOf, type Lateness } from "../journal/lateness.ts";
import { foreignFiles } from "./foreign-files.ts";
import { keptFilesOf } from "./kept-files.ts";
import {
  changesOf,
  effectOf,
  findCheckpoint,
  liveCheckpoints,
  type History,
  type Named,
  type StoredCheckpoint,
} from "../journal/history.ts";
import { openHistory, type Shadow } from "../open/open-shadow.ts";
import { askedPaths, placeOf } from "../place.ts";
import { findRenames } from "../renames.ts";
import { foundAt } from "../source/on-disk.ts";
import { historyWithOpen } from "../record/close-open.ts";
import type { RestoreResult } from "../restore/operation/restore-result.ts";

/** Two states and their difference. */
export interface CheckpointDiff extends Labels {
  /** The checkpoint's id; `null` if there was no checkpoint to compare with. */
  readonly checkpoint: string | null;
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly files: readonly FileChange[];
  /** A sentence, if the state before the checkpoint was recorded late. */
  readonly late?: string;
  /** Files that another session, or a person, changed during the turn. They are not among `files`. */
  readonly others?: readonly string[];
  /** The patch as `git diff` writes it, byte for byte, or as `toShow` makes it. */
  readonly patch: Buffer;
}

/** The files of a patch, and the engine that holds their contents. */
export interface ComparedFiles {
  readonly engine: SnapshotEngine;
  readonly changes: readonly TreeChange[];
}

/** Turns a patch into the form that its reader is to see. */
export type ToShow = (patch: Buffer, files: ComparedFiles) => Promise<Buffer>;

interface DiffRequest {
  readonly checkpoint: string | null;
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly prefix: GitPath;
  readonly skippedPaths?: readonly GitPath[];
  readonly partly?: StoredCheckpoint["partly"];
  readonly keepChanges?: StoredCheckpoint["keepChanges"];
  /** The only files and folders to compare; absent means all. */
  readonly paths?: readonly GitPath[] | undefined;
  readonly form?: PatchForm;
  readonly toShow?: ToShow | undefined;
}

/** The changed files with sizes and line counts, and the patch. */
async function checkpointDiff(
  { engine, place }: Shadow,
  {
    checkpoint,
    before,
    after,
    prefix,
    skippedPaths,
    partly,
    keepChanges,
    paths,
    form = "to read",
    toShow,
  }: DiffRequest,
): Promise<CheckpointDiff> {
  const own = changesOf(
    { prefix, ...defined({ left: skippedPaths, partly }) },
    await engine.diff(before, after, prefix),
  );
  const changes = own.filter(({ path }) => isAmong(path, paths));
  const kept = keptFilesOf(defined({ keepChanges, partly }), paths);
  const unknown = paths?.find(
    (path) =>
      path !== "" &&
      !kept.some((one) => isAmong(toGitPath(one.path), [path])) &&
      !own.some((one) => isAmong(one.path, [path])) &&
      !foundAt(place.worktree.root, path),
  );
  if (unknown !== undefined) throw new UserError("unknownPath", [printable(toText(unknown))]);
  const sizes = await engine.sizes(changes.flatMap((change) => change.after?.id ?? []));
  const [counts] = await engine.lineCounts([[before, after]]);
  const [renames] = await findRenames(engine, [{ pair: [before, after], changes: own }]);
  const names = changes.map(({ path }) => path);
  const patch = names.length === 0 ? Buffer.alloc(0) : await engine.patch(before, after, names, form);
  return {
    checkpoint,
    before,
    after,
    files: [
      ...withRenames(
        changes.map((change) => ({
          ...fileChange(change, change.after && sizes.get(change.after.id), counts?.get(change.path)),
          ...(engine.isWithheld?.(change.path) && { withheld: true as const }),
        })),
        renames!,
      ),
      ...kept,
    ],
    patch: toShow ? await toShow(patch, { engine, changes }) : patch,
  };
}

interface ShowOptions {
  /** The checkpoint's id, or the beginning of it. */
  readonly checkpoint: string;
  /** Files and folders, relative to the folder of the command. */
  readonly paths?: readonly string[];
  /** The form of the patch. */
  readonly form?: PatchForm;
  readonly toShow?: ToShow | undefined;
}

/** The changes of a checkpoint, an undo or a restore. */
export async function showCheckpoint(
  io: Io,
  folder: string,
  { checkpoint: id, paths, form, toShow }: ShowOptions,
): Promise<CheckpointDiff> {
  const { place, shadow, history } = await openHistory(io, placeOf(io, folder), "look");
  if (!shadow) throw new UserError("unknownCheckpoint", [id]);
  const found = await findNamed(io, shadow, history, id);
  const { prefix, left, partly, id: checkpoint } = found;
  const asked = askedPaths(place, paths);
  const others = asked ? [] : await othersFiles(io, shadow, history, found.id);
  const { keepChanges } = found;
  const [before, after] = effectOf({ ...found, after: found.after ?? found.before });
  const diff = await checkpointDiff(shadow, {
    checkpoint,
    before,
    after,
    prefix,
    paths: asked,
    skippedPaths: [...(left ?? []), ...others],
    ...defined({ partly, keepChanges, form, toShow }),
  });
  const late = lateInWords(latenessOf(found as Lateness));
  return {
    ...diff,
    ...labelsOf(found),
    ...defined({ late }),
    ...(others.length > 0 && { others: others.map(toText) }),
  };
}

/** The files of a turn that an undo of the turn leaves as somebody else's work, as the list of checkpoints does. */
async function othersFiles(io: Io, shadow: Shadow, written: History, id: string): Promise<GitPath[]> {
  const isIn = ({ checkpoints }: History) => checkpoints.some((one) => one.id === id);
  const history = isIn(written) ? written : (await historyWithOpen(io, shadow, written)).history;
  const own = history.checkpoints.filter((one) => one.id === id);
  return [...((await foreignFiles(shadow, history, own)).get(id) ?? [])];
}

/**
 * The step with an id. If no ended step has this id, the present state is captured, and open turns and calls are
 * searched as well.
 */
export async function findNamed(io: Io, shadow: Shadow, history: History, id: string): Promise<Named> {
  try {
    return findCheckpoint(history, id);
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "unknownCheckpoint") throw error;
    return findCheckpoint((await historyWithOpen(io, shadow, history)).history, id);
  }
}

interface DiffOptions {
  /** The checkpoint's id, or the beginning of it; without it the last checkpoint of the worktree. */
  readonly checkpoint?: string;
  /** Files and folders, relative to the folder of the command. */
  readonly paths?: readonly string[];
  /** The form of the patch. */
  readonly form?: PatchForm;
  readonly toShow?: ToShow | undefined;
}

/** The changes since a checkpoint: from its state after to the present. Empty if there is no checkpoint yet. */
export async function diffPresent(
  io: Io,
  folder: string,
  { checkpoint: id, paths, form, toShow }: DiffOptions = {},
): Promise<CheckpointDiff> {
  const { place, shadow, history } = await openHistory(io, placeOf(io, folder), "look");
  const nothing = { checkpoint: null, before: "", after: "", files: [], patch: Buffer.alloc(0) };
  if (!shadow) {
    if (id !== undefined) throw new UserError("unknownCheckpoint", [printable(id)]);
    return nothing;
  }
  const last = liveCheckpoints(history).at(-1);
  const from =
    id === undefined ? (last ?? (await openBefore(io, shadow, history))) : await findNamed(io, shadow, history, id);
  if (!from) return nothing;
  const prefix = place.prefix.startsWith(from.prefix) ? place.prefix : from.prefix;
  const { tree } = await shadow.engine.capture({ prefix });
  return checkpointDiff(shadow, {
    checkpoint: from.id,
    before: from.after ?? from.before,
    after: tree,
    prefix,
    paths: askedPaths(place, paths),
    ...defined({ form, toShow }),
  });
}

/** The state before the newest turn or call that has not ended. */
async function openBefore(io: Io, shadow: Shadow, history: History): Promise<Named | undefined> {
  const open = liveCheckpoints((await historyWithOpen(io, shadow, history)).history).at(-1);
  return open && { ...open, after: open.before };
}

/** The changes that a restore would make to some files: the difference from the present state to the restored one. */
export async function restoreDiff(
  io: Io,
  folder: string,
  { pairs }: Pick<RestoreResult, "pairs">,
  paths: readonly string[],
  toShow?: ToShow,
): Promise<Pick<CheckpointDiff, "files" | "patch">> {
  const files: FileChange[] = [];
  const patches: Buffer[] = [];
  for (const { before, after, paths: own, within = { root: folder, prefix: "" } } of pairs) {
    const asked = paths.filter((path) => own.includes(path)).map((path) => toGitPath(path.slice(within.prefix.length)));
    const { shadow } =
      asked.length > 0 ? await openHistory(io, placeOf(io, within.root), "look") : { shadow: undefined };
    if (!shadow) continue;
    const diff = await checkpointDiff(shadow, { checkpoint: null, before, after, prefix: "", paths: asked, toShow });
    files.push(...diff.files.map((file) => belowFolder(within.prefix, file)));
    patches.push(diff.patch);
  }
  return { files, patch: Buffer.concat(patches) };
}
