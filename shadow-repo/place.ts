import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

import { inShell } from "../kit/in-shell.ts";
import type { Io } from "../kit/io.ts";
import { realPath, realPathOfNew } from "../kit/files.ts";
import { UserError } from "../kit/user-error.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { findWorktree, noWorktree, type Worktree } from "../worktree/doors/worktree.ts";
import { toGitPath, toText, type GitPath } from "./git-path.ts";
import { sessionFolderAround, notedRepositories } from "./repository-notes.ts";
import { nameOfRoot, trackedAround, trackedAt } from "./tracked.ts";

/** A folder's worktree and the shadow repository that belongs to it, which need not exist yet. */
export interface Place {
  readonly worktree: Worktree;
  /** The folder that holds all of snapveil's state. */
  readonly data: string;
  /** The path of the folder below the root: `""` for the root, else with a slash at its end. */
  readonly prefix: GitPath;
  /**
   * The shadow repository: a git directory of its own. Append names to it with a slash: `join` takes longer, since it
   * normalizes each path, and a hook makes dozens.
   */
  readonly shadow: string;
  /**
   * Set if the folder is no git worktree and recorded because the user ran `snapveil track`. Absent once the folder is
   * a git worktree.
   */
  readonly withoutGit?: true;
}

/**
 * The place of a folder; `undefined` if nothing can be recorded: the folder is in no worktree or in a bare repository,
 * or there is no data folder. Creates nothing.
 * @param worktreeAt finds the worktree of a folder
 */
export function findPlace(io: Io, folder: string, worktreeAt = findWorktree): Place | undefined {
  const data = dataDir(io);
  return data ? findPlaceIn(data, folder, worktreeAt) : undefined;
}

/** @param data the folder of snapveil's state */
function findPlaceIn(data: string, folder: string, worktreeAt = findWorktree): Place | undefined {
  const worktree = worktreeAt(folder);
  const tracked = trackedAround(data, folder, worktree?.root);
  if (tracked) return { ...placeIn(data, withoutGit(tracked.root), realpathSync(folder)), withoutGit: true };
  return worktree && placeIn(data, worktree, folder === worktree.root ? folder : realpathSync(folder));
}

/** @param folder the root or a folder below it, with links resolved */
function placeIn(data: string, worktree: Worktree, folder: string): Place {
  const below = folder === worktree.root ? "" : relative(worktree.root, folder).split(sep).join("/");
  return {
    worktree,
    data,
    prefix: below === "" ? "" : `${toGitPath(below)}/`,
    shadow: `${shadowsFolder(data)}${sep}${nameOfRoot(worktree.root)}`,
  };
}

/** A worktree whose `.git` does not exist. */
function withoutGit(root: string): Worktree {
  return { root, gitDir: `${root}/.git`, commonDir: `${root}/.git` };
}

/** The place of a folder that `snapveil track` is about to record. */
export function placeWhereTracked(data: string, root: string): Place {
  return { ...placeIn(data, withoutGit(root), root), withoutGit: true };
}

/**
 * The place of a worktree that lost its `.git`, or that is no longer tracked, but has a shadow repository, so that its
 * files can be restored. Looks in `folder` and in the folders above it, and stops before `top`.
 */
function placeWithoutGit(data: string, folder: string, top?: string): Place | undefined {
  if (!existsSync(folder)) return undefined;
  const start = realpathSync(folder);
  for (let root = start; root !== top; root = dirname(root)) {
    const place = placeIn(data, withoutGit(root), start);
    if (existsSync(`${place.shadow}/HEAD`) && !existsSync(`${root}/.git`)) return place;
    if (dirname(root) === root) return undefined;
  }
  return undefined;
}

/**
 * The place of a worktree by its root, even if its `.git` is missing; `undefined` if nothing can be recorded or
 * restored.
 */
export function placeOfRoot(io: Io, root: string): Place | undefined {
  const data = dataDir(io);
  return data ? placeAtRoot(data, root) : undefined;
}

/** @param data the folder of snapveil's state */
export function placeAtRoot(data: string, root: string): Place | undefined {
  const place = findPlaceIn(data, root);
  return place?.worktree.root === root ? place : placeWithoutGit(data, root, place?.worktree.root);
}

/** The place of a folder for a command by hand. @throws UserError if there is no worktree or no data folder */
export function placeOf(io: Io, folder: string): Place {
  const data = dataDirOf(io);
  const place = placeIfAny(data, folder);
  if (place) return place;
  const above = sessionFolderAround(data, folder);
  if (above !== undefined)
    throw new UserError("aboveRepositories", [folder, notedRepositories(data, above).join(", ")]);
  throw noWorktree(folder);
}

/** The folder of snapveil's state. @throws UserError if there is none */
export function dataDirOf(io: Io): string {
  const data = dataDir(io);
  if (data === undefined) throw new UserError("noDataDir");
  return data;
}

/**
 * The place of a folder for a command by hand; `undefined` if it is in no worktree.
 * @throws UserError `trackTorn` if `snapveil track` did not finish there
 */
export function placeIfAny(data: string, folder: string): Place | undefined {
  const found = findPlaceIn(data, folder);
  const place = placeWithoutGit(data, folder, found?.worktree.root) ?? found;
  if (place && trackedAt(data, place.worktree.root)?.state === "begun")
    throw new UserError("trackTorn", [place.worktree.root, inShell(place.worktree.root)]);
  return place;
}

/** The folder that holds the shadow repositories of all worktrees. */
export function shadowsFolder(data: string): string {
  return join(data, "snapshot");
}

/**
 * Converts paths that the user typed, relative to the command's folder, to paths of the trees; `undefined` if the user
 * typed none, which means all files.
 */
export function askedPaths(
  { worktree: { root }, prefix }: Place,
  paths: readonly string[] = [],
): GitPath[] | undefined {
  if (paths.length === 0) return undefined;
  return paths.map((path) => {
    // Refuse an empty path: it comes from an unset shell variable, and would stand for the command's whole folder.
    if (path === "") throw new UserError("badArgument", ["A path is empty. The folder that you are in is: ."]);
    const full = resolve(root, toText(prefix), path);
    // Resolve links in the folders above, since files are recorded below the real folder. The last name stays, since a
    // link itself is recorded under its own name.
    const below = relative(root, full === root ? root : join(realPathOfNew(dirname(full)), basename(full)));
    if (below.startsWith(`..${sep}`) || below === "..")
      throw new UserError("badArgument", [`${path} is outside of the worktree of ${resolve(root, toText(prefix))}.`]);
    return toGitPath(below.split(sep).join("/"));
  });
}

/** The place in which a command changes files, and the absolute paths that the user named. */
export interface PlaceAndPaths {
  readonly place: Place;
  readonly paths: readonly string[];
}

/**
 * The place of a command about paths that a person named. It covers the whole worktree if a path lies outside of the
 * command's folder.
 */
export function placeForPaths(place: Place, paths: readonly string[] = []): PlaceAndPaths {
  const { worktree, prefix } = place;
  const isOutside = askedPaths(place, paths)?.some((path) => !`${path}/`.startsWith(prefix));
  const absolute = paths.map((path) => resolve(worktree.root, toText(prefix), path));
  return { place: isOutside ? { ...place, prefix: toGitPath("") } : place, paths: absolute };
}

/** A name for a checkpoint or operation, short enough to type: eight hexadecimal digits. It need not be a secret. */
export function newId(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}

/**
 * A path for a temporary file. Its name begins with the process's id, so that maintenance can delete it if the process
 * is killed.
 */
export function temporaryIn({ pid }: Pick<Io, "pid">, shadow: string, ending: string): string {
  return `${shadow}/tmp/${pid}-${newId()}.${ending}`;
}

/**
 * The beginning and end of the names of half-written files in the worktree. Captures ignore these files, and the next
 * command removes those of processes that have died.
 */
export const TEMPORARY = { prefix: ".snapveil-", suffix: ".tmp" } as const;

/** Whether a path in the worktree is that of a half-written file. */
export function isTemporary(path: GitPath): boolean {
  return path.endsWith(TEMPORARY.suffix) && path.startsWith(TEMPORARY.prefix, path.lastIndexOf("/") + 1);
}

/**
 * Folders inside the worktree that are never recorded, whatever the ignore rules say: snapveil's data, and the git
 * folder if it is not `.git`, since no undo may move its branches. Each path ends with a slash.
 */
export function ownFolders({ data, worktree: { root, gitDir, commonDir } }: Place): GitPath[] {
  // `relative` takes long, so it is called only for folders that begin with the root. On Windows two spellings of a
  // path may differ in letter case.
  const mayBeInside = (folder: string) => sep === "\\" || folder.startsWith(root);
  const folders = [realPath(data), gitDir, commonDir]
    .filter((folder) => folder !== `${root}/.git` && mayBeInside(folder))
    .map((folder) => relative(root, folder));
  const inside = folders.filter(
    (path) => path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path) && path !== ".git",
  );
  return [...new Set(inside)].map((path) => `${toGitPath(path.split(sep).join("/"))}/`);
}
