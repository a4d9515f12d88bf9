import { accessSync, constants, type BigIntStats } from "node:fs";

import { EXCLUDED, type Exclusion, type Inclusion, type Skipped } from "../engine.ts";
import { limitsFor, sizeFault, sizeSentence, type FileLimits } from "../limits.ts";
import { onDisk, type GitPath } from "../git-path.ts";
import { namedGit } from "../source/named-git.ts";
import { linkFinder, look } from "../source/on-disk.ts";

/** The meaning of a listing of `git ls-files -t -m -o -d` for the index. */
export interface ListedChanges {
  /** Paths that git must forget although something lies there: a pipe, or a file that is now behind a symlink. */
  readonly drop: readonly GitPath[];
  /**
   * Paths that git must look at: gone ones first, since a file that became a folder must go before the folder's files.
   */
  readonly update: readonly GitPath[];
  /** The updated paths that are gone. */
  readonly gone: readonly GitPath[];
  readonly skipped: readonly Skipped[];
  /** The updated paths that are above the limit of new files, and not above that of growing ones. */
  readonly large: readonly GitPath[];
  /** The updated paths that the index does not hold yet, with their sizes in bytes. */
  readonly added: readonly { readonly path: GitPath; readonly size: number }[];
}

export interface ListingRules {
  readonly root: string;
  readonly limits: FileLimits;
  /** Whether the source tracks a path. Asked only if its size matters. */
  isTracked(path: GitPath): boolean;
  /** Whether one of the last states holds a path that the index does not hold. */
  isRecorded?(path: GitPath): boolean;
  readonly exclusion?: Exclusion | undefined;
  readonly inclusion?: Inclusion | undefined;
}

/**
 * Sorts each path that git listed by its treatment. `known` are paths of the index that were changed or are gone,
 * `others` are paths that the index does not hold. Every refusal is named, none stops the rest.
 */
export function listChanges(known: readonly GitPath[], others: readonly GitPath[], rules: ListingRules): ListedChanges {
  const { root, limits, exclusion, inclusion } = rules;
  const drop: GitPath[] = [];
  const gone: GitPath[] = [];
  const present: GitPath[] = [];
  const skipped: Skipped[] = [];
  const large: GitPath[] = [];
  const added: { path: GitPath; size: number }[] = [];
  const excluded = new Set<GitPath>();
  const behindLink = linkFinder(root);
  const isExcluded = (path: GitPath): boolean => {
    const top = exclusion?.find(path);
    if (top === undefined) return false;
    if (!excluded.has(top)) skipped.push({ path: top, why: EXCLUDED });
    excluded.add(top);
    return true;
  };
  const ownLimits = (path: GitPath) => limitsFor(path, limits, inclusion);
  const faultOf = (path: GitPath, found: BigIntStats, isRecorded: boolean) =>
    found.isFile()
      ? sizeFault(found.size, ownLimits(path), { isRecorded, isTracked: () => rules.isTracked(path) })
      : undefined;
  for (const path of known) {
    if (behindLink(path)) {
      drop.push(path);
      continue;
    }
    const found = look(root, path);
    if (found === "gone" || (typeof found !== "string" && found.isDirectory())) {
      gone.push(path);
      continue;
    }
    if (isExcluded(path)) {
      drop.push(path);
      continue;
    }
    const fault = typeof found === "string" ? undefined : faultOf(path, found, true);
    if (typeof found === "string")
      skipped.push({ path, why: found }); // it may still be there: not a deletion
    else if (!isCapturable(found)) {
      drop.push(path);
      skipped.push({ path, why: "not a regular file or symlink" });
    } else if (fault !== undefined) {
      // The file's last content would be an old state that an undo could put over the file, so the tree does not hold
      // the file.
      drop.push(path);
      skipped.push({ path, why: sizeSentence(fault, ownLimits(path)) });
    } else if (isReadable(root, path, found)) present.push(path);
    else skipped.push({ path, why: "cannot be read" });
  }
  const named = new Set<GitPath>();
  for (const path of others) {
    if (isExcluded(path)) continue;
    const git = namedGit(path);
    if (git) {
      if (!named.has(git.path)) skipped.push(git);
      named.add(git.path);
      continue;
    }
    if (path.endsWith("/")) {
      skipped.push({ path, why: "a repository of its own" });
      continue;
    }
    const found = look(root, path);
    if (found === "gone" || (typeof found !== "string" && found.isDirectory())) continue;
    const fault = typeof found === "string" ? undefined : faultOf(path, found, rules.isRecorded?.(path) === true);
    if (typeof found === "string") skipped.push({ path, why: found });
    else if (!isCapturable(found)) skipped.push({ path, why: "not a regular file or symlink" });
    else if (!isReadable(root, path, found)) skipped.push({ path, why: "cannot be read" });
    else if (fault !== undefined) {
      if (fault === "new" && found.size <= ownLimits(path).growingFile) large.push(path);
      skipped.push({ path, why: sizeSentence(fault, ownLimits(path)) });
    } else {
      present.push(path);
      added.push({ path, size: Number(found.size) });
    }
  }
  return { drop, update: [...gone, ...present], gone, skipped, large, added };
}

function isCapturable(found: BigIntStats): boolean {
  return found.isFile() || found.isSymbolicLink();
}

function isReadable(root: string, path: GitPath, found: BigIntStats): boolean {
  if (!found.isFile()) return true;
  try {
    accessSync(onDisk(root, path), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
