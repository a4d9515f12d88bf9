import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { isAmong, toText, type GitPath } from "../git-path.ts";
import {
  byBeginning,
  changesOf,
  effectOf,
  findCheckpoint,
  findSession,
  liveCheckpoints,
  readHistory,
  remainingOf,
  type History,
  type StoredCheckpoint,
} from "../journal/history.ts";
import type { Step } from "../journal/journal.ts";
import { stepsOf } from "../journal/steps.ts";
import { openHistory, type Shadow } from "../open/open-shadow.ts";
import { askedPaths } from "../place.ts";
import { otherBranch } from "./about-git.ts";
import { aboutLastTurn } from "./about-unrecorded.ts";
import { attribute } from "./attribute.ts";
import type { HunkChoice } from "./hunks/choose-hunks.ts";
import { aboutInPlace } from "./about-kept.ts";
import { isInPlaceOnly, keptAmong } from "./kept/in-place.ts";
import { planKept } from "./kept/plan-kept.ts";
import { foundNothing, recoverTorn, withEnded, withSettled } from "./recover-torn.ts";
import { throwWhereWrong } from "./check-request.ts";
import { withRestoreLock } from "../locks/restore-lock.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./restore-result.ts";
import { runOperation } from "./run-operation.ts";
import { storiesOf } from "./spare-others.ts";

export interface UndoOptions {
  /** How many steps; default 1. */
  readonly count?: number;
  /** Takes back only checkpoints of this session; the beginning of its id is enough. */
  readonly session?: string;
  /**
   * Takes back only these files and folders, relative to the folder of the command. All others are still to be undone.
   */
  readonly paths?: readonly string[];
  /** Leaves files unchanged that no call of the session changed. */
  readonly onlyAgent?: boolean;
  /** Takes back only this step, wherever it lies, or one call of a turn; the beginning of its id is enough. */
  readonly step?: string;
  /** Takes back only some hunks of one step. With a dry run the result lists every hunk. */
  readonly hunks?: HunkChoice;
  /** Puts back also ignored files that were changed in place, out of the kept copies. */
  readonly kept?: boolean;
  readonly dryRun?: boolean;
  /** Takes back just these steps, by the ids of the checkpoints of the whole step, in the place of a count. */
  readonly steps?: readonly string[];
  /** The mark that the undo shares with those of the same command in other repositories. */
  readonly across?: string;
}

/**
 * Takes back the newest checkpoints: their files get their state from before. A turn is one step together with its tool
 * calls, so that the same change is never taken back twice; a checkpoint made by hand is a mark, not a step. A turn or
 * call that never ended is a step, too. After a restore that died on the way, the first step is the state before that
 * restore. If only hunks are taken back, the step goes on to hold the others.
 * @throws UserError if there are fewer steps, or no step changed one of the paths: nothing is done then
 */
export async function undo(
  io: Io,
  folder: string,
  {
    count = 1,
    session,
    paths,
    onlyAgent = false,
    step: named,
    hunks,
    kept = false,
    dryRun = false,
    steps: among,
    across,
  }: UndoOptions = {},
): Promise<RestoreResult> {
  if (hunks && count > 1) throw new UserError("oneStep");
  const only = { ...defined({ session, paths, step: named, hunks, steps: among }), ...(kept && { kept }) };
  if (!dryRun && (count > 1 || Object.keys(only).length > 0))
    await throwWhereWrong(io, folder, () => undo(io, folder, { ...only, count, dryRun: true }));
  return withRestoreLock(io, folder, dryRun, async () => {
    const { place, shadow, history } = await openHistory(io, folder, dryRun ? "look" : "mend");
    if (!shadow) return nothingFor(count);
    const ended = await withEnded(io, shadow, history, dryRun);
    const recovered = await recoverTorn(io, shadow, ended, dryRun);
    // An operation that died before it touched a file left nothing to take back: the asked step is the next one.
    if (recovered && !foundNothing(recovered)) return recovered;
    const whole = recovered && !dryRun ? readHistory(shadow.place.shadow) : ended;
    const own = session === undefined ? undefined : findSession(whole, session);
    const all = named === undefined ? stepsOf(liveCheckpoints(whole, own)) : [stepOf(whole, own, named)];
    const steps = among ? all.filter(([step]) => among.includes(step!.id)) : all;
    const chosen: StoredCheckpoint[] = [];
    const passed: StoredCheckpoint[] = [];
    let taken = 0;
    while (taken < (among ? among.length : count)) {
      const step = steps.pop();
      if (!step) break;
      if (!(await concerns(shadow, step[0]!, place.prefix))) continue;
      if (!named && !among && !kept && step.every(isInPlaceOnly)) {
        passed.push(...step);
        continue;
      }
      chosen.push(...step);
      taken += 1;
    }
    if (!named && taken < count && count > 1) throw new UserError("tooFewSteps", [String(count), String(taken)]);
    const asked = askedPaths(place, folder, paths);
    if (chosen.length === 0)
      return {
        ...NOTHING_RESTORED,
        notes: [
          ...aboutInPlace(planKept(place, passed.toSorted(byBeginning), { prefix: place.prefix }, false).inPlace),
          ...(await aboutLastTurn(shadow, own, { prefix: place.prefix, ...(asked && { paths: asked }) })),
        ],
      };
    return takeBack(io, shadow, whole, chosen, { dryRun, onlyAgent, paths: asked, hunks, kept, passed, across });
  });
}

/** The step of an id; for a call only the call. @throws UserError if it cannot be taken back */
function stepOf(history: History, session: string | undefined, id: string): StoredCheckpoint[] {
  const live = liveCheckpoints(history, session);
  const named = findCheckpoint(history, id).id;
  const one = live.find((own) => own.id === named && own.scope !== "manual");
  if (!one) throw new UserError("notAStep", [printable(id), named]);
  return stepsOf(live).find(([whole]) => whole === one) ?? [one];
}

function nothingFor(count: number): RestoreResult {
  if (count > 1) throw new UserError("tooFewSteps", [String(count), "0"]);
  return NOTHING_RESTORED;
}

interface TakeBackOptions {
  readonly dryRun: boolean;
  readonly onlyAgent?: boolean;
  readonly paths?: readonly GitPath[] | undefined;
  readonly hunks?: HunkChoice | undefined;
  readonly kept?: boolean;
  /** Steps that are not taken back, since only files that were changed in place are left of these. */
  readonly passed?: readonly StoredCheckpoint[];
  readonly across?: string | undefined;
}

/** Undoes checkpoints in one operation, whatever their order. */
async function takeBack(
  io: Io,
  shadow: Shadow,
  history: History,
  chosen: readonly StoredCheckpoint[],
  { dryRun, onlyAgent = false, paths, hunks, kept = false, passed = [], across }: TakeBackOptions,
): Promise<RestoreResult> {
  const turns = new Set(chosen.filter(({ scope }) => scope === "turn").map(({ id }) => id));
  // The turn's own difference already holds the changes of its calls.
  const told = chosen.filter(({ turn }) => turn === undefined || !turns.has(turn)).toSorted(byBeginning);
  if (told.length === 0) return NOTHING_RESTORED;
  if (paths) await throwWhereUnknown(shadow, told, paths);
  const sessions = new Set(chosen.map(({ session }) => session));
  const stories = await storiesOf(shadow, { history, steps: chosen, onlyAgent });
  const { leave, ...named } = await attribute(shadow, history, told, { chosen, stories, onlyAgent });
  return runOperation(
    io,
    shadow,
    {
      kind: "undo",
      session: sessions.size === 1 ? chosen[0]!.session : null,
      prefix: shadow.place.prefix,
      steps: told.map((one) => toStep(one, leave.get(one.id))),
      checkpoints: chosen.map(({ id }) => id),
      ...defined({ paths, across }),
    },
    dryRun,
    {
      ...named,
      steps: chosen,
      live: liveCheckpoints(history),
      sparing: { stories, oldest: told[0]!.id },
      ...(!hunks && { keeping: { steps: [...told, ...passed].toSorted(byBeginning), isWhole: kept } }),
      notByUs: otherBranch(shadow.place, told),
      ...(hunks && { hunks: { ...hunks, step: told[0]!.id } }),
    },
  );
}

/** @throws UserError if the steps changed none of the files at a path */
async function throwWhereUnknown(
  { engine }: Shadow,
  steps: readonly StoredCheckpoint[],
  paths: readonly GitPath[],
): Promise<void> {
  const all = await engine.diffAll(steps.map(({ before, after }) => [before, after] as const));
  const changed = steps.flatMap((step, at) => changesOf(step, all[at]!));
  const names = [...changed.map(({ path }) => path), ...steps.flatMap((step) => keptAmong(step, () => true))];
  const unknown = paths.find((path) => !names.some((name) => isAmong(name, [path])));
  if (unknown !== undefined) throw new UserError("unknownPath", [printable(toText(unknown))]);
}

function toStep(one: StoredCheckpoint, leave: readonly GitPath[] = []): Step {
  const { coverageBefore, prefix, left = [], brought, kept } = one;
  const [before, after] = effectOf(one);
  const only = remainingOf(one);
  return {
    target: before,
    ...(coverageBefore !== undefined && { coverage: coverageBefore }),
    expected: after,
    prefix,
    ...(left.length + leave.length > 0 && { left: [...left, ...leave] }),
    ...defined({ brought, kept, only }),
  };
}

/** Whether a checkpoint changed a file below a folder. */
export async function concerns({ engine }: Shadow, checkpoint: StoredCheckpoint, prefix: string): Promise<boolean> {
  if (checkpoint.prefix.startsWith(prefix)) return true;
  if (!prefix.startsWith(checkpoint.prefix)) return false;
  if (keptAmong(checkpoint, (path) => path.startsWith(prefix)).length > 0) return true;
  const [before, after] = effectOf(checkpoint);
  return changesOf(checkpoint, await engine.diff(before, after, prefix)).length > 0;
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
  if (!dryRun) await throwWhereWrong(io, folder, () => reset(io, folder, { keep, session, dryRun: true }));
  return withSettled(io, folder, dryRun, async ({ shadow, history }) => {
    if (!shadow) return NOTHING_RESTORED;
    const own = findSession(history, session);
    const chosen = liveCheckpoints(history, own).slice(Math.max(0, keep));
    // A turn takes its calls along, also calls that stand before it in the list.
    const turns = new Set(chosen.filter(({ scope }) => scope === "turn").map(({ id }) => id));
    const calls = liveCheckpoints(history, own).filter(
      (one) => one.turn !== undefined && turns.has(one.turn) && !chosen.includes(one),
    );
    return takeBack(io, shadow, history, [...calls, ...chosen], { dryRun });
  });
}
