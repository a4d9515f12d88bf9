import { existsSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { waitingBelow } from "../../worktree/waiting-file.ts";
import { allows } from "../limits.ts";
import type { Place } from "../place.ts";

/**
 * Why a worktree is not recorded at all, and how to allow it; `undefined` where it is. A home
 * folder or a whole disk under git holds far more than a project, and things that nobody wants copied.
 */
export function refusal(io: Io, { worktree }: Place): UserError | undefined {
  const home = homeOf(io.env);
  const isHome = home !== undefined && home !== "" && sameFolder(home, worktree.root);
  const isDisk = dirname(worktree.root) === worktree.root;
  if ((!isHome && !isDisk) || allows(io, "home")) return undefined;
  return new UserError("refusedWorktree", [worktree.root, isHome ? "your home folder" : "a whole disk"]);
}

/** @throws UserError where the worktree is not recorded at all */
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

/** Milliseconds after which it is tried again. */
const REST = 300_000;

/** Folders that are looked into for what made git wait. */
const MANY = 20_000;

/**
 * Says that a capture was ended because it took too long, so that not every hook of a turn takes that long for nothing.
 */
export function noteGivenUp({ shadow }: Place): void {
  if (existsSync(shadow)) writeFileSync(fileIn(shadow), "", { mode: 0o600 });
}

/** A capture that ran to its end makes up for it. */
export function forgetGivenUp({ shadow }: Place): void {
  rmSync(fileIn(shadow), { force: true });
}

/** Why nothing is to be recorded just now, as a sentence; `undefined` where nothing was given up lately. */
export function gaveUp({ shadow, worktree }: Place, now: number): string | undefined {
  const at = statSync(fileIn(shadow), { throwIfNoEntry: false })?.mtimeMs;
  if (at === undefined || Math.abs(now - at) > REST) return undefined;
  const waiting = waitingBelow(worktree.root, MANY);
  if (waiting !== undefined)
    return `${printable(waiting)} is a pipe or a device, for which git would wait without end.`;
  return (
    "it took longer than a hook may, and is tried again in five minutes. " +
    "`snapveil snapshot` does it at once, however long it takes."
  );
}

const fileIn = (shadow: string): string => `${shadow}/tmp/gave-up`;
