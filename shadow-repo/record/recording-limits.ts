import { readdirSync, realpathSync, statSync, type Dirent } from "node:fs";
import { dirname } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { waitingBelow } from "../../worktree/doors/git.ts";
import { LARGE, allows } from "../limits.ts";
import { noteTooSlow, paceOf } from "../pace.ts";
import type { Place } from "../place.ts";

/**
 * The reason why a worktree is not recorded at all, and how to allow it; `undefined` if it is. A home folder or a whole
 * disk under git holds far more than a project, and things that nobody wants copied.
 */
export function refusal(
  io: Io,
  { worktree }: { readonly worktree: Pick<Place["worktree"], "root"> },
): UserError | undefined {
  const home = homeOf(io.env);
  const isHome = home !== undefined && home !== "" && sameFolder(home, worktree.root);
  const isDisk = dirname(worktree.root) === worktree.root;
  if ((!isHome && !isDisk) || allows(io, "home")) return undefined;
  return new UserError("refusedWorktree", [worktree.root, isHome ? "your home folder" : "a whole disk"]);
}

/** Lets a command go on only in a worktree that is recorded. @throws UserError in any other */
export function throwWhereRefused(io: Io, place: Place): void {
  const refused = refusal(io, place);
  if (refused !== undefined) throw refused;
}

function sameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === other;
  } catch {
    return false;
  }
}

/** The most folders that are searched for the file that made git wait. */
const MANY = 20_000;

/**
 * Notes that a capture was ended because it took too long. If git waited for a pipe, or no file is large, it would take
 * as long without large files.
 */
export function noteGivenUp({ shadow, worktree: { root } }: Place, now: number): void {
  noteTooSlow(shadow, now, waitingBelow(root, MANY) !== undefined || !mayHoldLargeFile(root));
}

/** Whether a folder holds a large file; true also if there is too much to look at. */
function mayHoldLargeFile(root: string): boolean {
  const folders = [root];
  let looked = 0;
  for (const folder of folders) {
    for (const entry of entriesIn(folder)) {
      looked += 1;
      if (looked > MANY) return true;
      const place = `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== ".git") folders.push(place);
      else if (entry.isFile() && (statSync(place, { throwIfNoEntry: false })?.size ?? 0) > LARGE) return true;
    }
  }
  return false;
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** A recording that rests, or goes on without some files. */
export interface Rest {
  readonly pace: "without large files" | "nothing";
  readonly why: string;
  /** Milliseconds. */
  readonly until: number;
}

/**
 * The rest of the recording; `undefined` if hooks record everything. Whether git waits for a file is looked up only if
 * nothing is recorded.
 */
export function restOf({ shadow, worktree }: Place, now: number): Rest | undefined {
  const found = paceOf(shadow, now);
  if (found.pace === "whole") return undefined;
  if (found.pace === "without large files")
    return {
      ...found,
      why:
        "to record everything took longer than a hook may, so files above 1 MiB that are new or changed are left " +
        "out for five minutes. `snapveil snapshot` records them at once, however long it takes.",
    };
  const waiting = waitingBelow(worktree.root, MANY);
  return {
    ...found,
    why:
      waiting === undefined
        ? "it took longer than a hook may, also without large files, and is tried again in five minutes. " +
          "`snapveil snapshot` does it at once, however long it takes."
        : `${printable(waiting)} is a pipe or a device, for which git would wait without end.`,
  };
}
