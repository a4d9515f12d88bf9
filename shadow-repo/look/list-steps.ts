import type { Io } from "../../kit/io.ts";
import type { CheckpointList } from "../journal/checkpoint.ts";
import { findSession, liveCheckpoints, tornOperation, type StoredCheckpoint } from "../journal/history.ts";
import { stepsOf } from "../journal/steps.ts";
import { openHistory } from "../open/open-shadow.ts";
import { historyWithOpen } from "../record/open-history.ts";
import { readAcross } from "../restore/across-plan.ts";
import { concerns } from "../restore/undo.ts";
import { filesOfCheckpoints, toCheckpoint } from "./list-checkpoints.ts";

export interface StepList extends CheckpointList {
  /** Whether a restore died on the way: the next undo takes that back, whatever it was asked for. */
  readonly isTorn: boolean;
}

/** The steps that `undo` takes back, as checkpoints, newest first: a turn stands for the tool calls made in it. */
export async function listSteps(io: Io, folder: string, session?: string): Promise<StepList> {
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
  return {
    worktree,
    checkpoints,
    isTorn: tornOperation(history) !== undefined || readAcross(place.shadow) !== undefined,
  };
}
