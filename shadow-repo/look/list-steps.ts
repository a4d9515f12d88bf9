import type { Io } from "../../kit/io.ts";
import type { Checkpoint, CheckpointList } from "../journal/checkpoint.ts";
import { findSession, liveCheckpoints, tornOperation, type StoredCheckpoint } from "../journal/history.ts";
import { stepsOf } from "../journal/steps.ts";
import { openHistory } from "../open/open-shadow.ts";
import { historyWithOpen } from "../record/open-history.ts";
import { readAcross } from "../restore/across/across-plan.ts";
import { placesOf, recordedIn, stepsAcross } from "../restore/across/steps-across.ts";
import { concerns } from "../restore/undo.ts";
import { findHome, type Home } from "../together.ts";
import { filesOfCheckpoints, toCheckpoint } from "./checkpoint-rows.ts";
import { joinRows } from "./join-rows.ts";

export interface StepList extends CheckpointList {
  /** Whether a restore died on the way: the next undo takes that restore back, whatever else was asked for. */
  readonly isTorn: boolean;
}

/** The steps that `undo` takes back, as checkpoints, newest first: a turn stands for the tool calls made in it. */
export async function listSteps(io: Io, folder: string, session?: string): Promise<StepList> {
  const home = findHome(io, folder);
  if (!home.place || placesOf(io, home).length > 1) return listStepsAcross(io, home, session);
  const { place, shadow, history: ended } = await openHistory(io, folder, "look");
  const worktree = place.worktree.root;
  if (!shadow) return { worktree, checkpoints: [], isTorn: false };
  const { history, open } = await historyWithOpen(io, shadow, ended);
  const own = session === undefined ? undefined : findSession(history, session);
  const steps: StoredCheckpoint[] = [];
  for (const [whole] of stepsOf(liveCheckpoints(history, own)).toReversed())
    if (await concerns(shadow, whole!, place.prefix)) steps.push(whole!);
  const files = await filesOfCheckpoints(shadow.engine, steps);
  const checkpoints = steps.map((one, at) =>
    toCheckpoint(history, one, { index: at, files: files[at], isOpen: open.has(one.id) }),
  );
  return { worktree, checkpoints, isTorn: tornOperation(history) !== undefined };
}

async function listStepsAcross(io: Io, home: Home, session: string | undefined): Promise<StepList> {
  const all = await recordedIn(io, placesOf(io, home));
  const groups = stepsAcross(home, all, session);
  const shown = new Map<StoredCheckpoint, Checkpoint>();
  for (const one of all) {
    const steps = groups.flat().flatMap((member) => (member.in === one ? member.step : []));
    const files = await filesOfCheckpoints(one.shadow.engine, steps);
    for (const [at, step] of steps.entries())
      shown.set(step, toCheckpoint(one.history, step, { index: at, files: files[at], isOpen: one.open.has(step.id) }));
  }
  const rows = groups.flat().map(({ in: { place }, step }) => ({ place, stored: step, checkpoint: shown.get(step)! }));
  return {
    worktree: home.root,
    checkpoints: joinRows(home, rows),
    isTorn: readAcross(io, home) !== undefined || all.some(({ history }) => tornOperation(history) !== undefined),
  };
}
