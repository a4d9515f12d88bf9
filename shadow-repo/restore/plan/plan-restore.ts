import { defined } from "../../../kit/defined.ts";
import type { Covered } from "../../coverage.ts";
import type { ObjectId, TreeEntry, SnapshotEngine, TreeChange } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { BeginRecord, Step } from "../../journal/records.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { differenceOf, appeared } from "../../record/appeared.ts";
import { joinSides } from "./join-sides.ts";
import { same, type PlanItem } from "./plan-item.ts";

/**
 * The plan for each file, sorted by path. The step with the oldest beginning comes first: if several steps changed a
 * path, the first gives the wanted state, the last the expected present.
 * @param merge for a recovery: merges later edits into the plan of the operation that died, as that operation did
 */
export async function planRestore(
  shadow: Shadow,
  {
    before,
    coverage,
    steps,
    whole,
    origin,
    made = {},
    followed = {},
  }: Pick<BeginRecord, "before" | "coverage" | "steps" | "whole" | "origin" | "made" | "followed">,
  merge: (items: readonly PlanItem[]) => Promise<readonly PlanItem[]> = async (items) => items,
): Promise<PlanItem[]> {
  if (origin !== undefined) {
    const planned = await planRestore(shadow, { before: origin, steps, ...(whole && { whole }) });
    const half = await underNewNames(shadow.engine, planned, followed, origin);
    return backTo(
      half,
      await merge(half),
      { tree: origin, made },
      byPath(await shadow.engine.diff(before, origin, "")),
    );
  }
  const items = whole
    ? await planWhole(shadow, { tree: before, coverage }, steps[0]!)
    : await planSteps(shadow.engine, before, steps);
  return items.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * Gives the items of files that somebody renamed after the steps the new names.
 * @param followed name after the steps → name in `tree`
 */
export async function underNewNames(
  engine: SnapshotEngine,
  items: readonly PlanItem[],
  followed: Readonly<Record<GitPath, GitPath>>,
  tree: ObjectId,
): Promise<PlanItem[]> {
  if (Object.keys(followed).length === 0) return [...items];
  const states = [...new Set(items.flatMap(({ path, base }) => (followed[path] && base ? base.tree : [])))];
  const all = await engine.diffAll(states.map((state) => [state, tree] as const));
  return items.map((one) => {
    const name = followed[one.path];
    const change =
      name === undefined || !one.base
        ? undefined
        : all[states.indexOf(one.base.tree)]!.find(({ path }) => path === name);
    return change?.after ? { ...one, path: change.path, former: one.path, current: change.after } : one;
  });
}

/** The plan to restore a whole tree: an item for every path in which the present differs from the tree. */
async function planWhole(
  shadow: Shadow,
  present: Covered,
  { target, coverage, expected, prefix, brought: addedPaths = [] }: Step,
): Promise<PlanItem[]> {
  const edits = byPath(await shadow.engine.diff(expected, present.tree, prefix));
  const changes = await shadow.engine.diff(target, present.tree, prefix);
  // The wanted state does not hold these files, but they may have existed then, so they stay.
  const wereIgnored = await appeared(shadow, { tree: target, coverage }, present, differenceOf(changes));
  const staying = new Set([
    ...wereIgnored,
    ...addedPaths.filter((path) => changes.some((change) => change.path === path && !change.before)),
  ]);
  return changes
    .filter(({ path }) => !staying.has(path))
    .map((change) => {
      const edit = edits.get(change.path);
      // If the edit since the last record is the file's only change, the restore takes it back, so there is no base.
      const base = edit && edit.before?.id !== change.before?.id ? { tree: expected, entry: edit.before } : undefined;
      return { ...item(change, change.after, change.before, edit !== undefined, target), ...defined({ base }) };
    });
}

async function planSteps(engine: SnapshotEngine, present: ObjectId, steps: readonly Step[]): Promise<PlanItem[]> {
  const changes = await engine.diffAll(steps.map(({ target, expected }) => [target, expected] as const));
  // Compare only for steps whose expected tree is not the present one. Usually it is, and the difference is known
  // already.
  const asked = steps.filter(({ expected }) => expected !== present);
  const answers = asked.length > 0 ? await engine.diffAll(asked.map(({ target }) => [present, target] as const)) : [];
  const presents = steps.map((step, at) => byPath(answers[asked.indexOf(step)] ?? changes[at]!.map(turned)));
  const found = new Map<
    GitPath,
    {
      source: ObjectId;
      target: TreeEntry | undefined;
      expected: TreeEntry | undefined;
      last: ObjectId;
      current: TreeEntry | undefined;
      isBroken?: true;
      fault?: string;
    }
  >();
  for (const [at, step] of steps.entries()) {
    const skippedPaths = new Set(step.left);
    const only = step.only && new Set(step.only);
    for (const { path, before: target, after: expected, fault } of changes[at] ?? []) {
      if (!path.startsWith(step.prefix) || skippedPaths.has(path) || only?.has(path) === false) continue;
      const older = found.get(path);
      if (older) {
        if (!same(older.expected, target)) older.isBroken = true;
        older.expected = expected;
        older.last = step.expected;
      } else {
        const difference = presents[at]!.get(path);
        found.set(path, {
          source: step.target,
          target,
          expected,
          last: step.expected,
          current: difference ? difference.before : target,
          ...(fault !== undefined && { fault }),
        });
      }
    }
  }
  const items = [...found].map(([path, { source, target, expected, last, current, isBroken, fault }]) => ({
    ...item(
      { path, ...(fault !== undefined && { fault }) },
      current,
      target,
      !same(current, expected) && !same(current, target),
      source,
    ),
    base: { tree: last, entry: expected },
    ...(isBroken && { isBroken: true as const }),
  }));
  return joinSides(engine, items, {
    differences: new Map(steps.map(({ target }, at) => [target, presents[at]!])),
    left: new Set(steps.flatMap(({ left = [] }) => left)),
  });
}

/**
 * The plan that takes back an operation whose process died. Each of its files is as before, as planned or merged by the
 * operation, or edited since.
 */
function backTo(
  half: readonly PlanItem[],
  merged: readonly PlanItem[],
  { tree: originTree, made }: { readonly tree: ObjectId; readonly made: NonNullable<BeginRecord["made"]> },
  present: ReadonlyMap<GitPath, TreeChange>,
): PlanItem[] {
  return half.map((one, at) => {
    const { current: origin, target: planned } = one;
    const difference = present.get(one.path);
    const current = difference ? difference.before : origin;
    const isOurs = [origin, planned, merged[at]?.target].some((state) => same(current, state));
    const isMade = current !== undefined && current.id === made[one.path];
    return item(one, current, origin, !isOurs && !isMade, originTree);
  });
}

function item(
  { path, fault }: Pick<TreeChange, "path" | "fault">,
  current: TreeEntry | undefined,
  target: TreeEntry | undefined,
  edited: boolean,
  source: ObjectId,
): PlanItem {
  return {
    path,
    ...defined({ current, target }),
    edited,
    source,
    ...(fault !== undefined && { fault }),
  };
}

/** A change with its sides exchanged. */
function turned({ before, after, ...rest }: TreeChange): TreeChange {
  return { ...rest, ...defined({ before: after, after: before }) };
}

function byPath(changes: readonly TreeChange[]): Map<GitPath, TreeChange> {
  return new Map(changes.map((change) => [change.path, change]));
}
