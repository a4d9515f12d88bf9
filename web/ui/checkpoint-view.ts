import { nameOfAll } from "../../kit/hash.ts";
import { UserError } from "../../kit/user-error.ts";
import {
  changesOf,
  effectOf,
  fileChange,
  findCheckpoint,
  type ObjectId,
  type TreeChange,
} from "../../shadow-repo/doors/checkpoint.ts";
import { toGitPath, toText, type Shadow } from "../../shadow-repo/doors/place.ts";
import type { CheckpointView, FileSide } from "./api.ts";
import { journalOf, rowsOf, type OpenJournal } from "./open-journal.ts";

/** Two trees and all paths that differ. A file's index in `changes` is its key in requests. */
export interface Comparison {
  readonly engine: Shadow["engine"];
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly changes: readonly TreeChange[];
}

/** Compares the trees before and after a checkpoint or operation. @throws UserError if there is none with this id */
export async function compare(open: OpenJournal, id: string): Promise<Comparison> {
  const { shadow, history } = journalOf(open, id);
  if (!shadow) throw new UserError("unknownCheckpoint", [id]);
  const { engine } = shadow;
  const found = findCheckpoint(history, id);
  // Of a partly undone step only the part that is still in effect is shown.
  const [before, after] = effectOf({ ...found, after: found.after ?? found.before });
  const changes = changesOf(found, await engine.diff(before, after, found.prefix));
  return { engine, before, after, changes };
}

/** A checkpoint, undo or redo with its changed files. */
export async function checkpointView(open: OpenJournal, id: string): Promise<CheckpointView> {
  const { engine, before, after, changes } = await compare(open, id);
  const row = rowsOf(open).find((one) => one.id === id);
  if (!row) throw new UserError("unknownCheckpoint", [id]);
  const sizes = await engine.sizes(
    changes.flatMap((change) => [change.before, change.after].flatMap((side) => side?.id ?? [])),
  );
  const [counts] = await engine.lineCounts([[before, after]]);
  const sideOf = ({ id, mode }: NonNullable<TreeChange["before"]>): FileSide => ({ size: sizes.get(id) ?? 0, mode });
  return {
    ...row,
    files: changes.map((change) => ({
      ...fileChange(change, change.after && sizes.get(change.after.id), counts?.get(change.path)),
      ...(change.before && { before: sideOf(change.before) }),
      ...(change.after && { after: sideOf(change.after) }),
      change: nameOfAll([change.path, change.before?.id ?? "", change.after?.id ?? "", change.after?.mode ?? ""]),
      ...(toGitPath(toText(change.path)) !== change.path && { unnamable: true as const }),
    })),
  };
}
