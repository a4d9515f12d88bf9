import { UserError } from "../../../kit/user-error.ts";
import type { Skipped } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { changesOf, effectOf, type Operation, type StoredCheckpoint } from "../../journal/history.ts";
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
  /** The operations until now. */
  readonly operations: readonly Operation[];
  readonly items: readonly PlanItem[];
  /** Files that are put back. */
  readonly ready: readonly PlanItem[];
  /** The steps of which an ignored file is put back. */
  readonly keptOf: ReadonlySet<string>;
}

/**
 * Files that are as wanted already and do not count as put back: another branch is checked out, a stash that was made
 * since may hold these files, or nothing of the step is put back at all and somebody changed these files back. A later
 * undo still offers such files. Where an undo puts back other files of the step, files that somebody changed back go with
 * these.
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
    // An operation put such a file back already, together with another step.
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

/** The files among some that operations brought into the wanted state; none if a state of an operation is lost. */
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

/** Where the changes of a step may be, if the files are as before it. */
function elsewhere(place: Shadow["place"], step: StoredCheckpoint): string | undefined {
  const stashed = lastStashAt(place.worktree);
  const isStashed = stashed !== undefined && stashed >= Math.floor(Date.parse(step.createdAt) / 1000) * 1000;
  return (
    otherBranch(place, [step]) ??
    (isStashed ? "it is as before already, and a stash that was made since may hold what the step did" : undefined)
  );
}
