import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";

import { causeInWords } from "../../../kit/disk-trouble.ts";
import { foldersOf, onDisk, type GitPath } from "../../git-path.ts";
import { stampOf } from "../../keep/kept-changes.ts";
import { copyIn } from "../../keep/kept-state.ts";
import { TEMPORARY, type Place } from "../../place.ts";
import { foundAt, statAt } from "../../source/on-disk.ts";
import type { Skipped } from "../../engine.ts";
import type { KeptItem, KeptPlan } from "./plan-kept.ts";

const CHANGED = "it changed this moment";

/** The kept files of an operation after it. */
export interface KeptDone {
  readonly done: readonly KeptItem[];
  /** Files that stay though they were to be put back. */
  readonly left: readonly Skipped[];
}

/** Puts the kept files of a plan back. */
export function putAllKept(place: Place, { ready }: KeptPlan, operation: string): KeptDone {
  const done: KeptItem[] = [];
  const left: Skipped[] = [];
  for (const item of ready) {
    const why = putKept(place, item, operation);
    if (why === undefined) done.push(item);
    else left.push({ path: item.file.path, why });
  }
  return { done, left };
}

/**
 * Puts one kept file back: a copy beside its place, looked at once more, then moved onto it, so that the file is whole
 * at every moment.
 * @returns the reason if it was left alone
 */
function putKept({ shadow, worktree: { root } }: Place, { file, over }: KeptItem, id: string): string | undefined {
  const { path, copy, link, mode } = file;
  const folders = foldersOf(path).toReversed();
  const temporary = onDisk(root, `${folders.at(-1) ?? ""}${TEMPORARY.prefix}${id}-kept${TEMPORARY.suffix}`);
  const way = makeWay(root, folders);
  if (way !== undefined) return way;
  try {
    if (link !== undefined) symlinkSync(Buffer.from(link, "latin1"), temporary);
    else {
      copyFileSync(copyIn(shadow, copy!), temporary, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      chmodSync(temporary, mode);
    }
    return takePlace(root, path, temporary, over);
  } catch (error) {
    const why = causeInWords(error);
    if (why === undefined) throw error;
    return why;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function takePlace(root: string, path: GitPath, temporary: Buffer, over: string | undefined): string | undefined {
  const place = onDisk(root, path);
  if (over !== undefined) {
    const stat = statAt(root, path);
    if (!stat || stat === "unknown" || stampOf(stat) !== over) return CHANGED;
    renameSync(temporary, place);
    return undefined;
  }
  try {
    linkSync(temporary, place); // never over a file that came meanwhile
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" || foundAt(root, path)) return CHANGED;
    renameSync(temporary, place); // a file system without second names
  }
  return undefined;
}

/** Makes the missing folders above a file. @returns the reason if one of these is a link or a file by now */
function makeWay(root: string, folders: readonly GitPath[]): string | undefined {
  for (const folder of folders) {
    const place = onDisk(root, folder.slice(0, -1));
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (!found) mkdirSync(place);
    else if (!found.isDirectory()) return "a folder above it is something else by now";
  }
  return undefined;
}
