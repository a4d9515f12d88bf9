import { accessSync, constants, type BigIntStats } from "node:fs";

import { EXCLUDED, type Exclusion, type Inclusion, type Skipped } from "../engine.ts";
import { limitsFor, sizeFault, sizeSentence, type FileLimits, type SizeFault } from "../limits.ts";
import { onDisk, type GitPath } from "../git-path.ts";
import { namedGit } from "../source/named-git.ts";
import { linkFinder, look } from "../source/on-disk.ts";

/** The meaning of a listing of `git ls-files -t -m -o -d` for the index. */
export interface ListedChanges {
  /** Paths that git must forget although something lies there: a pipe, or a file that is now behind a symlink. */
  readonly drop: readonly GitPath[];
  /**
   * Paths that git must look at: deleted ones first, since a file that became a folder must go before the folder's files.
   */
  readonly update: readonly GitPath[];
  /** The updated paths that were deleted. */
  readonly deleted: readonly GitPath[];
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
 * Sorts each path that git listed by its treatment. `known` are paths of the index that were changed or are deleted,
 * `others` are paths that the index does not hold. Every refusal is named, none stops the rest.
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
  /** Paths that are named once though several files lie below. */
  readonly #named = new Set<GitPath>();

  constructor(rules: ListingRules) {
    this.#rules = rules;
    this.#behindLink = linkFinder(rules.root);
  }

  listed(): ListedChanges {
    const [drop, deleted, skipped, large, added] = [this.#drop, this.#deleted, this.#skipped, this.#large, this.#added];
    return { drop, update: [...deleted, ...this.#present], deleted, skipped, large, added };
  }

  sortKnown(path: GitPath): void {
    if (this.#behindLink(path)) return void this.#drop.push(path);
    const found = look(this.#rules.root, path);
    if (isNoFile(found)) return void this.#deleted.push(path);
    if (this.#isExcluded(path)) return void this.#drop.push(path);
    if (typeof found === "string") return this.#skip(path, found); // it may still be there: not a deletion
    const fault = isCapturable(found) ? this.#sizeFault(path, found, true) : NO_FILE;
    if (fault !== undefined) {
      // The file's last content would be an old state that an undo could put over the file, so the tree does not hold
      // the file.
      this.#drop.push(path);
      return this.#skip(path, this.#inWords(path, fault));
    }
    if (!isReadable(this.#rules.root, path, found)) return this.#skip(path, UNREADABLE);
    this.#present.push(path);
  }

  sortOther(path: GitPath): void {
    if (this.#isExcluded(path)) return;
    const git = namedGit(path);
    if (git) return this.#skipOnce(git);
    if (path.endsWith("/")) return this.#skip(path, "a repository of its own");
    const found = look(this.#rules.root, path);
    if (isNoFile(found)) return;
    if (typeof found === "string") return this.#skip(path, found);
    if (!isCapturable(found)) return this.#skip(path, NO_FILE);
    if (!isReadable(this.#rules.root, path, found)) return this.#skip(path, UNREADABLE);
    const fault = this.#sizeFault(path, found, this.#rules.isRecorded?.(path) === true);
    if (fault !== undefined) {
      if (fault === "new" && found.size <= this.#limits(path).growingFile) this.#large.push(path);
      return this.#skip(path, this.#inWords(path, fault));
    }
    this.#present.push(path);
    this.#added.push({ path, size: Number(found.size) });
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

  #sizeFault(path: GitPath, found: BigIntStats, isRecorded: boolean): SizeFault | undefined {
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

/** A path at which git could record no file: nothing is there, or a folder. */
function isNoFile(found: ReturnType<typeof look>): boolean {
  return found === "gone" || (typeof found !== "string" && found.isDirectory());
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
