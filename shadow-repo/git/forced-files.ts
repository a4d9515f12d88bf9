import type { GitPath } from "../git-path.ts";
import { isFile, linkFinder } from "../source/on-disk.ts";

/**
 * Ignored files that are recorded because the source tracks them (`git add -f`). No listing shows them, so those that
 * are in the index and those that are gone are remembered, for the whole worktree.
 */
export interface ForcedFiles {
  /** In the index. */
  readonly present: Set<GitPath>;
  /** Tracked and ignored as well, but gone from the disk and from the index. */
  readonly absent: Set<GitPath>;
}

/** Those that went since they were listed, of paths that may have. */
export function noteGone(root: string, { present, absent }: ForcedFiles, paths: Iterable<GitPath>): void {
  for (const path of paths) if (present.has(path) && !isFile(root, path)) move(path, present, absent);
}

/** Those that came back below a folder: nothing else shows them. */
export function comeBack(root: string, { present, absent }: ForcedFiles, prefix: GitPath): GitPath[] {
  const behindLink = linkFinder(root);
  const back = [...absent].filter((path) => path.startsWith(prefix) && isFile(root, path) && !behindLink(path));
  for (const path of back) move(path, absent, present);
  return back;
}

function move(path: GitPath, from: Set<GitPath>, to: Set<GitPath>): void {
  from.delete(path);
  to.add(path);
}
