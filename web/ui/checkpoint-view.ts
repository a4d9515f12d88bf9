import { UserError } from "../../kit/user-error.ts";
import type { ObjectId, TreeChange, TreeEntry } from "../../shadow-repo/engine.ts";
import { fileChange } from "../../shadow-repo/look/file-change.ts";
import { findCheckpoint } from "../../shadow-repo/look/find-checkpoint.ts";
import { toGitPath, toText } from "../../shadow-repo/git-path.ts";
import { changesOf } from "../../shadow-repo/look/list-checkpoints.ts";
import type { ChangedFile, CheckpointView, FileSide } from "./api.ts";
import { historyView } from "./history-view.ts";
import type { OpenJournal } from "./open-journal.ts";

/** Two trees and every path in which they differ, in the order in which the page counts them. */
export interface Comparison {
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly changes: readonly TreeChange[];
}

/** @throws UserError where there is no such checkpoint, or nothing was ever recorded */
export async function compare({ shadow, history }: OpenJournal, id: string): Promise<Comparison> {
  if (!shadow) throw new UserError("unknownCheckpoint", [id]);
  const { before, after = before, prefix, left } = findCheckpoint(history, id);
  return {
    before,
    after,
    changes: changesOf({ prefix, ...(left && { left }) }, await shadow.engine.diff(before, after, prefix)),
  };
}

/** One checkpoint, undo or redo with its files. */
export async function checkpointView(open: OpenJournal, id: string): Promise<CheckpointView> {
  const { before, after, changes } = await compare(open, id);
  const row = historyView(open, "").rows.find((one) => one.id === id);
  if (!row || !open.shadow) throw new UserError("unknownCheckpoint", [id]);
  const { engine } = open.shadow;
  const sizes = await engine.sizes(
    changes.flatMap((change) => [change.before, change.after].flatMap((side) => side?.id ?? [])),
  );
  const [counts] = await engine.lineCounts([[before, after]]);
  const record = open.history.checkpoints.find((one) => one.id === id);
  return {
    ...row,
    startedAt: record?.startedAt ?? row.at,
    ...(record?.toolUseId !== undefined && { toolUseId: record.toolUseId }),
    files: changes.map((change) => ({
      ...fileChange(change, change.after && sizes.get(change.after.id), counts?.get(change.path)),
      ...sideOf("before", change.before, sizes),
      ...sideOf("after", change.after, sizes),
      ...(toGitPath(toText(change.path)) !== change.path && { unnamable: true as const }),
    })),
  };
}

function sideOf(
  name: "before" | "after",
  entry: TreeEntry | undefined,
  sizes: ReadonlyMap<ObjectId, number>,
): Partial<Pick<ChangedFile, "before" | "after">> {
  if (!entry) return {};
  const side: FileSide = { size: sizes.get(entry.id) ?? 0, mode: entry.mode };
  return { [name]: side };
}
