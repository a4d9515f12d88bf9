import type { Io } from "../../kit/io.ts";
import type { GitPath } from "../git-path.ts";
import type { Checkpoint, CheckpointList } from "../journal/checkpoint.ts";
import {
  changesOf,
  findSession,
  type History,
  liveCheckpoints,
  stepsOf,
  type StoredCheckpoint,
  tornOperation,
} from "../journal/history.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { findPlaces, onlyPlace, type Places } from "../places.ts";
import { readJointMark } from "../restore/across/joint-mark.ts";
import { jointSteps, type Recorded, recordedIn } from "../restore/across/steps.ts";
import { concerns } from "../restore/operation/undo-in.ts";
import { filesOfCheckpoints, toCheckpoint } from "./checkpoint-rows.ts";
import { joinRows } from "./join-rows.ts";

export interface StepList extends CheckpointList {
  /**
   * Whether an undo, redo or restore was interrupted, since its process died. The next undo takes that operation back
   * instead of a step.
   */
  readonly isTorn: boolean;
}

/** The steps that `undo` takes back, as checkpoints, newest first; a turn stands for its calls. */
export async function listSteps(io: Io, folder: string, session?: string): Promise<StepList> {
  const places = findPlaces(io, folder);
  const all = await recordedIn(io, places.all);
  const only = onlyPlace(places);
  const isHalfDone = !only && readJointMark(places) !== undefined;
  const isTorn = isHalfDone || all.some(({ history }) => tornOperation(history) !== undefined);
  const checkpoints = only ? await ownSteps(all, session) : await stepsOfAll(places, all, session);
  return { worktree: places.root, checkpoints, isTorn };
}

/** The steps of one repository that changed files in the command's folder, newest first. */
async function ownSteps(all: readonly Recorded[], session: string | undefined): Promise<Checkpoint[]> {
  const [one] = all;
  if (!one) return [];
  const own = session === undefined ? undefined : findSession(one.history, session);
  const steps: StoredCheckpoint[] = [];
  for (const [whole] of stepsOf(liveCheckpoints(one.history, own)).toReversed())
    if (await concerns(one.shadow, whole!, one.place.prefix)) steps.push(whole!);
  return shown(one, steps);
}

async function stepsOfAll(
  places: Places,
  all: readonly Recorded[],
  session: string | undefined,
): Promise<Checkpoint[]> {
  const members = jointSteps(places, all, session).flat();
  const rows = new Map<StoredCheckpoint, Checkpoint>();
  for (const one of all) {
    const steps = members.flatMap((member) => (member.in === one ? member.step : []));
    for (const [at, checkpoint] of (await shown(one, steps)).entries()) rows.set(steps[at]!, checkpoint);
  }
  return joinRows(
    places,
    members.map(({ in: { place }, step }) => ({ place, stored: step, checkpoint: rows.get(step)! })),
  );
}

async function shown({ shadow, history, open }: Recorded, steps: readonly StoredCheckpoint[]): Promise<Checkpoint[]> {
  const files = await filesOfCheckpoints(shadow.engine, steps);
  return steps.map((step, at) =>
    toCheckpoint(history, step, { index: at, files: files[at], isOpen: open.has(step.id) }),
  );
}

/** A step in effect, and the asked paths that it changed. */
export interface TouchedStep {
  readonly step: StoredCheckpoint;
  readonly paths: readonly GitPath[];
}

/**
 * The steps in effect after a checkpoint that changed one of the paths, oldest first. A restore of the checkpoint takes
 * back these changes, too. A turn stands for its calls.
 */
export async function laterSteps(
  { engine }: Shadow,
  history: History,
  id: string,
  paths: ReadonlySet<GitPath>,
): Promise<TouchedStep[]> {
  const from = [...history.checkpoints, ...history.operations].find((one) => one.id === id);
  if (!from) return [];
  const steps = stepsOf(liveCheckpoints(history)).filter(
    (all) => all[0]!.order > from.order && !all.some((one) => one.id === id),
  );
  const wholes = steps.map(([whole]) => whole!);
  const all = await engine.diffAll(wholes.map(({ before, after }) => [before, after] as const));
  return wholes.flatMap((step, at) => {
    const own = changesOf(step, all[at]!).flatMap(({ path }) => (paths.has(path) ? path : []));
    return own.length > 0 ? [{ step, paths: own }] : [];
  });
}
