import { readCoverage, type CoverageId } from "../coverage.ts";
import type { GitPath } from "../git-path.ts";
import type { PermissionChanges } from "../journal/beyond.ts";
import type { Place } from "../place.ts";
import { foundAt } from "../source/on-disk.ts";

/**
 * Files and folders that had unusual permissions in an earlier state and have others now, which no tree shows. Of usual
 * permissions no state says at which paths they were.
 * @param after the coverage of the present, which is another one if such a path changed
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

/** The permission bits of a file, or of a folder with a slash at its end; `undefined` if there is no such one. */
export function permissionsAt(
  { worktree: { root } }: { readonly worktree: Pick<Place["worktree"], "root"> },
  path: GitPath,
): number | undefined {
  const isFolder = path.endsWith("/");
  const found = foundAt(root, isFolder ? path.slice(0, -1) : path);
  if (!found || found.isSymbolicLink() || found.isDirectory() !== isFolder) return undefined;
  return Number(found.mode) & (isFolder ? 0o7777 : 0o777);
}
