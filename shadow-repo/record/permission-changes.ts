import { readCoverage, type CoverageId } from "../coverage.ts";
import type { GitPath } from "../git-path.ts";
import type { PermissionChanges } from "../journal/beyond.ts";
import type { Place } from "../place.ts";
import { foundAt } from "../source/on-disk.ts";

/**
 * Files and folders whose permissions were unusual in an earlier state and are different now; `undefined` if there are
 * none. Trees hold no permissions, and a coverage lists only the paths with unusual ones.
 * @param after the coverage of the present state: its id is different if such permissions changed
 */
export function permissionsChanged(
  { shadow, worktree: { root } }: Place,
  before: CoverageId | undefined,
  after: CoverageId | undefined,
): PermissionChanges | undefined {
  const odd = before === after ? undefined : readCoverage(shadow, before)?.modes.odd;
  if (!odd) return undefined;
  const changes: Record<GitPath, readonly [before: number, after: number]> = {};
  for (const [path, bits] of odd) {
    const now = permissionsAt({ worktree: { root } }, path);
    if (now !== undefined && now !== bits) changes[path] = [bits, now];
  }
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** The permission bits of a file, or of a folder (a path with a slash at the end); `undefined` if it does not exist. */
export function permissionsAt(
  { worktree: { root } }: { readonly worktree: Pick<Place["worktree"], "root"> },
  path: GitPath,
): number | undefined {
  const isFolder = path.endsWith("/");
  const found = foundAt(root, isFolder ? path.slice(0, -1) : path);
  if (!found || found.isSymbolicLink() || found.isDirectory() !== isFolder) return undefined;
  return Number(found.mode) & (isFolder ? 0o7777 : 0o777);
}
