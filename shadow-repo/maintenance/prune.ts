import { rmSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { dataDir } from "../../worktree/data-dir.ts";
import { chooseEngine } from "../open/choose-engine.ts";
import { findShadow } from "../create-shadow.ts";
import { blankForgottenLabels } from "../journal/blank-labels.ts";
import { readHistory } from "../journal/history.ts";
import { unpackRefs } from "../refs.ts";
import { findPlace, placeOf } from "../place.ts";
import { folderSize } from "../read-disk.ts";
import { withPruneLock, withRestoreLock } from "../locks/restore-lock.ts";
import { removeOdd, throwWhereDamaged } from "../open/sound-shadow.ts";
import { mendRefs } from "./broken-refs.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { CURRENT_SESSION } from "./start-maintenance.ts";
import { findOrphans, type Orphan } from "./orphans.ts";
import { DEFAULT_BUDGET, forget, oldestQuarter, outdated, type Budget } from "./retention.ts";
import { sweepLeftovers } from "./sweep-leftovers.ts";

export interface PruneOptions {
  /** Also remove the shadow repositories of worktrees that are no more. */
  readonly orphans?: boolean;
  readonly dryRun?: boolean;
  readonly budget?: Budget;
}

export interface PruneResult {
  /** `null` where only orphans were asked for, outside of any worktree. */
  readonly worktree: string | null;
  /** How many checkpoints and undos were forgotten; with a dry run: are too old. */
  readonly forgotten: number;
  /** Files that killed processes had left. */
  readonly swept: number;
  /** Bytes on disk. */
  readonly bytes_before: number;
  readonly bytes_after: number;
  /** Removed ones; with a dry run those that would be. */
  readonly orphans: readonly Orphan[];
}

/** Forgets what is over the budget, oldest first and never the newest session's, and gives the space back. */
export async function prune(
  io: Io,
  folder: string,
  { orphans = false, dryRun = false, budget = DEFAULT_BUDGET }: PruneOptions = {},
): Promise<PruneResult> {
  // Whoever removed their last project stands in none.
  if (orphans && !findPlace(io, folder) && dataDir(io) !== undefined) return orphansAlone(io, dryRun);
  const place = placeOf(io, folder);
  throwWhereDamaged(place);
  removeOdd(place);
  const exists = await findShadow(io, place);
  const current = io.env[CURRENT_SESSION];
  const before = folderSize(place.shadow);
  const found = orphans ? findOrphans(dataDir(io)) : [];
  const result = { worktree: place.worktree.root, bytes_before: before, orphans: found };
  if (dryRun || !exists) {
    if (!dryRun) removeAll(found);
    return {
      ...result,
      forgotten: outdated(readHistory(place.shadow), budget, io.now(), current).length,
      swept: 0,
      bytes_after: before,
    };
  }
  return withPruneLock(io, place, async () => {
    removeAll(found);
    let swept = 0;
    const engine = await chooseEngine(io, place);
    let forgotten = await alone(async () => {
      unpackRefs(place.shadow, io.pid);
      swept = sweepLeftovers(io, place);
      await mendRefs({ place, engine }, readHistory(place.shadow), io.pid);
      return outdated(readHistory(place.shadow), budget, io.now(), current);
    });
    for (;;) {
      io.progress?.({ doing: "Giving space back", done: 0, total: 0, unit: "files" });
      // git looks again for what was packed meanwhile; the other engine may not be reading a pack that goes.
      if (engine.name === "git") await collectGarbage(io, place);
      else await withRestoreLock(io, folder, false, () => collectGarbage(io, place));
      if (folderSize(place.shadow) <= budget.bytes) break;
      const more = await alone(() => oldestQuarter(readHistory(place.shadow), current));
      if (more === 0) break;
      forgotten += more;
    }
    blankForgottenLabels(place.shadow, io.pid);
    return { ...result, forgotten, swept, bytes_after: folderSize(place.shadow) };
  });

  /** Forgets while nobody restores; gives how many. */
  function alone(choose: () => readonly string[] | Promise<readonly string[]>): Promise<number> {
    return withRestoreLock(io, folder, false, async () => {
      const ids = await choose();
      forget(io, place, ids);
      return ids.length;
    });
  }
}

function orphansAlone(io: Io, dryRun: boolean): PruneResult {
  const orphans = findOrphans(dataDir(io));
  if (!dryRun) removeAll(orphans);
  return { worktree: null, orphans, forgotten: 0, swept: 0, bytes_before: 0, bytes_after: 0 };
}

function removeAll(orphans: readonly Orphan[]): void {
  for (const { shadow } of orphans) rmSync(shadow, { recursive: true, force: true });
}
