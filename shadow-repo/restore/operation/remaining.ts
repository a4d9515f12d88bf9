import type { Io } from "../../../kit/io.ts";
import type { FileContent, ObjectId, SnapshotEngine, TreeChange } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { changesOf, effectOf, type StoredCheckpoint } from "../../journal/history.ts";
import { compareMoments, endOf, LAST } from "../../journal/journal-file.ts";
import type { BeginRecord, EndRecord } from "../../journal/records.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { writeRefs } from "../../refs.ts";
import { same, type PlanItem } from "../plan/plan-item.ts";
import type { OperationContext, OperationRequest } from "./request.ts";

/** The steps of an operation, and the files that it put back or left. */
interface Done extends Pick<BeginRecord, "kind" | "operation"> {
  readonly steps: readonly StoredCheckpoint[];
  /** Every checkpoint that was in effect before the operation. */
  readonly live: readonly StoredCheckpoint[];
  readonly done: readonly PlanItem[];
  readonly notDone: ReadonlySet<GitPath>;
}

/**
 * By checkpoint id, the paths in which a checkpoint is still in effect after an undo, or is again in effect after a
 * redo; `undefined` if the operation is complete and does not change the effect of other checkpoints.
 */
export async function remainingAfter(engine: SnapshotEngine, all: Done): Promise<EndRecord["remaining"]> {
  const { kind, operation, steps, notDone } = all;
  if (kind !== "undo" && kind !== "redo") return undefined;
  const own = notDone.size === 0 ? [] : await ofSteps(engine, kind, steps, notDone);
  const others = kind === "undo" ? [...(await ofOthers(engine, all)), ...(await ofTurns(engine, all))] : [];
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
 * The remaining paths of other checkpoints whose changes an undo removed along with its own. A step that changed a
 * path after the state to which the undo put it back, such as a step of a session that worked at the same time, is no
 * longer in effect in that path: a second undo would bring back a state in between. There are two exceptions: in a
 * merged file, a step stays in effect that began after all undone steps had ended; in a file from which only the
 * changes of the undone steps were removed (`isApart`), every other step stays in effect.
 */
async function ofOthers(engine: SnapshotEngine, { steps, live, done }: Done): Promise<Remaining[]> {
  const began = new Map(steps.flatMap((step) => (step.began ? [[step.before, step.began] as const] : [])));
  const isAfterAll = ({ began: moment }: StoredCheckpoint) =>
    moment !== undefined && steps.every((step) => compareMoments(moment, endOf(step) ?? LAST) > 0);
  const isLater = (one: StoredCheckpoint, { source, merged }: PlanItem) => {
    if (merged?.isApart) return false;
    if (merged && isAfterAll(one)) return false;
    const since = began.get(source);
    return one.began !== undefined && since !== undefined && compareMoments(one.began, since) > 0;
  };
  // A checkpoint made by hand has no `began`, so `isLater` is `false` for it.
  const others = live.filter((one) => !steps.includes(one) && done.some((item) => isLater(one, item)));
  if (others.length === 0) return [];
  const changes = await engine.diffAll(others.map(({ before, after }) => [before, after] as const));
  const remaining = others.flatMap((one, at): Remaining[] => {
    const revertedPaths = new Set(done.flatMap((item) => (isLater(one, item) ? item.path : [])));
    const own = changesOf(one, changes[at]!).map(({ path }) => path);
    const remainingPaths = own.filter((path) => !revertedPaths.has(path));
    return remainingPaths.length === own.length ? [] : [[one.id, remainingPaths]];
  });
  // If no path of a turn remains, none of its calls remains either.
  const usedUp = new Set(remaining.flatMap(([id, paths]) => (paths.length === 0 ? id : [])));
  const calls = others
    .filter(({ turn }) => turn !== undefined && usedUp.has(turn))
    .map(({ id }): Remaining => [id, []]);
  return [...remaining, ...calls];
}

/**
 * The remaining paths of turns of which an undo took back single calls. A turn is no longer in effect in a file that
 * only such a call changed: its change of the file is that of the call, byte for byte.
 */
async function ofTurns(engine: SnapshotEngine, { steps, live, notDone }: Done): Promise<Remaining[]> {
  const ids = new Set(steps.map(({ id }) => id));
  const turns = live.filter(
    (one) => one.scope === "turn" && !ids.has(one.id) && steps.some(({ turn }) => turn === one.id),
  );
  const all = await engine.diffAll([...turns, ...steps].map(effectOf));
  return turns.flatMap((turn, at): Remaining[] => {
    const calls = steps.flatMap((step, place) =>
      step.turn === turn.id ? changesOf(step, all[turns.length + place]!) : [],
    );
    const isOfCall = ({ path, before, after }: TreeChange) =>
      !notDone.has(path) &&
      calls.some((one) => one.path === path && same(one.before, before) && same(one.after, after));
    const own = changesOf(turn, all[at]!);
    const left = own.filter((change) => !isOfCall(change));
    return left.length === own.length ? [] : [[turn.id, left.map(({ path }) => path)]];
  });
}

interface Kept {
  readonly request: OperationRequest;
  readonly context: OperationContext;
  readonly rest: ReadonlyMap<GitPath, FileContent>;
  /** Files that could not be put back. */
  readonly untouched: ReadonlySet<GitPath>;
}

/**
 * After an undo of single hunks, stores the state after the step without these hunks, by the step's id; `undefined` if
 * the operation took back no hunk. The ref is one of the step's, so that prune deletes it together with the step.
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
