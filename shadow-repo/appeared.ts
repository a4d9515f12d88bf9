import type { ObjectId, SnapshotEngine, TreeChange } from "./engine.ts";
import { foldersOf, type GitPath } from "./git-path.ts";

/**
 * Paths that look new between two captures but were there before, only not recorded: ignored until the rules changed, too
 * large, in a repository of their own. Their state before is not known, so no undo may delete them.
 */
export async function appeared(engine: SnapshotEngine, before: ObjectId, changes: readonly TreeChange[], skippedBefore: readonly GitPath[]): Promise<GitPath[]> {
  const added = changes.filter((change) => !change.before).map(({ path }) => path);
  const skipped = new Set(skippedBefore);
  const known = added.filter((path) => skipped.has(path) || foldersOf(path).some((folder) => skipped.has(folder)));
  const rulesChanged = changes.some(({ path }) => path === ".gitignore" || path.endsWith("/.gitignore"));
  const ignored = rulesChanged && added.length > 0 ? await engine.ignoredBy(before, added) : [];
  return [...new Set([...known, ...ignored])];
}
