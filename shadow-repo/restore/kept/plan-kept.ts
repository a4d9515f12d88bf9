import { existsSync } from "node:fs";

import type { GitPath } from "../../git-path.ts";
import { remainingOf, type StoredCheckpoint } from "../../journal/history.ts";
import type { BeginRecord } from "../../journal/records.ts";
import { isOnlyTouched, isVersion, stampOf } from "../../keep/kept-changes.ts";
import { statAt } from "../../source/on-disk.ts";
import { isSame } from "../../keep/keep-present.ts";
import { copyIn, readKeptState, type KeptFile } from "../../keep/kept-state.ts";
import { isAskedFor } from "../plan/database-files.ts";
import { joinDatabases } from "./join-databases.ts";
import type { KeptItem, KeptPlan, StayingFile } from "./kept-plan.ts";
import type { Place } from "../../place.ts";

/** The fields of a step that concern kept files. */
export type KeepStep = Pick<StoredCheckpoint, "id" | "keep" | "keepChanges" | "partly">;

/** How an operation treats kept files. */
interface KeptAsked {
  /** Whether files that were changed in place are put back, too. */
  readonly isWhole: boolean;
  /** The databases out of the recorded states that are put back at the same time; absent: none. */
  readonly recorded?: ReadonlySet<GitPath>;
}

/**
 * Compares the kept files that some steps deleted or changed with the present.
 * @param steps the steps, the oldest first
 * @param asked the folder and the paths of the request
 */
export function planKept(
  { shadow, worktree: { root } }: Place,
  steps: readonly KeepStep[],
  asked: Pick<BeginRecord, "prefix" | "paths">,
  { isWhole, recorded = new Set() }: KeptAsked,
): KeptPlan {
  const plan = newPlan();
  for (const { file, step, end } of effectsOf(shadow, steps)) {
    const { path } = file;
    if (!path.startsWith(asked.prefix) || !isAskedFor(path, asked.paths)) {
      plan.elsewhere.push(path);
      continue;
    }
    const stat = statAt(root, path);
    const stay = (why: string, isForGood?: true) =>
      void plan.staying.push({ path, why, ...(isForGood && { isForGood }) });
    if (isThere(file, stat)) continue;
    if (stat === "unknown") stay("it cannot be reached");
    else if (isCopyGone(shadow, file)) stay(COPY_GONE, true);
    else if (!stat || file.isFolder) {
      if (end === undefined) plan.ready.push({ file, step });
      else stay("it was deleted after the turn", true);
    } else if (isSame(file, stat)) continue;
    else if (end === undefined) {
      // If only the timestamp differs from that of the kept file, the file is as wanted, and needs no entry in the
      // plan.
      if (!isOnlyTouched(shadow, root, file, stat)) stay("it is there again");
    } else if (stampOf(stat) !== end && !isVersion(shadow, root, path, end, stat))
      stay("it changed after the turn", true);
    else (isWhole ? plan.ready : plan.inPlace).push({ file, step, over: stampOf(stat) });
  }
  return joinDatabases(root, plan, filesBefore(shadow, steps), recorded);
}

/** Path → the kept file before the first step that changed kept files. */
function filesBefore(shadow: string, steps: readonly KeepStep[]): ReadonlyMap<GitPath, KeptFile> {
  const first = steps.find(({ keepChanges }) => keepChanges);
  return new Map(readKeptState(shadow, first?.keep)?.files.map((file) => [file.path, file]));
}

/** The paths that an undo puts back, or about which its result says why they stay. */
export function heldBy({ ready, inPlace, staying }: KeptPlan): ReadonlySet<GitPath> {
  return new Set([...[...ready, ...inPlace].map(({ file }) => file.path), ...staying.map(({ path }) => path)]);
}

/**
 * Compares a state of kept files with the present. Missing files are put back; files that differ are put back only if
 * the request names paths.
 */
export function planKeptState(
  { shadow, worktree: { root } }: Place,
  { id, keep }: Pick<StoredCheckpoint, "id" | "keep">,
  { prefix, paths }: Pick<BeginRecord, "prefix" | "paths">,
  { isWhole = paths !== undefined, recorded = new Set() }: Partial<KeptAsked> = {},
): KeptPlan {
  const plan = newPlan();
  const files = readKeptState(shadow, keep)?.files ?? [];
  for (const file of files) {
    const { path } = file;
    if (!path.startsWith(prefix) || !isAskedFor(path, paths)) continue;
    const stat = statAt(root, path);
    if (isThere(file, stat)) continue;
    if (stat === "unknown") plan.staying.push({ path, why: "it cannot be reached" });
    else if (stat && isSame(file, stat)) continue;
    else if (isCopyGone(shadow, file)) plan.staying.push({ path, why: COPY_GONE });
    else if (!stat || file.isFolder) plan.ready.push({ file, step: id });
    else (isWhole || paths ? plan.ready : plan.inPlace).push({ file, step: id, over: stampOf(stat) });
  }
  return joinDatabases(root, plan, new Map(files.map((file) => [file.path, file])), recorded);
}

/** Whether a kept folder exists, whatever it holds now; `false` for a kept file. */
function isThere({ isFolder }: KeptFile, stat: ReturnType<typeof statAt>): boolean {
  return isFolder === true && typeof stat === "object" && stat.isDirectory();
}

const COPY_GONE = "its copy is gone";

function isCopyGone(shadow: string, { copy }: KeptFile): boolean {
  return copy !== undefined && !existsSync(copyIn(shadow, copy));
}

function newPlan() {
  return {
    ready: [] as KeptItem[],
    inPlace: [] as KeptItem[],
    staying: [] as StayingFile[],
    elsewhere: [] as GitPath[],
  };
}

interface Effect {
  readonly file: KeptFile;
  readonly step: string;
  /** The stamp of the file at the end of the newest step that touched it; absent if that step deleted it. */
  readonly end?: string;
}

/** Each kept file that the steps touched, as it was before the first step, with its stamp after the last step. */
function effectsOf(shadow: string, steps: readonly KeepStep[]): Effect[] {
  const effects = new Map<GitPath, Effect>();
  for (const step of steps) {
    const { id, keep, keepChanges } = step;
    if (!keepChanges) continue;
    const remaining = remainingOf(step);
    const files = new Map(readKeptState(shadow, keep)?.files.map((file) => [file.path, file]));
    const note = (path: GitPath, end?: string) => {
      if (remaining && !remaining.includes(path)) return;
      const first = effects.get(path);
      const file = first?.file ?? files.get(path);
      if (file) effects.set(path, { file, step: first?.step ?? id, ...(end !== undefined && { end }) });
    };
    for (const path of [...keepChanges.deleted, ...(keepChanges.filled ?? [])]) note(path);
    for (const [path, stamp] of Object.entries(keepChanges.changed)) note(path, stamp);
  }
  return [...effects.values()];
}
