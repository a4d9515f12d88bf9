import { existsSync, lstatSync, renameSync, rmSync, statSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/make-folder.ts";
import { UserError } from "../kit/user-error.ts";
import { hasShadow } from "./create-shadow.ts";
import { journalSize } from "./journal.ts";
import type { Place } from "./place.ts";
import { namesIn } from "./sweep-leftovers.ts";

/** What is only a cache: where it is no file it is removed. */
const CACHES = ["index", "index.state", "index.walk", "git-version", "housekeeping"];
const FILES = ["journal", "ticks", "HEAD", "config", "worktree"];
const FOLDERS = ["objects", "objects/pack", "refs", "refs/snapveil", "info", "pending", "tmp", "coverage"];

/** Why a shadow repository cannot be worked with, as a sentence; `undefined` where nothing is seen to be wrong, or nothing is there. */
export function damageOf({ shadow }: Place): string | undefined {
  const own = look(shadow);
  if (!own) return undefined;
  if (!own.isDirectory()) return `${shadow} is no folder`;
  for (const name of FILES) if (look(`${shadow}/${name}`)?.isFile() === false) return `${shadow}/${name} is no file`;
  for (const name of FOLDERS) if (isThere(`${shadow}/${name}`) && look(`${shadow}/${name}`)?.isDirectory() !== true) return `${shadow}/${name} is no folder`;
  return !existsSync(`${shadow}/objects`) && journalSize(shadow) > 0 ? `${shadow}/objects is gone` : undefined;
}

/** For commands that only look, or restore. */
export function throwWhereDamaged(place: Place): void {
  const why = damageOf(place);
  if (why !== undefined) throw new UserError("badArgument", [`The shadow repository is damaged: ${why}. The next turn, or snapveil snapshot, sets it aside and begins anew.`]);
}

/**
 * Records, also where the shadow repository is damaged: that one is then set aside whole and a new one begun. Where that
 * fails as well the damage was none, and the old one is put back. Gives a sentence where one was set aside.
 */
export async function withSoundShadow<Result>(io: Io, place: Place, work: () => Promise<Result>): Promise<{ readonly result: Result; readonly notice?: string }> {
  let first: unknown;
  let why = damageOf(place);
  if (why === undefined) {
    for (const name of CACHES) if (look(`${place.shadow}/${name}`)?.isFile() === false) rmSync(`${place.shadow}/${name}`, { recursive: true, force: true });
    try {
      return { result: await work() };
    } catch (error) {
      if (!mayBeDamage(error) || !hasShadow(place)) throw error;
      first = error;
      why = (error as Error).message;
    }
  }
  // In a folder of its own: in that of the others it would be taken for the history of a worktree that was moved.
  const kept = `${asideFolder(place)}/${basename(place.shadow)}-${io.now().getTime()}`;
  try {
    makeFolder(asideFolder(place));
    renameSync(place.shadow, kept);
  } catch (error) {
    throw first ?? error;
  }
  try {
    return { result: await work(), notice: `snapveil: the shadow repository was damaged (${why}). It is kept at ${kept}, and a new one was begun: earlier checkpoints cannot be undone from here.` };
  } catch (error) {
    rmSync(place.shadow, { recursive: true, force: true });
    renameSync(kept, place.shadow);
    throw first ?? error;
  }
}

/** Shadow repositories of a worktree that were set aside. */
export function setAsideOf(place: Place): string[] {
  const folder = asideFolder(place);
  return namesIn(folder).filter((name) => name.startsWith(`${basename(place.shadow)}-`)).map((name) => join(folder, name));
}

function asideFolder({ shadow }: Place): string {
  return join(dirname(dirname(shadow)), "snapshot-damaged");
}

function mayBeDamage(error: unknown): boolean {
  if (error instanceof UserError) return error.code === "gitFailed" || error.code === "cannotWrite";
  return ["EISDIR", "ENOTDIR", "ELOOP", "EEXIST", "ENOENT", "EINVAL", "ENXIO", "ENOTEMPTY", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "");
}

/** Through a link, as everybody looks. */
function look(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
