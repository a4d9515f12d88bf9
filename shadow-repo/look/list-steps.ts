import type { Io } from "../../kit/io.ts";
import type { Checkpoint, CheckpointList } from "../journal/checkpoint.ts";
import { findSession, liveCheckpoints, tornOperation, type StoredCheckpoint } from "../journal/history.ts";
import { stepsOf } from "../journal/steps.ts";
import { findPlaces, onlyPlace, type Places } from "../places.ts";
import { readJointMark } from "../restore/across/joint-mark.ts";
import { jointSteps, recordedIn, type Recorded } from "../restore/across/steps.ts";
import { concerns } from "../restore/operation/undo-in.ts";
import { filesOfCheckpoints, toCheckpoint } from "./checkpoint-rows.ts";
import { joinRows } from "./join-rows.ts";

export interface StepList extends CheckpointList {
  /** Whether a restore died on the way: the next undo takes that restore back, whatever else was asked for. */
  readonly isTorn: boolean;
}

/** The steps that `undo` takes back, as checkpoints, newest first: a turn stands for the tool calls made in it. */
export async function listSteps(io: Io, folder: string, session?: string): Promise<StepList> {
  const places = findPlaces(io, folder);
  const all = await recordedIn(io, places.all);
  const only = onlyPlace(places);
  const isHalfDone = !only && readJointMark(places) !== undefined;
  const isTorn = isHalfDone || all.some(({ history }) => tornOperation(history) !== undefined);
  const checkpoints = only ? await ownSteps(all, session) : await stepsOfAll(places, all, session);
  return { worktree: places.root, checkpoints, isTorn };
}

/** The steps in one repository that concern the command's folder. */
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
