import type { Io } from "../../kit/io.ts";
import type { GitPath } from "../git-path.ts";
import { byBeginning, changesOf, liveCheckpoints, type StoredCheckpoint } from "../journal/history.ts";
import type { Step } from "../journal/journal.ts";
import { stepsOf } from "../journal/steps.ts";
import { openHistory, type Shadow } from "../open/open-shadow.ts";
import { askedPaths } from "../place.ts";
import { recoverTorn, withSettled } from "./recover-torn.ts";
import { withRestoreLock } from "../locks/restore-lock.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./restore-result.ts";
import { runOperation } from "./run-operation.ts";

export interface UndoOptions {
  /** How many steps; default 1. */
  readonly count?: number;
  /** Only checkpoints of this session. */
  readonly session?: string;
  /** Only these files and folders, relative to the folder of the command. The checkpoints then stay in effect. */
  readonly paths?: readonly string[];
  readonly dryRun?: boolean;
}

/**
 * Takes back the newest checkpoints: their files become what they were before. A turn is one step together with the
 * tool calls made in it, so that the same change is never taken back twice; a checkpoint made by hand is a mark, not a
 * step. After a restore that died on the way, the first step is the state before that restore.
 */
export async function undo(
  io: Io,
  folder: string,
  { count = 1, session, paths, dryRun = false }: UndoOptions = {},
): Promise<RestoreResult> {
  return withRestoreLock(io, folder, dryRun, async () => {
    const { place, shadow, history } = await openHistory(io, folder, dryRun ? "look" : "mend");
    if (!shadow) return NOTHING_RESTORED;
    const recovered = await recoverTorn(io, shadow, history, dryRun);
    // One that died before it touched a file left nothing to take back: the step that was asked for is the next one.
    if (recovered && recovered.files > 0) return recovered;
    const steps = stepsOf(liveCheckpoints(history, session));
    const chosen: StoredCheckpoint[] = [];
    for (let taken = 0; taken < count; ) {
      const step = steps.pop();
      if (!step) break;
      if (!(await concerns(shadow, step[0]!, place.prefix))) continue;
      chosen.push(...step);
      taken += 1;
    }
    return takeBack(io, shadow, chosen, dryRun, askedPaths(place, folder, paths));
  });
}

/**
 * Undoes checkpoints in one operation, whatever their order. By path it is a checkpoint of its own, as a restore is:
 * what was not asked for is still to be undone.
 */
async function takeBack(
  io: Io,
  shadow: Shadow,
  chosen: readonly StoredCheckpoint[],
  dryRun: boolean,
  paths?: readonly GitPath[],
): Promise<RestoreResult> {
  const turns = new Set(chosen.filter(({ scope }) => scope === "turn").map(({ id }) => id));
  // The turn's own difference already says what its calls did in the end.
  const told = chosen.filter(({ turn }) => turn === undefined || !turns.has(turn));
  if (told.length === 0) return NOTHING_RESTORED;
  const sessions = new Set(chosen.map(({ session }) => session));
  return runOperation(
    io,
    shadow,
    {
      kind: paths ? "restore" : "undo",
      session: sessions.size === 1 ? chosen[0]!.session : null,
      prefix: shadow.place.prefix,
      steps: told.toSorted(byBeginning).map(toStep),
      ...(paths ? { paths, isCheckpoint: true as const } : { checkpoints: chosen.map(({ id }) => id) }),
    },
    dryRun,
  );
}

function toStep({ before, after, prefix, left, brought, kept }: StoredCheckpoint): Step {
  return {
    target: before,
    expected: after,
    prefix,
    ...(left && { left }),
    ...(brought && { brought }),
    ...(kept && { kept }),
  };
}

/** Whether a checkpoint changed a file below a folder. */
export async function concerns({ engine }: Shadow, checkpoint: StoredCheckpoint, prefix: string): Promise<boolean> {
  if (checkpoint.prefix.startsWith(prefix)) return true;
  if (!prefix.startsWith(checkpoint.prefix)) return false;
  return changesOf(checkpoint, await engine.diff(checkpoint.before, checkpoint.after, prefix)).length > 0;
}

export interface ResetOptions {
  /** How many of the session's checkpoints stay; a negative number is 0. */
  readonly keep: number;
  readonly session: string;
  readonly dryRun?: boolean;
}

/** Takes back every checkpoint of a session whose index is at least `keep`, in one operation that one redo returns. */
export async function reset(
  io: Io,
  folder: string,
  { keep, session, dryRun = false }: ResetOptions,
): Promise<RestoreResult> {
  return withSettled(io, folder, dryRun, async ({ shadow, history }) => {
    if (!shadow) return NOTHING_RESTORED;
    const chosen = liveCheckpoints(history, session).slice(Math.max(0, keep));
    // A turn takes its calls along, also those that came before it in the list.
    const turns = new Set(chosen.filter(({ scope }) => scope === "turn").map(({ id }) => id));
    const calls = liveCheckpoints(history, session).filter(
      (one) => one.turn !== undefined && turns.has(one.turn) && !chosen.includes(one),
    );
    return takeBack(io, shadow, [...calls, ...chosen], dryRun);
  });
}
