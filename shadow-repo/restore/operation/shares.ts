import { UserError } from "../../../kit/user-error.ts";
import type { TreeChange } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { changesOf, effectOf, type Operation, remainingOf, type StoredCheckpoint } from "../../journal/history.ts";
import { joinHunkShares, type Share } from "../../journal/share.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { findRenames } from "../../renames.ts";
import { countGone } from "../hunks/count-gone.ts";
import type { HunkPlan } from "../hunks/choose-hunks.ts";
import { keptAmong } from "../kept/in-place.ts";
import type { RestoreResult, StepShare } from "./restore-result.ts";

/** A step, and the files that it changed. */
export interface StepFiles {
  readonly step: StoredCheckpoint;
  /** All files that the step changed, kept ignored ones included. */
  readonly all: readonly GitPath[];
  /** The files in which the step is still in effect. */
  readonly left: readonly GitPath[];
  /** New name → former name of each file that the step renamed. */
  readonly renamed: ReadonlyMap<GitPath, GitPath>;
}

/** Counts files of a step. A renamed file has two paths and counts once if both are among `paths`. */
export function countOf({ renamed }: Pick<StepFiles, "renamed">, paths: readonly GitPath[]): number {
  const names = new Set(paths);
  return paths.length - [...renamed].filter(([path, former]) => names.has(path) && names.has(former)).length;
}

/** The files of some steps. */
export async function filesOfSteps(
  { engine }: Pick<Shadow, "engine">,
  steps: readonly StoredCheckpoint[],
): Promise<StepFiles[]> {
  if (steps.length === 0) return [];
  const pairs = steps.map(({ before, after }) => [before, after] as const);
  const changes = await engine.diffAll(pairs);
  const renames = await renamesOrNone(
    engine,
    pairs.map((pair, at) => ({ pair, changes: changes[at]! })),
  );
  return steps.map((step, at) => ({
    step,
    ...filesOf(step, changes[at]!),
    renamed: new Map([...(renames[at] ?? [])].map(([path, { from }]) => [path, from])),
  }));
}

/** The renames of each pair; empty if a content is lost. */
async function renamesOrNone(
  engine: Shadow["engine"],
  compared: Parameters<typeof findRenames>[1],
): Promise<Awaited<ReturnType<typeof findRenames>>> {
  try {
    return await findRenames(engine, compared);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [];
  }
}

function filesOf(step: StoredCheckpoint, changes: readonly TreeChange[]): Pick<StepFiles, "all" | "left"> {
  const { partly: _, ...whole } = step;
  const all = [...changesOf(whole, changes).map(({ path }) => path), ...keptAmong(step, () => true)];
  const remaining = remainingOf(step);
  return { all, left: remaining ? all.filter((path) => remaining.includes(path)) : all };
}

/** The files that an undo takes back or leaves, by their names after the steps. */
export interface TakenFiles {
  readonly done: ReadonlySet<GitPath>;
  /** Id of a step → files that the undo leaves as somebody else's work. */
  readonly others: ReadonlyMap<string, readonly GitPath[]>;
  readonly byHunk: HunkPlan | undefined;
}

/** The shares of the steps that an undo takes back; a step without an entry is taken back as a whole. */
export function sharesOfUndo(
  steps: readonly StepFiles[],
  { done, others, byHunk }: TakenFiles,
): ReadonlyMap<string, StepShare> {
  return new Map(
    steps.flatMap(({ step, all, left, renamed }): (readonly [string, StepShare])[] => {
      const foreign = new Set(others.get(step.id));
      const own = all.filter((path) => !foreign.has(path));
      const taken = own.filter((path) => done.has(path));
      const hunks = byHunk ? joinHunkShares(byHunk.taken) : [];
      if (taken.length === own.length || taken.length + hunks.length === 0) return [];
      const isLast = hunks.length === 0 && left.every((path) => done.has(path) || foreign.has(path));
      const files = fileShare(countOf({ renamed }, taken), countOf({ renamed }, own));
      return [[step.id, { shares: [...files, ...hunks], ...(isLast && { isLast }) }]];
    }),
  );
}

/** The shares of steps that the redo of an undo brings back. @param skipped files that the redo could not bring back */
export async function sharesOfRedo(
  shadow: Shadow,
  steps: readonly StoredCheckpoint[],
  operations: readonly Operation[],
  skipped: ReadonlySet<GitPath>,
): Promise<ReadonlyMap<string, StepShare>> {
  const ids = new Set(operations.map(({ id }) => id));
  const found = new Map<string, StepShare>();
  for (const { step, all, left, renamed } of await filesOfSteps(shadow, steps)) {
    const isUndone = step.undoneBy !== undefined;
    const { partly, undoneBy: _, ...whole } = step;
    const others = partly?.filter(({ by }) => !ids.has(by)) ?? [];
    const then = { ...whole, ...(others.length > 0 && { partly: others }) };
    const remaining = remainingOf(then);
    const again = all.filter((path) => remaining?.includes(path) !== false && !skipped.has(path));
    const files = again.filter((path) => isUndone || !left.includes(path));
    const [before, after] = [step.before, step.after];
    const [was, is] = [effectOf(step)[1], effectOf(then)[1]];
    const gone =
      was === is ? new Map<string, never>() : await hunksBetween(shadow, { before, after, was, is }, new Set(files));
    const shares = [
      ...(files.length === all.length ? [] : fileShare(countOf({ renamed }, files), countOf({ renamed }, all))),
      ...joinHunkShares(gone),
    ];
    if (shares.length > 0) found.set(step.id, { shares });
  }
  return found;
}

/** File → how many hunks of a step are gone in one state and there in another. @param apart files that are left out */
async function hunksBetween(
  shadow: Shadow,
  { before, after, was, is }: Readonly<Record<"before" | "after" | "was" | "is", string>>,
  apart: ReadonlySet<GitPath>,
): Promise<ReadonlyMap<string, Pick<Share, "count" | "of">>> {
  const isAsked = (path: GitPath) => !apart.has(path);
  const then = is === after ? new Map<string, never>() : await countGone(shadow, { before, after, now: is }, isAsked);
  const now = await countGone(shadow, { before, after, now: was }, isAsked);
  return new Map(
    [...now].map(([path, { count, of }]) => [
      path,
      { count: count - ((then.get(path) as { count: number } | undefined)?.count ?? 0), of },
    ]),
  );
}

function fileShare(count: number, of: number): Share[] {
  return count === 0 ? [] : [{ count, of, unit: "file" }];
}

/**
 * The shares of two redos, one after the other. A step of which both brought back a part has the sum of the parts; if
 * one of them brought back a whole step, so did both.
 */
export function joinShares(one: RestoreResult, other: RestoreResult): ReadonlyMap<string, StepShare> {
  const isWhole = ({ undone, shares }: RestoreResult, id: string) =>
    undone.some((step) => step.id === id) && shares?.has(id) !== true;
  const joined = new Map<string, StepShare>();
  for (const id of new Set([...(one.shares?.keys() ?? []), ...(other.shares?.keys() ?? [])])) {
    if (isWhole(one, id) || isWhole(other, id)) continue;
    const shares: Share[] = [];
    for (const share of [one, other].flatMap((result) => result.shares?.get(id)?.shares ?? [])) {
      const at = shares.findIndex(
        ({ unit, path, of }) => unit === share.unit && path === share.path && of === share.of,
      );
      if (at < 0) shares.push(share);
      else shares[at] = { ...share, count: Math.min(share.of, share.count + shares[at]!.count) };
    }
    if (shares.some(({ count, of }) => count < of)) joined.set(id, { shares });
  }
  return joined;
}
