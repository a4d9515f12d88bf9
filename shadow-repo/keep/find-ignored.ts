import { readlinkSync, type Dirent, type Stats } from "node:fs";

import type { KeepSettings } from "../../worktree/doors/settings.ts";
import { isMadeAgain } from "../../worktree/doors/worktree.ts";
import { onDisk, toText, type GitPath } from "../git-path.ts";
import { isTemporary } from "../place.ts";
import { entriesOf, statAt } from "../source/on-disk.ts";
import { keptFolder } from "./empty-folders.ts";
import type { KeptFile, NotKept } from "./kept-state.ts";
import type { Cause, UnheldPath } from "./watched-files.ts";

/** The limits of the kept files of one worktree. */
export type KeepBounds = Pick<KeepSettings, "fileLimit" | "budget" | "files">;

/** An ignored file that is worth keeping, as it is on the disk. */
export interface IgnoredFile {
  readonly path: GitPath;
  readonly stat: Stats;
  /** The target of a symbolic link; absent for a file. */
  readonly link?: string;
}

/** The result of a search for ignored files. */
export interface Found {
  readonly files: readonly IgnoredFile[];
  readonly notKept: readonly NotKept[];
  /** Folders that hold nothing worth keeping, and folders with unusual permissions. */
  readonly folders: readonly KeptFile[];
  /** Paths of which no copy is kept, including those that the settings leave out. */
  readonly unheld: readonly UnheldPath[];
  /**
   * Further paths that the search has looked at: files that are too large, and folders with their stats from before the
   * read. Absent if some stats could not be read.
   */
  readonly walk?: { readonly large: readonly GitPath[]; readonly folders: readonly (readonly [GitPath, Stats])[] };
}

/**
 * How many entries of folders the search reads in all: at most `ENTRIES` times the limit of kept files. A folder with
 * more entries is a data set, and is left out as a whole.
 */
const ENTRIES = 2;
/**
 * How many names of a folder are read at a time, so that a folder of a million files is left after its first thousands.
 */
const READ_AT_ONCE = 512;
/** The most paths in the list of files that are not kept. */
const NAMED = 50;
/** The most paths without a copy that are noted; the loss of a noted path can be reported. */
const NOTED = 200;

/**
 * Finds the ignored files that no tool makes again: settings, data, models, notes. Folders are searched breadth first,
 * up to a number of entries of all folders together, so that a folder of any size costs the same few milliseconds.
 * @param tops the topmost ignored files, and folders with a slash at their end
 * @param isLeftOut whether the user's settings leave a path out
 */
export function findIgnored(
  root: string,
  tops: readonly GitPath[],
  isLeftOut: (path: GitPath) => boolean,
  bounds: KeepBounds,
): Found {
  const large: GitPath[] = [];
  const looked: [GitPath, Stats][] = [];
  let isWhole = true;
  const files = new Map<GitPath, IgnoredFile>();
  const notKept: NotKept[] = [];
  const unheld: UnheldPath[] = [];
  const note = (path: GitPath, cause: Cause) => void (unheld.length < NOTED && unheld.push({ path, cause }));
  const leave = (path: GitPath, cause: Cause, why: string) => {
    if (notKept.length < NAMED) notKept.push({ path, why });
    note(path, cause);
  };
  let entriesLeft = ENTRIES * bounds.files;
  const take = (path: GitPath) => {
    const stat = statAt(root, path);
    if (stat === "unknown") isWhole = false;
    if (!stat || stat === "unknown" || !(stat.isFile() || stat.isSymbolicLink())) return;
    if (stat.size > bounds.fileLimit) {
      large.push(path);
      return leave(path, "large", `larger than ${inMiB(bounds.fileLimit)}`);
    }
    const link = stat.isSymbolicLink() ? targetOf(root, path) : undefined;
    files.set(path, { path, stat, ...(link !== undefined && { link }) });
  };
  // `known` is the searched folder above, whose path was checked already, so only the rest of the path is checked.
  const passes = (path: GitPath, known: GitPath) => isMadeAgain(toText(path.slice(known.length))) || isTemporary(path);
  const noted: KeptFile[] = [];
  const folders: GitPath[] = [];
  /** Whether a path is worth keeping. Adds the file to the result, or the folder to the list of those to search. */
  const visit = (path: GitPath, known: GitPath = ""): boolean => {
    if (passes(path, known)) return false;
    if (isLeftOut(path)) {
      note(path, "not kept");
      return false;
    }
    if (path.endsWith("/")) folders.push(path);
    else take(path);
    return true;
  };
  for (const path of tops) visit(path);
  for (const folder of folders) {
    const stat = statAt(root, folder.slice(0, -1));
    if (typeof stat === "object") looked.push([folder, stat]);
    else isWhole = false;
    const entries = entriesUpTo(entriesLeft, root, folder);
    if (entries === undefined) continue;
    if (entries === "too many") {
      leave(folder, "folder", `too many files: at most ${bounds.files} are kept`);
      continue;
    }
    entriesLeft -= entries.length;
    if (folder !== "" && entries.some(({ name }) => name === ".git")) {
      leave(folder, "repository", "a repository of its own");
      continue;
    }
    const visited = entries.map((entry) =>
      visit(entry.isDirectory() ? `${folder}${entry.name}/` : folder + entry.name, folder),
    );
    if (typeof stat === "object" && (!visited.includes(true) || hasOwnMode(stat)))
      noted.push(keptFolder(folder, stat.mode));
  }
  return {
    files: [...files.values()],
    notKept,
    folders: noted,
    unheld,
    ...(isWhole && { walk: { large, folders: looked } }),
  };
}

/** The permissions that most programs give to a new folder. */
const USUAL = [0o755, 0o775];

/** Whether a folder has unusual permissions, which an undo must restore with it. */
function hasOwnMode({ mode }: Stats): boolean {
  return !USUAL.includes(mode & 0o7777);
}

/** A size in mebibytes for people, such as `1.5 MiB`. */
export function inMiB(bytes: number): string {
  return `${Math.round((bytes / 1024 ** 2) * 10) / 10} MiB`;
}

function targetOf(root: string, path: GitPath): string | undefined {
  try {
    return readlinkSync(onDisk(root, path), "latin1");
  } catch {
    return undefined; // the link was deleted meanwhile
  }
}

/** The entries of a folder; `"too many"` if there are more than `most`, `undefined` if the folder cannot be read. */
function entriesUpTo(most: number, root: string, folder: GitPath): Dirent[] | "too many" | undefined {
  const entries: Dirent[] = [];
  try {
    for (const entry of entriesOf(root, folder, READ_AT_ONCE)) {
      if (entries.length === most) return "too many";
      entries.push(entry);
    }
  } catch {
    return undefined;
  }
  return entries;
}
