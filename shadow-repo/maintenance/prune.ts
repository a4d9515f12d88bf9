import { rmSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { chooseEngine } from "../open/choose-engine.ts";
import { findShadow } from "../create-shadow.ts";
import { blankForgottenLabels } from "../journal/blank-labels.ts";
import type { History } from "../journal/history.ts";
import { readHistory } from "../journal/replay.ts";
import { allPending } from "../journal/pending.ts";
import { findPlace, placeOf } from "../place.ts";
import { removeLoneQueues } from "../record/late-queue.ts";
import { keepTitlesOf } from "../record/session-title.ts";
import { sizeOnDisk } from "../read-disk.ts";
import { forgetGoneFolders } from "../repository-notes.ts";
import { forgetTracked } from "../tracked.ts";
import { withPruneLock, withRestoreLock } from "../locks/restore-lock.ts";
import { removeOdd, throwWhereDamaged } from "../open/sound-shadow.ts";
import { mendRefs } from "./broken-refs.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { CURRENT_SESSION } from "./start-maintenance.ts";
import { findOrphans, type Orphan } from "./orphans.ts";
import { countUntilFits, fitsBudget } from "./fit-budget.ts";
import { isWarned, setWarning } from "./budget-warning.ts";
import { packRefs } from "./pack-refs.ts";
import {
  forget,
  newestSession,
  olderSessions,
  outdated,
  overBudget,
  readBudget,
  type Budget,
  type OverBudget,
} from "./retention.ts";
import { sweepGitState } from "./sweep-git-state.ts";
import { sweepKept } from "./sweep-kept.ts";
import { sweepLeftovers } from "./sweep-leftovers.ts";

export interface PruneOptions {
  /** Whether the shadow repositories of worktrees that no longer exist are removed, too. */
  readonly orphans?: boolean;
  readonly dryRun?: boolean;
  /** A budget that replaces the one in the user's settings. */
  readonly budget?: Budget;
}

export interface PruneResult {
  /** `null` if the command ran outside of any worktree, so that it only removed orphans. */
  readonly worktree: string | null;
  /** The number of forgotten checkpoints and undos; in a dry run, the number of those that are too old. */
  readonly forgotten: number;
  /** The number of removed files: leftovers of killed processes, and stored files that no checkpoint needs. */
  readonly swept: number;
  /** The size of the shadow repository on disk in bytes, before and after the prune. */
  readonly bytes_before: number;
  readonly bytes_after: number;
  /** The excess over the budget, in a dry run before anything is forgotten; `null` if the repository fits. */
  readonly over_budget: OverBudget | null;
  /** The removed orphans; in a dry run, those that would be removed. */
  readonly orphans: readonly Orphan[];
}

/**
 * Forgets outdated checkpoints, then the oldest ones until the rest fits the budget, and gives the space back. The
 * newest session comes last, and only if an earlier prune announced it, since somebody may be at work in it.
 */
export async function prune(
  io: Io,
  folder: string,
  { orphans = false, dryRun = false, budget: given }: PruneOptions = {},
): Promise<PruneResult> {
  // Outside of any worktree remove orphans only: a person who has deleted their last project runs the command there.
  const data = dataDir(io);
  if (orphans && data !== undefined && !findPlace(io, folder)) return orphansAlone(io, data, dryRun);
  const place = placeOf(io, folder);
  throwWhereDamaged(place);
  removeOdd(place);
  const exists = await findShadow(io, place);
  const budget = given ?? (await readBudget(io));
  const current = io.env[CURRENT_SESSION];
  const before = sizeOnDisk(place.shadow);
  const history = () => readHistory(place.shadow);
  const found = orphans ? findOrphans(place.data) : [];
  const result = { worktree: place.worktree.root, bytes_before: before, orphans: found };
  if (dryRun || !exists) {
    if (!dryRun) removeAll(io, place.data, found);
    return {
      ...result,
      forgotten: outdated(history(), budget, current).length,
      swept: 0,
      bytes_after: before,
      over_budget: overBudget(history(), before, budget, current),
    };
  }
  return withPruneLock(io, place, async () => {
    removeAll(io, place.data, found);
    let swept = 0;
    const shadow = { place, ...(await chooseEngine(io, place)) };
    // A prune by hand needs no announcement, since the person can see the result in a dry run before.
    const mayTouchNewest = current === undefined || isWarned(place);
    let forgotten = await alone(async () => {
      swept = sweepLeftovers(io, place, budget.days);
      await mendRefs(io, shadow, history());
      return outdated(history(), budget, current);
    });
    await giveBack();
    if (sizeOnDisk(place.shadow) > budget.bytes) {
      // The size is computed and not measured, since git keeps unneeded objects for an hour.
      const oldest = async (ids: readonly string[]) =>
        ids.slice(0, await countUntilFits(io, shadow, history(), budget, ids));
      let more = await alone(() => oldest(olderSessions(history(), current)));
      if (olderSessions(history(), current).length === 0 && mayTouchNewest)
        more += await alone(() => oldest(newestSession(history())));
      if (more > 0) await giveBack();
      forgotten += more;
    }
    blankForgottenLabels(place.shadow, io.pid);
    const after = sizeOnDisk(place.shadow);
    const isOver = after > budget.bytes && !(await fitsBudget(io, shadow, history(), budget));
    const over = isOver ? overBudget(history(), after, budget, current) : null;
    setWarning(io, place, over?.next === "newest session");
    return { ...result, forgotten, swept, bytes_after: after, over_budget: over };

    async function giveBack(): Promise<void> {
      io.progress?.({ doing: "Giving space back", done: 0, total: 0, unit: "files" });
      swept += sweepKept(io, place.shadow, history());
      if (shadow.engine.name === "git") swept += sweepGitState(io, place, history());
      // With git no lock is needed, since a git that is reading finds objects again that were packed meanwhile. The
      // other engine does not, so no undo may run while packs are removed.
      if (shadow.engine.name === "git") await collectGarbage(io, place);
      else await withRestoreLock(io, place, false, () => collectGarbage(io, place));
    }
  });

  /** Forgets the ids that `choose` gives, under the restore lock; gives their number. */
  function alone(choose: () => readonly string[] | Promise<readonly string[]>): Promise<number> {
    return withRestoreLock(io, place, false, async () => {
      const ids = await choose();
      forget(io, place, ids);
      forgetTitles(place.shadow, ids, history());
      packRefs(io, place.shadow, history());
      return ids.length;
    });
  }
}

/** Deletes the stored titles of sessions that have neither a checkpoint nor an open step. */
function forgetTitles(shadow: string, ids: readonly string[], { checkpoints }: History): void {
  if (ids.length === 0) return;
  const waiting = allPending(shadow).flatMap(({ key }) => key?.session ?? []);
  keepTitlesOf(shadow, new Set([...waiting, ...checkpoints.flatMap(({ session }) => session ?? [])]));
}

function orphansAlone(io: Pick<Io, "now">, data: string, dryRun: boolean): PruneResult {
  const orphans = findOrphans(data);
  if (!dryRun) removeAll(io, data, orphans);
  return { worktree: null, orphans, forgotten: 0, swept: 0, bytes_before: 0, bytes_after: 0, over_budget: null };
}

function removeAll(io: Pick<Io, "now">, data: string, orphans: readonly Orphan[]): void {
  for (const { shadow, worktree } of orphans) {
    rmSync(shadow, { recursive: true, force: true });
    forgetTracked(data, worktree);
  }
  removeLoneQueues(io, data);
  forgetGoneFolders(data);
}
