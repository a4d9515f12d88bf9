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
 * Files and folders that can be made again. A path of another kind, such as a pipe, is removed. Later a capture or
 * `createShadow` makes the file again; `prune` makes packed refs from the journal.
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
/** Files and folders of the history. If one of these paths is of another kind, the records cannot be read any more. */
const HISTORY = {
  files: ["journal"],
  folders: ["objects", "objects/pack", "refs", "refs/snapveil", "coverage"],
} as const;

/**
 * The reason why a shadow repository's history cannot be read, as a sentence; `undefined` if no damage is found, or
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

/** Throws if a shadow repository is damaged, for commands that look or restore. @throws UserError `damagedShadow` */
export function throwWhereDamaged(place: Place, why = damageOf(place)): void {
  if (why !== undefined) throw new UserError("damagedShadow", [why]);
}

/** Whether a shadow repository exists and no damage is found in it. */
export function isSound(place: Place): boolean {
  return isThere(`${place.shadow}/HEAD`) && damageOf(place) === undefined && oddIn(place).length === 0;
}

/**
 * Removes each path that is of another kind than snapveil's file or folder of this name: reading a pipe would block.
 */
export function removeOdd(place: Place): void {
  for (const path of oddIn(place)) rmSync(path, { recursive: true, force: true });
}

/**
 * The reason why a command that writes nothing cannot use a repository with a fault that could be mended, as a
 * sentence; `undefined` if there is no such fault. Such a command leaves the fault as it is.
 */
export function oddityOf(place: Place): string | undefined {
  const { shadow } = place;
  const odd = oddIn(place).find((path) => !NOT_READ.some((name) => path === `${shadow}/${name}`));
  if (odd !== undefined) return `${odd} is not what it should be`;
  if (!isThere(`${shadow}/HEAD`)) return undefined; // nothing was recorded yet
  const missing = NEEDED.find((name) => !isThere(`${shadow}/${name}`));
  if (missing !== undefined) return `${shadow}/${missing} is gone`;
  // git recognizes a repository by its HEAD, and reads no object if the config is broken.
  const broken = Object.entries(MARKS).find(([name, mark]) => !textOfFile(`${shadow}/${name}`).includes(mark));
  return broken === undefined ? undefined : `${shadow}/${broken[0]} does not say what it should`;
}

/** Files and folders without which no engine can read the repository. */
const NEEDED = ["objects/pack", "refs", "tmp", "config"];

/** A text that each file contains if it is whole. */
const MARKS = { HEAD: "ref: refs/", config: "repositoryformatversion" };

/** Files that only recording and maintenance read, so that a command that writes nothing ignores faults in them. */
const NOT_READ = ["ticks", "housekeeping", "source", "worktree"];

function oddIn({ shadow }: Place): string[] {
  if (look(shadow)?.isDirectory() !== true) return [];
  return [
    ...REMADE.folders.filter((name) => isOther(`${shadow}/${name}`, (stat) => stat.isDirectory())),
    ...REMADE.files.filter((name) => isOther(`${shadow}/${name}`, (stat) => stat.isFile())),
    // snapveil never makes a file `shallow`, and git fails if the content of one is broken.
    ...["shallow"].filter((name) => isOther(`${shadow}/${name}`, () => false)),
  ].map((name) => `${shadow}/${name}`);
}

/**
 * Moves a damaged shadow repository away as a whole, so that a new one can be created. Gives a sentence that names its
 * new folder. If there is no damage, removes faulty files that can be made again, and gives `undefined`.
 * @throws the system's error if the repository cannot be moved
 */
export function setDamagedAside(io: Io, place: Place, why = damageOf(place)): string | undefined {
  if (why === undefined) {
    removeOdd(place);
    return undefined;
  }
  // The new folder is not among the shadow repositories: there it would be taken for the repository of a moved
  // worktree.
  const aside = `${asideFolder(place)}/${asideName(io, place)}`;
  makeFolder(asideFolder(place));
  renameSync(place.shadow, aside);
  return (
    `snapveil: the shadow repository was damaged (${why}). It is kept at ${aside}, and a new one was begun: ` +
    "earlier checkpoints cannot be undone from here."
  );
}

/** The folders of a worktree's damaged shadow repositories that were moved away. */
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

/** The stats of the file at a path, or of a link's target; `undefined` if nothing is there. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // the link leads to itself
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // a folder of the path is a file, which its own check reports
  }
}
