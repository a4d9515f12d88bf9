import { isAmong, toText, type GitPath } from "../git-path.ts";
import { withoutOuterFolders } from "../keep/empty-folders.ts";
import type { FileChange } from "../journal/checkpoint.ts";
import { remainingOf, type StoredCheckpoint } from "../journal/history.ts";

/** The fields of a step that concern kept files. */
export type KeptStep = Partial<Pick<StoredCheckpoint, "keepChanges" | "partly">>;

/**
 * The kept ignored files that a step deleted or changed and that no undo put back since. Their content is never shown.
 */
export function keptFilesOf({ keepChanges, partly }: KeptStep, paths?: readonly GitPath[]): FileChange[] {
  if (!keepChanges) return [];
  const remaining = remainingOf({ ...(partly && { partly }) });
  const changes = [
    ...keepChanges.deleted.map((path) => ({ path, status: "deleted" as const })),
    ...Object.keys(keepChanges.changed).map((path) => ({ path, status: "modified" as const })),
  ];
  return withoutOuterFolders(
    changes.filter(({ path }) => isAmong(path, paths) && remaining?.includes(path) !== false),
  ).map(({ path, status }) => ({ path: toText(path), status, kept: true }));
}
