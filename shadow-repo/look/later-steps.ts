import type { GitPath } from "../git-path.ts";
import { changesOf, liveCheckpoints, type History, type StoredCheckpoint } from "../journal/history.ts";
import { stepsOf } from "../journal/steps.ts";
import type { Shadow } from "../open/open-shadow.ts";

/** A step in effect, and the paths among some that it changed. */
export interface TouchedStep {
  readonly step: StoredCheckpoint;
  readonly paths: readonly GitPath[];
}

/**
 * Steps in effect that came after a checkpoint and changed one of these paths, oldest first: a restore of the checkpoint
 * takes their changes of these paths along. A turn stands for its calls.
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
