import type { Io } from "../../../kit/io.ts";
import type { FileContent, ObjectId, SnapshotEngine } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { changesOf, type StoredCheckpoint } from "../../journal/history.ts";
import { compareMoments } from "../../journal/journal-file.ts";
import type { BeginRecord, EndRecord } from "../../journal/journal.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { writeRefs } from "../../refs.ts";
import type { PlanItem } from "../plan/plan-restore.ts";
import type { OperationContext, OperationRequest } from "./request.ts";

/** The steps and files of an operation, and its result. */
interface Done extends Pick<BeginRecord, "kind" | "operation"> {
  readonly steps: readonly StoredCheckpoint[];
  /** Every checkpoint that was in effect. */
  readonly live: readonly StoredCheckpoint[];
  readonly done: readonly PlanItem[];
  readonly notDone: ReadonlySet<GitPath>;
}

/**
 * The paths in which each checkpoint is still in effect after an undo, or is again after a redo; `undefined` if the
 * operation did everything that it was asked for, and nothing else.
 */
export async function remainingAfter(engine: SnapshotEngine, all: Done): Promise<EndRecord["remaining"]> {
  const { kind, operation, steps, notDone } = all;
  if (kind !== "undo" && kind !== "redo") return undefined;
  const own = notDone.size === 0 ? [] : await ofSteps(engine, kind, steps, notDone);
  const others = kind === "undo" ? await ofOthers(engine, all) : [];
  const rest =
    kind === "redo" && operation !== undefined && notDone.size > 0 ? [[operation, [...notDone]] as const] : [];
  return own.length + others.length + rest.length === 0 ? undefined : Object.fromEntries([...own, ...others, ...rest]);
}

type Remaining = readonly [id: string, paths: readonly GitPath[]];

async function ofSteps(
  engine: SnapshotEngine,
  kind: "undo" | "redo",
  steps: readonly StoredCheckpoint[],
  notDone: ReadonlySet<GitPath>,
): Promise<Remaining[]> {
  const changes = await engine.diffAll(steps.map(({ before, after }) => [before, after] as const));
  return steps.map((step, at) => {
    const { partly: _, ...whole } = step;
    const own = changesOf(kind === "undo" ? step : whole, changes[at]!).map(({ path }) => path);
    return [step.id, own.filter((path) => notDone.has(path) === (kind === "undo"))];
  });
}

/**
 * Steps that changed a path after the state that it was now put back to, such as those of a session that worked at the
 * same time: that change is gone with the rest. Taking it back once more would bring back a state in between. One that
 * began when all of these had ended stays in a file that was merged, and every one in a file out of which only their own
 * changes were taken.
 */
async function ofOthers(engine: SnapshotEngine, { steps, live, done }: Done): Promise<Remaining[]> {
  const began = new Map(steps.flatMap((step) => (step.began ? [[step.before, step.began] as const] : [])));
  const ended = Math.max(...steps.map(({ endedAt = Infinity }) => endedAt));
  const isLater = (one: StoredCheckpoint, { source, merged }: PlanItem) => {
    if (merged?.isApart) return false;
    if (merged && one.began !== undefined && one.began[0] > ended) return false;
    const since = began.get(source);
    return one.began !== undefined && since !== undefined && compareMoments(one.began, since) > 0;
  };
  // A mark that was made by hand has no such moment, so it does not count.
  const others = live.filter((one) => !steps.includes(one) && done.some((item) => isLater(one, item)));
  if (others.length === 0) return [];
  const changes = await engine.diffAll(others.map(({ before, after }) => [before, after] as const));
  const remaining = others.flatMap((one, at): Remaining[] => {
    const revertedPaths = new Set(done.flatMap((item) => (isLater(one, item) ? item.path : [])));
    const own = changesOf(one, changes[at]!).map(({ path }) => path);
    const remainingPaths = own.filter((path) => !revertedPaths.has(path));
    return remainingPaths.length === own.length ? [] : [[one.id, remainingPaths]];
  });
  // A turn takes its calls along.
  const usedUp = new Set(remaining.flatMap(([id, paths]) => (paths.length === 0 ? id : [])));
  const calls = others
    .filter(({ turn }) => turn !== undefined && usedUp.has(turn))
    .map(({ id }): Remaining => [id, []]);
  return [...remaining, ...calls];
}

interface Kept {
  readonly request: OperationRequest;
  readonly context: OperationContext;
  readonly rest: ReadonlyMap<GitPath, FileContent>;
  /** Files that could not be put back. */
  readonly untouched: ReadonlySet<GitPath>;
}

/**
 * Keeps the rest of a step after an undo of single hunks: the state after the step, without them. The ref is the step's
 * own, so that it lives as long as the step.
 */
export async function keepRest(
  io: Io,
  { place, engine }: Shadow,
  operation: string,
  { request, context, rest, untouched }: Kept,
): Promise<EndRecord["rest"]> {
  const step = context.hunks?.step;
  const files = new Map([...rest].filter(([path]) => !untouched.has(path)));
  if (step === undefined || request.kind !== "undo" || files.size === 0) return undefined;
  const tree: ObjectId = await engine.withContents(request.steps[0]!.expected, files);
  writeRefs(place.shadow, step, { [`rest-${operation}`]: tree }, { pid: io.pid, durable: true });
  return { [step]: tree };
}
