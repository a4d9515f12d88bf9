import type { Skipped } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { changesOf, effectOf, type StoredCheckpoint } from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { lastStashAt } from "../../source/stash.ts";
import { same, type PlanItem } from "../plan/plan-restore.ts";
import { otherBranch } from "./about-git.ts";

/** The reason where nobody knows how the files of a step came to be as before. */
const AS_BEFORE = "it is as it was before the step already";

/** The steps of an undo, and what the undo can put back. */
interface Undoing {
  /** The steps, each without the calls that its turn holds. */
  readonly steps: readonly StoredCheckpoint[];
  readonly items: readonly PlanItem[];
  /** Files that are put back. */
  readonly ready: readonly PlanItem[];
  /** The steps of which an ignored file is put back. */
  readonly keptOf: ReadonlySet<string>;
}

/**
 * Files that are as wanted already and do not count as put back: another branch is checked out, a stash that was made
 * since may hold these files, or nothing of the step is put back at all. A later undo still offers such files. Where an
 * undo puts back other files of the step, files that somebody changed back go with these.
 */
export async function asBefore(
  { engine, place }: Shadow,
  { steps, items, ready, keptOf }: Undoing,
): Promise<readonly Skipped[]> {
  const already = items.filter(({ current, target }) => same(current, target));
  if (already.length === 0) return [];
  const differences = await engine.diffAll(steps.map(effectOf));
  const changed = new Set(ready.map(({ path }) => path));
  const told = steps.map((step, at) => {
    const paths = new Set<GitPath>(changesOf(step, differences[at]!).map(({ path }) => path));
    const isTakenBack = keptOf.has(step.id) || [...paths].some((path) => changed.has(path));
    return { paths, why: elsewhere(place, step) ?? (isTakenBack ? undefined : AS_BEFORE) };
  });
  return already.flatMap(({ path }) => {
    const own = told.filter(({ paths }) => paths.has(path));
    const why = own.every((one) => one.why !== undefined) ? own[0]?.why : undefined;
    return why === undefined ? [] : [{ path, why }];
  });
}

/** Where the changes of a step may be, if the files are as before it. */
function elsewhere(place: Shadow["place"], step: StoredCheckpoint): string | undefined {
  const stashed = lastStashAt(place.worktree);
  const isStashed = stashed !== undefined && stashed >= Math.floor(Date.parse(step.createdAt) / 1000) * 1000;
  return (
    otherBranch(place, [step]) ??
    (isStashed ? "it is as before already, and a stash that was made since may hold what the step did" : undefined)
  );
}
