import { existsSync, rmSync } from "node:fs";

import { atomicWrite } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { type CoverageId, readCoverage } from "../coverage.ts";
import type { Capture, Skipped } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { joinBeyond, type PermissionChanges } from "../journal/beyond.ts";
import { type Pending, readPending } from "../journal/pending.ts";
import type { Place } from "../place.ts";
import { foundAt } from "../source/on-disk.ts";
import { beyondOf } from "./calls-seen.ts";
import { permissionsChanged } from "./permission-changes.ts";
import { type FileStamps, isSecretFile, MOST_SECRETS, stampOf, stampUnrecorded } from "../source/unrecorded-files.ts";

/** A file or nested repository that no state holds, and how it changed since an earlier state. */
export interface UnrecordedChange extends Skipped {
  readonly change: "made" | "changed" | "gone";
}

/** The fields of a state by which changes are found that its tree does not show. */
export interface Unheld {
  readonly prefix: GitPath;
  /** The state's coverage, which lists skipped files; absent in records of an earlier release. */
  readonly coverage?: CoverageId | undefined;
  readonly unrecorded?: FileStamps | undefined;
  /** Files outside of every worktree that calls wrote since the state. */
  readonly outside?: readonly string[] | undefined;
  /** Unusual permissions of the state that changed since. */
  readonly permissions?: PermissionChanges | undefined;
}

/** Stamps of the files that a state does not hold; the state must have been captured just now. */
export function stampsOf({ shadow, worktree }: Place, { prefix, coverage }: Unheld): FileStamps {
  return stampUnrecorded(worktree.root, prefix, readCoverage(shadow, coverage)?.skipped ?? []);
}

/**
 * Files that no capture could record and that changed since an earlier state. Stamps are limited in number, so a change
 * of a file without a stamp is not found.
 * @param skipped the files that the capture of the present skipped
 */
export function unrecordedSince(
  { shadow, worktree: { root } }: Place,
  { prefix, coverage, unrecorded = {} }: Unheld,
  skipped: readonly Skipped[],
): UnrecordedChange[] {
  const before = readCoverage(shadow, coverage)?.skipped;
  if (!before) return [];
  const known = new Set(before);
  const now = new Map(skipped.map((one) => [one.path, one]));
  const isOther = (path: GitPath) => unrecorded[path] !== undefined && unrecorded[path] !== stampOf(root, path);
  const present = skipped.flatMap((one): UnrecordedChange[] => {
    if (!one.path.startsWith(prefix)) return [];
    if (!known.has(one.path)) return [{ ...one, change: "made" }];
    return isOther(one.path) ? [{ ...one, change: "changed" }] : [];
  });
  const former = before.flatMap((path): UnrecordedChange[] => {
    if (now.has(path)) return [];
    const isRepository = path.endsWith("/");
    if (!foundAt(root, isRepository ? path.slice(0, -1) : path))
      return [{ path, why: isRepository ? "a repository of its own" : "not recorded", change: "gone" }];
    // The file is recorded by now, or ignored.
    return isOther(path) ? [{ path, why: FORMERLY, change: "changed" }] : [];
  });
  return [...present, ...former];
}

const FORMERLY = "not recorded before";

/** Files of secrets that changed since an earlier state, whether the state holds them or not. */
export function changedSecrets({ worktree: { root } }: Place, { prefix, unrecorded }: Unheld): GitPath[] {
  if (!unrecorded) return [];
  const known = Object.keys(unrecorded).filter(isSecretFile);
  // If all stamps are used up, a file without a stamp may be new or old, so new files are not searched.
  const found = known.length < MOST_SECRETS ? Object.keys(stampUnrecorded(root, prefix, [])) : [];
  return [...new Set([...known, ...found])].filter((path) => stampOf(root, path) !== unrecorded[path]).toSorted();
}

/**
 * Keeps the state before a turn that made no checkpoint and yet changed files that no checkpoint holds, so that an
 * undo, which has no step of the turn, can name these files. Any other turn deletes the kept state.
 */
export function noteUnheld(
  io: Io,
  place: Place,
  pending: Pending,
  isStep: boolean,
  { skipped, coverage: coverageAfter }: Pick<Capture, "skipped" | "coverage">,
): void {
  const file = fileOf(place.shadow);
  // The title and command are left out: they must not outlive their checkpoint.
  const { id, key, tree, prefix, startedAt, coverage, unrecorded } = pending;
  const { outside = [] } = joinBeyond([pending, beyondOf(place.shadow, id)]);
  const isUnheld = () =>
    changedSecrets(place, pending).length + unrecordedSince(place, pending, skipped).length + outside.length > 0;
  const permissions = isStep ? undefined : permissionsChanged(place, coverage, coverageAfter);
  const before = { id, key, tree, prefix, startedAt, coverage, unrecorded, outside, permissions };
  if (!isStep && (permissions || isUnheld())) atomicWrite(file, JSON.stringify(before), { pid: io.pid });
  else if (existsSync(file)) rmSync(file, { force: true });
}

export function lastUnheld(shadow: string): Pending | undefined {
  return readPending(fileOf(shadow));
}

function fileOf(shadow: string): string {
  return `${shadow}/unheld`;
}
