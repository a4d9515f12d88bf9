import { existsSync, lstatSync, renameSync, rmSync, statSync, type Stats } from "node:fs";
import { basename, join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { makeFolder, namesIn } from "../../kit/files.ts";
import { UserError } from "../../kit/user-error.ts";
import { asideFolder, asideName } from "../damaged-objects.ts";
import { journalSize } from "../journal/journal-file.ts";
import type { Place } from "../place.ts";
import { textOfFile } from "../read-disk.ts";

/**
 * Files that can be made again: a file of another kind in the place of one is removed, and the next capture or
 * `createShadow` writes it anew, or, for packed refs, `prune` from the journal.
 */
const REMADE = {
  files: [
    "HEAD",
    "config",
    "worktree",
    "info/attributes",
    "index",
    "index.state",
    "stat-cache",
    "git-version",
    "housekeeping",
    "ticks",
    "source",
    "packed-refs",
  ],
  folders: ["info", "pending", "tmp"],
} as const;
/** Files and folders of the history: if one is of another kind, the records cannot be read any more. */
const HISTORY = {
  files: ["journal"],
  folders: ["objects", "objects/pack", "refs", "refs/snapveil", "coverage"],
} as const;

/**
 * The reason why a shadow repository's history cannot be read, as a sentence; `undefined` if no damage is seen, or
 * there is no repository.
 */
export function damageOf({ shadow }: Place): string | undefined {
  const own = look(shadow);
  if (!own) return isThere(shadow) ? `${shadow} leads nowhere` : undefined;
  if (!own.isDirectory()) return `${shadow} is no folder`;
  const wrongFile = HISTORY.files.find(
    (name) => isThere(`${shadow}/${name}`) && look(`${shadow}/${name}`)?.isFile() !== true,
  );
  if (wrongFile !== undefined) return `${shadow}/${wrongFile} is no file`;
  const wrongFolder = HISTORY.folders.find(
    (name) => isThere(`${shadow}/${name}`) && look(`${shadow}/${name}`)?.isDirectory() !== true,
  );
  if (wrongFolder !== undefined) return `${shadow}/${wrongFolder} is no folder`;
  return !existsSync(`${shadow}/objects`) && journalSize(shadow) > 0 ? `${shadow}/objects is gone` : undefined;
}

/** Throws if a repository is damaged, for commands that only look, or restore. */
export function throwWhereDamaged(place: Place, why = damageOf(place)): void {
  if (why !== undefined) throw new UserError("damagedShadow", [why]);
}

/** Whether a shadow repository exists, and no damage is seen in it. */
export function isSound(place: Place): boolean {
  return isThere(`${place.shadow}/HEAD`) && damageOf(place) === undefined && oddIn(place).length === 0;
}

/** Removes anything else in the place of a file or folder of snapveil's: a pipe there would be waited for, for ever. */
export function removeOdd(place: Place): void {
  for (const path of oddIn(place)) rmSync(path, { recursive: true, force: true });
}

/**
 * A sentence about such a file that commands without writes would read; `undefined` if there is none. These commands
 * leave it there.
 */
export function oddityOf(place: Place): string | undefined {
  const { shadow } = place;
  const odd = oddIn(place).find((path) => !NOT_READ.some((name) => path === `${shadow}/${name}`));
  if (odd !== undefined) return `${odd} is not what it should be`;
  if (!isThere(`${shadow}/HEAD`)) return undefined; // nothing was recorded yet
  const missing = NEEDED.find((name) => !isThere(`${shadow}/${name}`));
  if (missing !== undefined) return `${shadow}/${missing} is gone`;
  // git takes a folder for a repository only by its HEAD, and reads no object if the settings are broken.
  const broken = Object.entries(MARKS).find(([name, mark]) => !textOfFile(`${shadow}/${name}`).includes(mark));
  return broken === undefined ? undefined : `${shadow}/${broken[0]} does not say what it should`;
}

/** Files without which no engine can look into the repository. */
const NEEDED = ["objects/pack", "refs", "tmp", "config"];

/** File → a text that it holds if it is whole. */
const MARKS = { HEAD: "ref: refs/", config: "repositoryformatversion" };

/** Files that only recording and maintenance read. */
const NOT_READ = ["ticks", "housekeeping", "source", "worktree"];

function oddIn({ shadow }: Place): string[] {
  if (look(shadow)?.isDirectory() !== true) return [];
  return [
    ...REMADE.folders.filter((name) => isOther(`${shadow}/${name}`, (stat) => stat.isDirectory())),
    ...REMADE.files.filter((name) => isOther(`${shadow}/${name}`, (stat) => stat.isFile())),
    // The file is never snapveil's, and git does nothing if its content is broken.
    ...["shallow"].filter((name) => isOther(`${shadow}/${name}`, () => false)),
  ].map((name) => `${shadow}/${name}`);
}

/**
 * Sets a damaged shadow repository aside whole, so that a new one is begun; gives a sentence that names its new folder,
 * `undefined` if there was no damage. Files that can be made again without it are removed if they are in the way.
 * @throws the system's error if it cannot be moved
 */
export function setDamagedAside(io: Io, place: Place, why = damageOf(place)): string | undefined {
  if (why === undefined) {
    removeOdd(place);
    return undefined;
  }
  // In a folder of its own: in that of the others it would be taken for the history of a worktree that was moved.
  const aside = `${asideFolder(place)}/${asideName(io, place)}`;
  makeFolder(asideFolder(place));
  renameSync(place.shadow, aside);
  return (
    `snapveil: the shadow repository was damaged (${why}). It is kept at ${aside}, and a new one was begun: ` +
    "earlier checkpoints cannot be undone from here."
  );
}

/** Shadow repositories of a worktree that were set aside. */
export function setAsideOf(place: Place): string[] {
  const folder = asideFolder(place);
  return namesIn(folder)
    .filter((name) => name.startsWith(`${basename(place.shadow)}-`))
    .map((name) => join(folder, name));
}

function isOther(path: string, isRight: (stat: Stats) => boolean): boolean {
  const stat = look(path);
  return stat ? !isRight(stat) : isThere(path);
}

/** The stats at a path, behind a link as every reader of the file sees it; `undefined` if nothing is there. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a link that leads to itself
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // the error names the file in the place of its folder
  }
}
