import { accessSync, constants, type Stats } from "node:fs";
import { geteuid } from "node:process";

import { EXCLUDED, type Exclusion, type Inclusion, type Skipped } from "../engine.ts";
import { limitsFor, sizeFault, sizeSentence, type FileLimits, type SizeFault } from "../limits.ts";
import { onDisk, type GitPath } from "../git-path.ts";
import { namedGit } from "../source/named-git.ts";
import { linkFinder, statAt } from "../source/on-disk.ts";

/** The changes to the index that follow from a listing of `git ls-files -t -m -o -d`. */
export interface ListedChanges {
  /**
   * Paths that must leave the index although something exists there: a pipe, a file behind a symlink, or a file that is
   * excluded or too large.
   */
  readonly drop: readonly GitPath[];
  /**
   * Paths that git must read, or forget if they are gone. Deleted paths come first, since a file that became a folder
   * must leave the index before the folder's files enter it.
   */
  readonly update: readonly GitPath[];
  /** The paths of `update` that were deleted. */
  readonly deleted: readonly GitPath[];
  readonly skipped: readonly Skipped[];
  /** The skipped files that are larger than the limit for new files, but not than the limit for growing files. */
  readonly large: readonly GitPath[];
  /** The paths of `update` that the index does not hold yet, with their sizes in bytes. */
  readonly added: readonly { readonly path: GitPath; readonly size: number }[];
  /** The modes of the regular files of `update`. */
  readonly modes: ReadonlyMap<GitPath, number>;
}

export interface ListingRules {
  readonly root: string;
  readonly limits: FileLimits;
  /** Whether the source tracks a path. Called only if the file's size matters. */
  isTracked(path: GitPath): boolean;
  /** Whether one of the last checkpoints holds a path that the index does not hold. */
  isRecorded?(path: GitPath): boolean;
  readonly exclusion?: Exclusion | undefined;
  readonly inclusion?: Inclusion | undefined;
}

/**
 * Decides what the index does with each path that git listed. `known` are paths of the index that were changed or are
 * deleted, `others` are paths that the index does not hold. A path that cannot be recorded is added to `skipped`; all
 * other paths are recorded.
 */
export function listChanges(known: readonly GitPath[], others: readonly GitPath[], rules: ListingRules): ListedChanges {
  const sorter = new PathSorter(rules);
  for (const path of known) sorter.sortKnown(path);
  for (const path of others) sorter.sortOther(path);
  return sorter.listed();
}

class PathSorter {
  readonly #rules: ListingRules;
  readonly #behindLink: (path: GitPath) => boolean;
  readonly #drop: GitPath[] = [];
  readonly #deleted: GitPath[] = [];
  readonly #present: GitPath[] = [];
  readonly #skipped: Skipped[] = [];
  readonly #large: GitPath[] = [];
  readonly #added: { path: GitPath; size: number }[] = [];
  readonly #modes = new Map<GitPath, number>();
  /** Skipped paths that are in the list already: several files may lie below a skipped folder, which is listed once. */
  readonly #named = new Set<GitPath>();

  constructor(rules: ListingRules) {
    this.#rules = rules;
    this.#behindLink = linkFinder(rules.root);
  }

  listed(): ListedChanges {
    const [drop, deleted, skipped, large, added] = [this.#drop, this.#deleted, this.#skipped, this.#large, this.#added];
    return { drop, update: [...deleted, ...this.#present], deleted, skipped, large, added, modes: this.#modes };
  }

  sortKnown(path: GitPath): void {
    if (this.#behindLink(path)) return void this.#drop.push(path);
    const found = statAt(this.#rules.root, path);
    if (found === undefined || isFolder(found)) return void this.#deleted.push(path);
    if (this.#isExcluded(path)) return void this.#drop.push(path);
    // the file may still exist, so it does not count as deleted
    if (found === "unknown") return this.#skip(path, UNREACHABLE);
    const fault = isCapturable(found) ? this.#sizeFault(path, found, true) : NO_FILE;
    if (fault !== undefined) {
      // The tree must not hold the file: its recorded content is old, and an undo could write it over the file.
      this.#drop.push(path);
      return this.#skip(path, this.#inWords(path, fault));
    }
    if (!isReadable(this.#rules.root, path, found)) return this.#skip(path, UNREADABLE);
    this.#record(path, found);
  }

  sortOther(path: GitPath): void {
    if (this.#isExcluded(path)) return;
    const git = namedGit(path);
    if (git) return this.#skipOnce(git);
    if (path.endsWith("/")) return this.#skip(path, "a repository of its own");
    const found = statAt(this.#rules.root, path);
    if (found === undefined || isFolder(found)) return;
    if (found === "unknown") return this.#skip(path, UNREACHABLE);
    if (!isCapturable(found)) return this.#skip(path, NO_FILE);
    if (!isReadable(this.#rules.root, path, found)) return this.#skip(path, UNREADABLE);
    const fault = this.#sizeFault(path, found, this.#rules.isRecorded?.(path) === true);
    if (fault !== undefined) {
      if (fault === "new" && found.size <= this.#limits(path).growingFile) this.#large.push(path);
      return this.#skip(path, this.#inWords(path, fault));
    }
    this.#record(path, found);
    this.#added.push({ path, size: found.size });
  }

  #record(path: GitPath, found: Stats): void {
    this.#present.push(path);
    if (found.isFile()) this.#modes.set(path, found.mode);
  }

  #isExcluded(path: GitPath): boolean {
    const top = this.#rules.exclusion?.find(path);
    if (top === undefined) return false;
    this.#skipOnce({ path: top, why: EXCLUDED });
    return true;
  }

  #limits(path: GitPath): FileLimits {
    return limitsFor(path, this.#rules.limits, this.#rules.inclusion);
  }

  #sizeFault(path: GitPath, found: Stats, isRecorded: boolean): SizeFault | undefined {
    if (!found.isFile()) return undefined;
    return sizeFault(found.size, this.#limits(path), { isRecorded, isTracked: () => this.#rules.isTracked(path) });
  }

  #inWords(path: GitPath, fault: SizeFault | typeof NO_FILE): string {
    return fault === NO_FILE ? NO_FILE : sizeSentence(fault, this.#limits(path));
  }

  #skip(path: GitPath, why: string): void {
    this.#skipped.push({ path, why });
  }

  #skipOnce(skipped: Skipped): void {
    if (!this.#named.has(skipped.path)) this.#skipped.push(skipped);
    this.#named.add(skipped.path);
  }
}

const NO_FILE = "not a regular file or symlink";
const UNREADABLE = "cannot be read";
const UNREACHABLE = "cannot be reached";

function isFolder(found: Stats | "unknown"): boolean {
  return found !== "unknown" && found.isDirectory();
}

function isCapturable(found: Stats): boolean {
  return found.isFile() || found.isSymbolicLink();
}

/** Whether the process may read a file. The system is not asked about a file of the user's own that its mode opens. */
function isReadable(root: string, path: GitPath, found: Stats): boolean {
  if (!found.isFile() || (found.uid === ownUser() && (found.mode & constants.S_IRUSR) !== 0)) return true;
  try {
    accessSync(onDisk(root, path), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

let own: number | undefined;

/** The user of this process; asked once, since it takes a system call. `-1` on Windows, where files have no users. */
function ownUser(): number {
  return (own ??= geteuid?.() ?? -1);
}
