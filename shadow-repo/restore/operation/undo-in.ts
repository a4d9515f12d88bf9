import { defined } from "../../../kit/defined.ts";
import type { Io } from "../../../kit/io.ts";
import { printable } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import { remark } from "../../engine.ts";
import { toText, type GitPath } from "../../git-path.ts";
import {
  byBeginning,
  changesOf,
  effectOf,
  findCheckpoint,
  findSession,
  type History,
  liveCheckpoints,
  remainingOf,
  stepsOf,
  type StoredCheckpoint,
} from "../../journal/history.ts";
import { readHistory } from "../../journal/replay.ts";
import type { BeginRecord, Step } from "../../journal/records.ts";
import { openHistory, type OpenShadow, type Shadow } from "../../open/open-shadow.ts";
import { askedPaths, type Place, placeForPaths } from "../../place.ts";
import { stateBeforeBackground } from "./about-background.ts";
import { withGitLosses } from "./about-git-losses.ts";
import { aboutOtherFolders } from "./about-other-folders.ts";
import { aboutExclude, aboutLastTurn } from "./about-unrecorded.ts";
import { attribute } from "./attribute.ts";
import type { HunkChoice } from "../hunks/choose-hunks.ts";
import { isInPlaceOnly, isStillWaiting, keptAmong } from "../kept/in-place.ts";
import { heldBy, planKept } from "../kept/plan-kept.ts";
import { aboutInPlace } from "./about-kept.ts";
import { throwWhereUnknown } from "./known-paths.ts";
import { foundNothing, recoverTorn, throwWhereWrong, withEnded } from "./with-settled.ts";
import { withRestoreLock } from "../../locks/restore-lock.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./restore-result.ts";
import { runOperation } from "./run-operation.ts";
import { storiesOf } from "./spare-others.ts";

/** The options of an undo in one repository. */
export interface UndoIn {
  /** How many steps; default 1. */
  readonly count?: number;
  /** Takes back only checkpoints of this session; the beginning of its id is enough. */
  readonly session?: string;
  /**
   * Takes back only these files and folders, relative to the folder of the place. A later undo takes back the step's
   * other files.
   */
  readonly paths?: readonly string[];
  /** Leaves files unchanged that no call of the session changed. */
  readonly onlyAgent?: boolean;
  /** Puts files back exactly as they were: a person's edits in other lines, during a step or since, are undone, too. */
  readonly whole?: boolean;
  /** Takes back only this step or call, also if newer steps follow it; the beginning of its id is enough. */
  readonly step?: string;
  /** Takes back only some hunks of one step. With a dry run the result lists these hunks, or without a choice every hunk. */
  readonly hunks?: HunkChoice;
  /** Puts back also ignored files that were changed in place, out of the kept copies. */
  readonly kept?: boolean;
  readonly dryRun?: boolean;
  /** Takes back exactly these steps instead of a count. The id of a turn's step is that of the turn's checkpoint. */
  readonly steps?: readonly string[];
  /** The mark that all undos of one command over several repositories have in common. */
  readonly across?: string;
}

/**
 * Takes back the newest steps of a repository: puts their files into the state before the steps. A turn is one step
 * together with its tool calls, so that no change is taken back twice; a checkpoint made by hand is no step. A turn or
 * call that never ended is a step, too. After an operation whose process died, the undo brings back the state before
 * that operation instead of a step. After an undo of single hunks, the step stays in effect in its other hunks.
 * @throws UserError if there are fewer steps, or if no step changed one of the paths; no file is changed then
 */
export async function undoIn(io: Io, own: Place, options: UndoIn): Promise<RestoreResult> {
  const { place, paths } = placeForPaths(own, options.paths);
  const { count = 1, session, step, hunks, kept = false, dryRun = false, steps } = options;
  if (hunks && count > 1) throw new UserError("oneStep");
  const filters = defined({ session, paths: paths.length > 0 ? paths : undefined, step, hunks, steps });
  const only = { ...filters, ...(kept && { kept }) };
  if (!dryRun && (count > 1 || Object.keys(only).length > 0))
    await throwWhereWrong(place, () => undoIn(io, place, { ...only, count, dryRun: true }));
  return withRestoreLock(io, place, dryRun, async () => {
    const { place: found, shadow, history } = await openHistory(io, place, dryRun ? "look" : "mend");
    if (!shadow) return nothingFor(count);
    const ended = await withEnded(io, shadow, history, dryRun);
    const recovered = await recoverTorn(io, shadow, ended, dryRun);
    // If the operation died before it touched a file, nothing is recovered, and the undo goes on with the steps.
    if (recovered && !foundNothing(recovered)) return recovered;
    const opened = { shadow, history: recovered && !dryRun ? readHistory(found.shadow) : ended };
    const whose = session === undefined ? undefined : findSession(opened.history, session);
    const { chosen, passed, waiting } = await chosenSteps(opened, whose, options);
    const asked = askedPaths(found, paths);
    if (chosen.length === 0) {
      const scope = { prefix: found.prefix, ...(asked && { paths: asked }) };
      const about = await aboutNone(shadow, whose, [...passed, ...waiting], scope);
      const [newest] = stepsOf(liveCheckpoints(opened.history, whose)).at(-1) ?? [];
      const named = step === undefined ? newest : stepOf(opened.history, whose, step)[0];
      const others = asked || passed.length > 0 ? [] : await aboutOtherFolders(shadow, named, step === undefined);
      const none = { ...NOTHING_RESTORED, ...about, notes: [...about.notes, ...others] };
      return withGitLosses(io, shadow.place, passed, none);
    }
    const result = await takeBack(io, opened, chosen, { ...options, dryRun, paths: asked, passed });
    return withGitLosses(io, shadow.place, [...chosen, ...passed], result);
  });
}

/**
 * What an undo tells that finds no step: kept files that stay, and changes that no checkpoint holds.
 */
async function aboutNone(
  shadow: Shadow,
  session: string | undefined,
  passed: readonly StoredCheckpoint[],
  asked: Pick<BeginRecord, "prefix" | "paths">,
): Promise<Pick<RestoreResult, "complete" | "skipped" | "notes" | "notHeld" | "keptInPlace">> {
  const plan = planKept(shadow.place, passed.toSorted(byBeginning), asked, { isWhole: false });
  const others = await aboutLastTurn(shadow, session, { ...asked, held: heldBy(plan) });
  return {
    complete: plan.staying.length === 0,
    skipped: plan.staying.map(remark),
    notes: [...aboutInPlace(plan.inPlace), ...others.notes, ...aboutExclude(shadow)],
    notHeld: others.notHeld,
    keptInPlace: plan.inPlace.map(({ file }) => toText(file.path)),
  };
}

/** The checkpoints of the steps of an undo, the newest step first. */
interface ChosenSteps {
  readonly chosen: readonly StoredCheckpoint[];
  /** Steps that the undo skips, since their only changes left are of kept files that were changed in place. */
  readonly passed: readonly StoredCheckpoint[];
  /** Steps that the undo skips, since an earlier undo left only kept files of theirs, and these still have to stay. */
  readonly waiting: readonly StoredCheckpoint[];
}

/** Chooses the steps by the options. @throws UserError if `count` is above 1 and there are fewer steps */
async function chosenSteps(
  { shadow, history }: OpenShadow,
  session: string | undefined,
  { count = 1, step: named, steps: among, kept = false, paths = [] }: UndoIn,
): Promise<ChosenSteps> {
  const all = named === undefined ? stepsOf(liveCheckpoints(history, session)) : [stepOf(history, session, named)];
  const steps = among ? all.filter(([step]) => among.includes(step!.id)) : all;
  const wanted = among ? among.length : count;
  const chosen: StoredCheckpoint[][] = [];
  const passed: StoredCheckpoint[] = [];
  const waiting: StoredCheckpoint[] = [];
  const isAny = named === undefined && !among;
  const isPassed = (step: readonly StoredCheckpoint[]) => isAny && !kept && step.every(isInPlaceOnly);
  const isWaiting = (step: readonly StoredCheckpoint[]) =>
    isAny && paths.length === 0 && isStillWaiting(shadow.place, step, kept);
  for (const step of steps.toReversed()) {
    if (chosen.length >= wanted) break;
    if (!(await concerns(shadow, step[0]!, shadow.place.prefix))) continue;
    if (isPassed(step)) passed.push(...step);
    else if (isWaiting(step)) waiting.push(...step);
    else chosen.push(step);
  }
  if (named === undefined && chosen.length < count && count > 1)
    throw tooFew(count, chosen.length, all.length, shadow.place.prefix);
  return { chosen: chosen.flat(), passed, waiting };
}

/** The error for a count of more steps than changed files below a folder. @param all the steps of the whole worktree */
function tooFew(count: number, found: number, all: number, prefix: GitPath): UserError {
  const [wanted, there] = [String(count), String(found)];
  return prefix !== "" && all > found
    ? new UserError("tooFewBelow", [wanted, there, printable(toText(prefix)), String(Math.min(count, all))])
    : new UserError("tooFewSteps", [wanted, there]);
}

/**
 * The checkpoints of the step with an id; of a call in a turn, the call alone. @throws UserError if the step is not in
 * effect
 */
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
  readonly whole?: boolean;
  readonly paths?: readonly GitPath[] | undefined;
  readonly hunks?: HunkChoice | undefined;
  readonly kept?: boolean;
  /** Steps that are not taken back, since their only changes left are of kept files that were changed in place. */
  readonly passed?: readonly StoredCheckpoint[];
  readonly across?: string | undefined;
}

/** Undoes checkpoints in one operation, whatever their order. */
export async function takeBack(
  io: Io,
  opened: OpenShadow,
  chosen: readonly StoredCheckpoint[],
  { dryRun, onlyAgent = false, whole = false, paths, hunks, kept = false, passed = [], across }: TakeBackOptions,
): Promise<RestoreResult> {
  const { shadow, history } = opened;
  const turns = new Set(chosen.filter(({ scope }) => scope === "turn").map(({ id }) => id));
  // The turn's own difference already holds the changes of its calls.
  const told = chosen.filter(({ turn }) => turn === undefined || !turns.has(turn)).toSorted(byBeginning);
  if (told.length === 0) return NOTHING_RESTORED;
  if (paths) await throwWhereUnknown(shadow, history, told, paths);
  const sessions = new Set(chosen.map(({ session }) => session));
  const stories = await storiesOf(shadow, { history, steps: chosen, onlyAgent });
  const {
    stayingPaths: leave,
    inPart,
    ...named
  } = await attribute(shadow, history, told, {
    takenWith: () => chosen,
    stories,
    onlyAgent,
    whole,
    separates: !whole && !hunks,
  });
  return runOperation(
    io,
    opened,
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
      stayingPaths: leave,
      steps: chosen,
      sparing: { stories, oldest: told[0]!.id, inPart: whole ? new Set() : inPart, onlyAgent, whole },
      isExact: whole,
      beforeBackground: stateBeforeBackground(history, told, shadow.place.prefix),
      ...(!hunks && { keeping: { steps: [...told, ...passed].toSorted(byBeginning), isWhole: kept } }),
      told,
      operations: history.operations,
      ...(hunks && { hunks: { ...hunks, step: told[0]!.id } }),
    },
  );
}

function toStep(one: StoredCheckpoint, stayingPaths: readonly GitPath[] = []): Step {
  const { coverageBefore, prefix, left: skippedPaths = [], brought: addedPaths, kept: keptPaths } = one;
  const [before, after] = effectOf(one);
  const only = remainingOf(one);
  return {
    target: before,
    ...(coverageBefore !== undefined && { coverage: coverageBefore }),
    expected: after,
    prefix,
    ...(skippedPaths.length + stayingPaths.length > 0 && { left: [...skippedPaths, ...stayingPaths] }),
    ...defined({ brought: addedPaths, kept: keptPaths, only }),
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
