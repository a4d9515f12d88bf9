import { UserError } from "../../../kit/user-error.ts";
import type { Skipped } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { changesOf, effectOf, type Operation, type StoredCheckpoint } from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { lastStashAt } from "../../source/stash.ts";
import { same, type PlanItem } from "../plan/plan-item.ts";
import { otherBranch } from "./about-git.ts";

/** The reason to skip a file that has its former content already, although no undo put that content back. */
const AS_BEFORE = "it is as it was before the turn already";

/** The steps of an undo, and the files that it can put back. */
interface Undoing {
  /** The steps; a turn stands for its calls. */
  readonly steps: readonly StoredCheckpoint[];
  /** Every undo, redo and restore of the repository. */
  readonly operations: readonly Operation[];
  readonly items: readonly PlanItem[];
  /** Files that are put back. */
  readonly ready: readonly PlanItem[];
  /** Ids of the steps of which an ignored file is put back. */
  readonly keptOf: ReadonlySet<string>;
}

/**
 * Files that are as before the step already, but are not treated as put back, with the reason: another branch is
 * checked out, a later stash may hold the step's changes, or all files of the step are as before and no operation put
 * them back. A later undo still offers these files. But if the undo puts back at least one other file of the step,
 * files that are as before already are treated as put back.
 */
export async function asBefore(
  { engine, place }: Shadow,
  { steps, operations, items, ready, keptOf }: Undoing,
): Promise<readonly Skipped[]> {
  const already = items.filter(({ current, target }) => same(current, target));
  if (already.length === 0) return [];
  const differences = await engine.diffAll(steps.map(effectOf));
  const oldest = Math.min(...steps.map(({ order }) => order));
  const put = await putBackBy(
    engine,
    operations.filter(({ order }) => order > oldest),
    already,
  );
  const changed = new Set(ready.map(({ path }) => path));
  const told = steps.map((step, at) => {
    const paths = new Set<GitPath>(changesOf(step, differences[at]!).map(({ path }) => path));
    const isTakenBack = keptOf.has(step.id) || [...paths].some((path) => changed.has(path));
    // The files of the step that a later operation put back already, as part of another step.
    const putBack = new Set(put.flatMap(({ order, paths: back }) => (order > step.order ? back : [])));
    const away = elsewhere(place, step);
    return { paths, why: (path: GitPath) => away ?? (isTakenBack || putBack.has(path) ? undefined : AS_BEFORE) };
  });
  return already.flatMap(({ path }) => {
    const own = told.filter(({ paths }) => paths.has(path));
    const reasons = own.map((one) => one.why(path));
    const why = reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
    return why === undefined ? [] : [{ path, why }];
  });
}

/**
 * For each operation that ended, its order and the paths of `items` that it brought into their wanted state; an empty
 * list if a state of an operation is lost.
 */
async function putBackBy(
  engine: Shadow["engine"],
  operations: readonly Operation[],
  items: readonly PlanItem[],
): Promise<{ readonly order: number; readonly paths: readonly GitPath[] }[]> {
  const ended = operations.flatMap(({ order, before, end }) => (end ? [{ order, before, after: end.after }] : []));
  if (ended.length === 0) return [];
  const targets = new Map(items.map(({ path, target }) => [path, target]));
  try {
    const all = await engine.diffAll(ended.map(({ before, after }) => [before, after] as const));
    return ended.map(({ order }, at) => ({
      order,
      paths: all[at]!.flatMap(({ path, after }) => (targets.has(path) && same(after, targets.get(path)) ? path : [])),
    }));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [];
  }
}

/** The branch or stash that may hold the changes of a step whose files are as before, as a reason; else `undefined`. */
function elsewhere(place: Shadow["place"], step: StoredCheckpoint): string | undefined {
  const stashed = lastStashAt(place.worktree);
  const isStashed = stashed !== undefined && stashed >= Math.floor(Date.parse(step.createdAt) / 1000) * 1000;
  return (
    otherBranch(place, [step]) ??
    (isStashed ? "it is as before already, and a stash that was made since may hold what the turn did" : undefined)
  );
}
