import type { BigIntStats } from "node:fs";
import type { Io } from "../../kit/io.ts";

import { EXCLUDED, type CaptureOptions, type Skipped } from "../engine.ts";
import { foldersOf, type GitPath } from "../git-path.ts";
import { limitsFor, limitsOf, sizeFault, sizeSentence, type FileLimits, type SizeFault } from "../limits.ts";
import { isTemporary, ownFolders, type Place } from "../place.ts";
import { outsideFiles, readIgnoreFile } from "../source/ignore-files.ts";
import { includedFiles } from "../source/included-files.ts";
import { isOwnRepository, namedGit, strayGitIn } from "../source/named-git.ts";
import { linkFinder, look, namesBelow, type Absence } from "../source/on-disk.ts";
import { sourceIndexOf } from "../source/source-index.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import { statOf, type CachedFile, type StatCache } from "./stat-cache.ts";

interface FoundFile {
  readonly path: GitPath;
  readonly known: CachedFile | undefined;
  readonly size: number;
}

/** The result of a walk over the files: lists of the work that remains. */
export interface Walk {
  /** Files whose content must be read. */
  readonly read: FoundFile[];
  /**
   * New files that the source does not track and that are above the limit of new files, but not above the limit of
   * growing files.
   */
  readonly large: FoundFile[];
  /**
   * Files of the cache that are above a size limit and have new stats. Their content is compared with the cache, since
   * perhaps only the stats have changed.
   */
  readonly unsure: (FoundFile & { readonly fault: SizeFault })[];
  /** Files of the cache that are gone, or that the tree must not hold. */
  readonly drop: GitPath[];
  readonly skipped: Skipped[];
}

/** The result of a walk over a whole folder, with the ignore rules in this folder. */
export interface FolderWalk extends Walk {
  /** The rules of the ignore files outside of the worktree; later rules overrule earlier ones. */
  readonly outside: string;
  /** The texts of `.gitignore` files that are in force but in no tree, by path. */
  readonly rules: Record<GitPath, string>;
  /** Ignored files that the source tracks, whether they exist or not. */
  readonly trackedButIgnored: readonly GitPath[];
  /** Permissions of files, and of folders with a slash at their end. */
  readonly modes: ReadonlyMap<GitPath, number>;
}

function emptyWalk(): Walk {
  return { read: [], large: [], unsure: [], drop: [], skipped: [] };
}

/** Compares the files below a folder with the cache, by their stats alone. */
export class FolderWalker {
  readonly #io: Io;
  readonly #root: string;
  readonly #options: CaptureOptions;
  readonly #limits: FileLimits;
  readonly #cache: StatCache;
  readonly #tracked: ReadonlyMap<GitPath, unknown>;
  readonly #own: readonly GitPath[];
  readonly #ignoreCase: boolean;
  readonly #outside: string;
  readonly #rules: IgnoreRules;
  /** The text of each `.gitignore` that the walk has read, by path. */
  readonly #texts = new Map<GitPath, string>();
  readonly #walk = emptyWalk();
  /** Paths that the new tree will hold, unless they cannot be read. */
  readonly #met = new Set<GitPath>();
  readonly #excluded = new Set<GitPath>();
  /** Folders that cannot be read. */
  readonly #locked = new Set<GitPath>();
  readonly #modes = new Map<GitPath, number>();

  constructor(io: Io, place: Place, options: CaptureOptions, cache: StatCache, ignoreCase: boolean) {
    const { root } = place.worktree;
    this.#io = io;
    this.#root = root;
    this.#options = options;
    this.#limits = limitsOf(options);
    this.#cache = cache;
    this.#tracked = sourceIndexOf(place, 20).tracked();
    this.#own = ownFolders(place);
    this.#ignoreCase = ignoreCase;
    this.#outside = outsideFiles(io, place).text;
    this.#rules = new IgnoreRules(this.#outside, ignoreCase, (folder) => {
      const text = readIgnoreFile(root, `${folder}.gitignore`);
      if (text !== undefined) this.#texts.set(`${folder}.gitignore`, text);
      return text;
    });
  }

  walk(): FolderWalk {
    const { prefix } = this.#options;
    if (this.#canEnter(prefix)) this.#visit(prefix);
    const trackedButIgnored = this.#takeTrackedButIgnored();
    this.#takeIncluded();
    const isLocked = (path: GitPath) =>
      this.#locked.has("") || foldersOf(path).some((folder) => this.#locked.has(folder));
    for (const path of this.#cache.keys())
      if (path.startsWith(prefix) && !this.#met.has(path) && !isLocked(path)) this.#walk.drop.push(path);
    // Rules that are in force but not in the tree: ignore files above the folder, and files that ignore themselves.
    const inTree = (path: GitPath) => path.startsWith(prefix) && this.#met.has(path);
    const rules = Object.fromEntries([...this.#texts].filter(([path]) => !inTree(path)));
    return { ...this.#walk, outside: this.#outside, rules, trackedButIgnored, modes: this.#modes };
  }

  /** Whether a folder and all folders above it exist, and are neither ignored nor excluded. */
  #canEnter(prefix: GitPath): boolean {
    return foldersOf(prefix)
      .toReversed()
      .every((folder) => {
        const found = look(this.#root, folder.slice(0, -1));
        if (found === "cannot be reached") this.#locked.add(folder);
        return typeof found !== "string" && found.isDirectory() && !this.#ignores(folder) && !this.#isExcluded(folder);
      });
  }

  #visit(folder: GitPath): void {
    const names = namesBelow(this.#root, folder);
    if (names === "gone") return;
    if (names === "cannot be read") {
      this.#locked.add(folder);
      this.#walk.skipped.push({ path: folder, why: names });
      return;
    }
    const mayBeOwn = folder !== this.#options.prefix && names.includes(".git");
    if (mayBeOwn && isOwnRepository(this.#root, folder) && !this.#holdsOurs(folder)) {
      this.#walk.skipped.push({ path: folder, why: "a repository of its own" });
      return;
    }
    const stray = names.includes(".git") ? strayGitIn(this.#root, folder) : undefined;
    if (stray) this.#walk.skipped.push(stray);
    for (const name of names) {
      if ((this.#ignoreCase ? name.toLowerCase() : name) === ".git") continue;
      const path = folder + name;
      const found = look(this.#root, path);
      const isFolder = typeof found !== "string" && found.isDirectory();
      const asNamed = isFolder ? `${path}/` : path;
      if (this.#ignores(asNamed) || this.#isExcluded(asNamed)) continue;
      const git = namedGit(asNamed);
      if (git) this.#walk.skipped.push(git);
      else if (isFolder) {
        this.#modes.set(`${path}/`, Number(found.mode));
        this.#visit(`${path}/`);
      } else this.#examine(path, found);
    }
  }

  /** Whether a path is ignored. snapveil's own files always are, whatever the rules say. */
  #ignores(path: GitPath): boolean {
    return this.#own.includes(path) || isTemporary(path) || this.#rules.ignores(path);
  }

  /** Whether the settings exclude a file. If so, the path is also listed as skipped. */
  #isExcluded(path: GitPath): boolean {
    const top = this.#options.exclusion?.find(path);
    if (top === undefined) return false;
    if (!this.#excluded.has(top)) this.#walk.skipped.push({ path: top, why: EXCLUDED });
    this.#excluded.add(top);
    return true;
  }

  /**
   * Whether files of the cache, or files that the source tracks, lie below a folder. Such a folder is walked even if it
   * has become a repository of its own.
   */
  #holdsOurs(folder: GitPath): boolean {
    return [this.#cache, this.#tracked].some((paths) => [...paths.keys()].some((path) => path.startsWith(folder)));
  }

  /** Adds a path that is neither ignored nor excluded to the lists of the walk. */
  #examine(path: GitPath, found: BigIntStats | Absence): void {
    if (found === "gone") return;
    if (found === "cannot be reached") {
      this.#met.add(path); // the file may still exist, so it does not count as deleted
      this.#walk.skipped.push({ path, why: found });
      return;
    }
    const known = this.#cache.get(path);
    const why = refusal(path, found, known);
    if (why !== undefined) {
      this.#walk.skipped.push({ path, why });
      return;
    }
    const isSame = known?.stat === statOf(found, this.#io.platform);
    const file = { path, known, size: Number(found.size) };
    const limits = this.#limitsFor(path);
    const fault = isSame || !found.isFile() ? undefined : this.#sizeFault(file);
    if (fault === "new" && found.size <= limits.growingFile) this.#walk.large.push(file);
    else if (fault !== undefined && !known) this.#walk.skipped.push({ path, why: sizeSentence(fault, limits) });
    else {
      this.#met.add(path);
      if (found.isFile()) this.#modes.set(path, Number(found.mode));
      if (fault !== undefined) this.#walk.unsure.push({ ...file, fault });
      else if (!isSame) this.#walk.read.push(file);
    }
  }

  #limitsFor(path: GitPath): FileLimits {
    return limitsFor(path, this.#limits, this.#options.inclusion);
  }

  #sizeFault({ path, known, size }: FoundFile): SizeFault | undefined {
    return sizeFault(size, this.#limitsFor(path), {
      isRecorded: known !== undefined,
      isTracked: () => this.#tracked.has(path),
    });
  }

  /**
   * Examines the tracked files that the rules ignore, since rules have no effect on tracked files. Gives the paths of
   * all of these files, even if a file does not exist.
   */
  #takeTrackedButIgnored(): GitPath[] {
    const behindLink = linkFinder(this.#root);
    const trackedButIgnored = [...this.#tracked.keys()].filter(
      (path) =>
        path.startsWith(this.#options.prefix) && !this.#met.has(path) && !behindLink(path) && this.#rules.ignores(path),
    );
    for (const path of trackedButIgnored) {
      const found = look(this.#root, path);
      const isFolder = typeof found !== "string" && found.isDirectory();
      if (!isFolder && (found === "gone" || !this.#isExcluded(path))) this.#examine(path, found);
    }
    return trackedButIgnored;
  }

  /** Examines the files that `alsoRecord` names, and notes the permissions of the folders above them. */
  #takeIncluded(): void {
    const { prefix, inclusion } = this.#options;
    const { files, skipped } = includedFiles(this.#root, prefix, inclusion, this.#own);
    this.#walk.skipped.push(...skipped);
    const named = new Set(this.#walk.skipped.map(({ path }) => path));
    for (const path of files) {
      if (this.#met.has(path) || named.has(path) || this.#isExcluded(path)) continue;
      this.#examine(path, look(this.#root, path));
      for (const folder of foldersOf(path)) {
        const found = this.#modes.has(folder) ? "gone" : look(this.#root, folder.slice(0, -1));
        if (typeof found !== "string") this.#modes.set(folder, Number(found.mode));
      }
    }
  }
}

/**
 * The walk for an operation that knows which files it touched. It covers only these files, whatever the rules and
 * limits say.
 */
export function walkPaths(root: string, paths: readonly GitPath[], cache: StatCache): Walk {
  const walk = emptyWalk();
  const behindLink = linkFinder(root);
  for (const path of new Set(paths)) {
    const known = cache.get(path);
    const found = behindLink(path) ? "gone" : look(root, path);
    if (found === "cannot be reached") walk.skipped.push({ path, why: found });
    else if (found !== "gone" && (found.isFile() || found.isSymbolicLink()))
      walk.read.push({ path, known, size: Number(found.size) });
    else {
      if (known) walk.drop.push(path);
      if (found !== "gone" && !found.isDirectory()) walk.skipped.push({ path, why: "not a regular file or symlink" });
    }
  }
  return walk;
}

/** The reason why a file is not recorded, whatever its size; `undefined` if there is none. */
function refusal(path: GitPath, found: BigIntStats, known: CachedFile | undefined): string | undefined {
  if (!found.isFile() && !found.isSymbolicLink()) return "not a regular file or symlink";
  const isModules = path.slice(path.lastIndexOf("/") + 1).toLowerCase() === ".gitmodules";
  return found.isSymbolicLink() && !known && isModules ? "git takes no symlink of this name" : undefined;
}
