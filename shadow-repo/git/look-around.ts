import type { Modes } from "../coverage.ts";
import type { Skipped } from "../engine.ts";
import { folderAbove, type GitPath } from "../git-path.ts";
import { findModes, notedModes, oddPaths } from "../source/file-modes.ts";
import { foldersBelow, namedGit, strayGitIn } from "../source/named-git.ts";
import type { CaptureWork } from "./capture-work.ts";
import { emptyFolders, recordedBelow } from "./list-files.ts";
import type { Listed } from "./list-worktree.ts";

/** The most folders without a recorded file that are searched, since there may be very many ignored ones. */
const FEW = 500;

/** Facts that no listing of git contains. */
interface Surroundings {
  /** The permissions of files and folders. */
  readonly modes: Modes;
  /** Each `.git` that is no repository, with the reason why it is skipped. */
  readonly stray: readonly Skipped[];
}

/**
 * Looks at the files that differ, at all files with unusual permissions, and at the folders above. Without a last
 * coverage, or if the cache is renewed, it looks at every file. The index must be up to date.
 * @param modes the modes of files that this capture has read already
 */
export function lookAround(
  work: CaptureWork,
  listed: Listed,
  differing: readonly GitPath[],
  modes?: ReadonlyMap<GitPath, number>,
): Surroundings {
  const { io, place, index, options, isFirst, refresh } = work;
  const { root } = place.worktree;
  const { last } = listed;
  const isPartly = last !== undefined && !isFirst && !refresh;
  const paths = isPartly
    ? [...differing, ...oddPaths(last.modes)]
    : isFirst
      ? differing
      : recordedBelow(work, options.prefix);
  const folders = new Set<GitPath>();
  for (const path of paths)
    for (let one = folderAbove(path); one !== "" && !folders.has(one); one = folderAbove(one)) folders.add(one);
  if (isPartly) for (const path of last.skipped) if (namedGit(path)) folders.add(folderAbove(path));
  if (!isPartly)
    for (const folder of emptyFolders(io, place, index, options.prefix, listed.excludes))
      for (const one of foldersBelow(root, folder, FEW)) folders.add(one);
  return {
    modes: notedModes(isPartly ? last.modes : undefined, findModes(root, paths, modes)),
    stray: [...folders].toSorted().flatMap((folder) => strayGitIn(root, folder) ?? []),
  };
}
