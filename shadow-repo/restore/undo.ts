import type { Io } from "../../kit/io.ts";
import type { GitPath } from "../git-path.ts";
import { byBeginning, liveCheckpoints, type StoredCheckpoint } from "../journal/history.ts";
import type { Step } from "../journal/journal.ts";
import { changesOf } from "../look/list-checkpoints.ts";
import { openHistory, type Shadow } from "../open-shadow.ts";
import { recoverTorn } from "./recover-torn.ts";
import { withRestoreLock } from "./restore-lock.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./restore-result.ts";
import { pathOf } from "./restore.ts";
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
    const { place, shadow, history } = await openHistory(io, folder);
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
    return takeBack(
      io,
      shadow,
      chosen,
      dryRun,
      paths && paths.length > 0 ? paths.map((path) => pathOf(place, folder, path)) : undefined,
    );
  });
}

/**
 * Undoes checkpoints in one operation, whatever their order. By path it is a checkpoint of its own, as a restore is:
 * what was not asked for is still to be undone.
 */
export async function takeBack(
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

/** Checkpoints that are taken back together, oldest first; each begins with the one that tells the whole. */
export function stepsOf(live: readonly StoredCheckpoint[]): StoredCheckpoint[][] {
  const steps = new Map<string, StoredCheckpoint[]>();
  const turns = new Map(live.filter(({ scope }) => scope === "turn").map((turn) => [turn.id, turn]));
  for (const one of live) {
    if (one.scope === "manual") continue;
    const turn = one.turn === undefined ? undefined : turns.get(one.turn);
    const whole = turn && turn.order > one.order ? turn : one; // a call that ended after its turn is a step of its own
    const step = steps.get(whole.id);
    if (step) step.push(...(step.includes(one) ? [] : [one]));
    else steps.set(whole.id, whole === one ? [one] : [whole, one]);
  }
  return [...steps.values()].toSorted((one, other) => one[0]!.order - other[0]!.order);
}

export async function concerns({ engine }: Shadow, checkpoint: StoredCheckpoint, prefix: string): Promise<boolean> {
  if (checkpoint.prefix.startsWith(prefix)) return true;
  if (!prefix.startsWith(checkpoint.prefix)) return false;
  return changesOf(checkpoint, await engine.diff(checkpoint.before, checkpoint.after, prefix)).length > 0;
}
