import { defined } from "../../kit/defined.ts";
import { nameOfAll } from "../../kit/hash.ts";
import { UserError } from "../../kit/user-error.ts";
import {
  changesOf,
  effectOf,
  fileChange,
  findCheckpoint,
  type LineCounts,
  type ObjectId,
  type Rename,
  type TreeChange,
} from "../../shadow-repo/doors/checkpoint.ts";
import { findRenames, keptFilesOf, lateInWords } from "../../shadow-repo/doors/look.ts";
import { toGitPath, toText, type GitPath, type Shadow } from "../../shadow-repo/doors/place.ts";
import type { CheckpointView, FileSide } from "./api.ts";
import { journalOf, rowsOf, type OpenJournal } from "./open-journal.ts";
import { undoneParts } from "./row-sizes.ts";

/** Two trees and all paths that differ. A file's index in `changes` is its key in requests. */
export interface Comparison {
  readonly engine: Shadow["engine"];
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly changes: readonly ComparedChange[];
  /** The sentence about a state before the checkpoint that was recorded late. */
  readonly late?: string;
  /** Ignored files that the turn or call deleted or changed, and of which a copy is kept. */
  readonly kept: CheckpointView["kept"];
}

/** A path in which two trees differ. A renamed file is a single change, with its former name and its changed lines. */
export interface ComparedChange extends TreeChange {
  readonly former?: Rename;
}

/**
 * Compares the trees before and after a checkpoint or operation.
 * @throws UserError if no checkpoint or operation has this id
 */
export async function compare(open: OpenJournal, id: string): Promise<Comparison> {
  const { shadow, history } = journalOf(open, id);
  if (!shadow) throw new UserError("unknownCheckpoint", [id]);
  const { engine } = shadow;
  const found = findCheckpoint(history, id);
  // If a checkpoint is partly undone, only the part that is still in effect is shown.
  const [before, after] = effectOf({ ...found, after: found.after ?? found.before });
  const changes = changesOf(found, await engine.diff(before, after, found.prefix));
  const [renames] = await findRenames(engine, [{ pair: [before, after], changes }]);
  return {
    engine,
    before,
    after,
    changes: joinRenames(changes, renames!),
    kept: keptFilesOf(found).map(({ path, status }) => ({ path, status })),
    ...defined({ late: lateInWords(found) }),
  };
}

/** The changes, in which a renamed file is one change and not a deleted and an added file. */
export function joinRenames(
  changes: readonly TreeChange[],
  renames: ReadonlyMap<GitPath, Rename>,
): readonly ComparedChange[] {
  if (renames.size === 0) return changes;
  const deleted = new Map(changes.map(({ path, before }) => [path, before]));
  const gone = new Set([...renames.values()].map(({ from }) => from));
  return changes.flatMap((change): ComparedChange[] => {
    const former = change.before ? undefined : renames.get(change.path);
    if (former) return [{ ...change, ...defined({ before: deleted.get(former.from) }), former }];
    return gone.has(change.path) ? [] : [change];
  });
}

/** A checkpoint, undo or redo with its changed files. */
export async function checkpointView(open: OpenJournal, id: string): Promise<CheckpointView> {
  const { engine, before, after, changes, kept, late } = await compare(open, id);
  const row = rowsOf(open).find((one) => one.id === id);
  if (!row) throw new UserError("unknownCheckpoint", [id]);
  const undoneInPart = (await undoneParts(journalOf(open, id), new Set([id]))).get(id);
  const sizes = await engine.sizes(
    changes.flatMap((change) => [change.before, change.after].flatMap((side) => side?.id ?? [])),
  );
  const [counts] = await engine.lineCounts([[before, after]]);
  const sideOf = ({ id, mode }: NonNullable<TreeChange["before"]>): FileSide => ({ size: sizes.get(id) ?? 0, mode });
  return {
    ...row,
    ...defined({ late, undoneInPart }),
    kept,
    files: changes.map((change) => ({
      ...fileChange(change, change.after && sizes.get(change.after.id), linesOf(change, counts)),
      ...(change.former && { status: "renamed" as const, former: toText(change.former.from) }),
      ...(change.before && { before: sideOf(change.before) }),
      ...(change.after && { after: sideOf(change.after) }),
      change: nameOfAll([
        ...(change.former ? [change.former.from] : []),
        change.path,
        change.before?.id ?? "",
        change.after?.id ?? "",
        change.after?.mode ?? "",
      ]),
      ...(!isNamable(change) && { unnamable: true as const }),
    })),
  };
}

/**
 * The numbers of changed lines of a file. For a renamed file, its content is compared with that under its former name.
 */
function linesOf(
  { path, former }: ComparedChange,
  counts: ReadonlyMap<GitPath, LineCounts> | undefined,
): LineCounts | undefined {
  return former ? former.lines : counts?.get(path);
}

/** Whether the name and the former name of a file are UTF-8, so that a request can hold them. */
function isNamable({ path, former }: ComparedChange): boolean {
  return [path, former?.from ?? path].every((name) => toGitPath(toText(name)) === name);
}
