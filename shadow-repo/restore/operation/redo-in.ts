import type { Io } from "../../../kit/io.ts";
import { counted } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import { findSession, liveCheckpoints, stepsOf, type History, type Operation } from "../../journal/history.ts";
import type { Step } from "../../journal/records.ts";
import { redoable } from "../../journal/redoable.ts";
import { type OpenedHistory, openHistory, type OpenShadow } from "../../open/open-shadow.ts";
import type { Place } from "../../place.ts";
import { defined } from "../../../kit/defined.ts";
import { toGitPath } from "../../git-path.ts";
import { joinShares, sharesOfRedo } from "./shares.ts";
import { withGitLosses } from "./about-git-losses.ts";
import { throwWhereWrong, withSettled } from "./with-settled.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./restore-result.ts";
import { runOperation } from "./run-operation.ts";

export interface RedoOptions {
  /** How many undos to take back; default 1. */
  readonly count?: number;
  /** Takes back only undos of this session's checkpoints. */
  readonly session?: string;
  /** Whether files become exactly as they were, so that edits in other lines since the undo are undone, too. */
  readonly whole?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Takes back the newest undo or reset of a repository: the files get their state from right before it, edits of the
 * user included, and the undone checkpoints are in effect again. If the session made checkpoints since, the redo
 * becomes a checkpoint of its own instead.
 */
export async function redoIn(
  io: Io,
  place: Place,
  { count = 1, session, whole: isExact = false, dryRun = false, note }: RedoOptions & { readonly note?: More },
): Promise<RestoreResult> {
  if (session !== undefined && !dryRun)
    await throwWhereWrong(place, () => redoIn(io, place, { count, session, dryRun: true }));
  if (count > 1) await throwWhereFewer(io, place, session, { count, dryRun });
  if (dryRun) return redoNext(io, place, session, { count, isExact, dryRun, note });
  let all = NOTHING_RESTORED;
  for (let done = 0; done < count; done += 1) {
    const result = await redoNext(io, place, session, { count: 1, isExact, dryRun });
    if (!result.restored) return done === 0 ? result : all;
    all = done === 0 ? result : joined(all, result);
  }
  const { history } = await openHistory(io, place, "look");
  const own = session === undefined ? undefined : findSession(history, session);
  const told = { ...all, ...(!isExact && defined({ wayBack: undoOfRedo(history, all) })) };
  return withMore(told, note ?? { more: redoable(history, own).length }, session);
}

/**
 * The undo that takes a redo back: it is shorter to type than the restore of the state before the redo. It stays the
 * restore if the redo brought back only a part of a step, if newer steps follow, or if the redo met edits, which an undo
 * would not return.
 */
function undoOfRedo(
  history: History,
  { wayBack, undone, shares, skipped, conflicts }: RestoreResult,
): string | undefined {
  const parts = (shares?.size ?? 0) + skipped.length + conflicts.length;
  if (!wayBack?.startsWith("restore ") || undone.length === 0 || parts > 0) return wayBack;
  const newest = stepsOf(liveCheckpoints(history)).slice(-undone.length);
  const isSame = newest.every(([step]) => undone.some(({ id }) => id === step?.id));
  return isSame ? `undo${undone.length > 1 ? ` ${undone.length}` : ""}` : wayBack;
}

/** Further undos that a redo takes back. `isOneByOne`: each by a command of its own. */
export interface More {
  readonly more: number;
  readonly isOneByOne?: boolean;
}

/**
 * Adds a note about further undos that a redo takes back.
 * @param shown the undos of a preview, which the named command takes back as well; 0 if these are taken back already
 */
export function withMore(
  result: RestoreResult,
  { more, isOneByOne = false }: More,
  session: string | undefined,
  shown = 0,
): RestoreResult {
  if (more === 0) return result;
  const all = isOneByOne ? 1 : more + shown;
  const command = `snapveil redo${all === 1 ? "" : ` ${all}`}${session === undefined ? "" : ` --session ${session}`}`;
  const how = more > 1 && isOneByOne ? ", one by one" : shown > 0 && !isOneByOne ? " with this" : "";
  return { ...result, notes: [...result.notes, `${counted(more, "more undo")} can be redone${how}: ${command}`] };
}

/** Checks the count before any undo is taken back. @throws UserError if there are fewer undos than `count` */
async function throwWhereFewer(
  io: Io,
  place: Place,
  session: string | undefined,
  { count, dryRun }: Pick<RedoNext, "count" | "dryRun">,
): Promise<void> {
  const { history } = await openHistory(io, place, dryRun ? "look" : "mend");
  const own = session === undefined ? undefined : findSession(history, session);
  const there = redoable(history, own).length;
  if (there < count) throw new UserError("tooFewUndos", [String(count), String(there)]);
}

/** A redo that finds nothing to take back. */
const NOTHING_REDONE: RestoreResult = { ...NOTHING_RESTORED, isRedo: true };

interface RedoNext {
  readonly count: number;
  readonly isExact: boolean;
  readonly dryRun: boolean;
  readonly note?: More | undefined;
}

/**
 * Takes back the newest undo that is in effect. A dry run plans the redo of the newest `count` undos at once. An undo
 * whose redo would be a checkpoint without a change is passed over: what it took away is there again already.
 */
async function redoNext(
  io: Io,
  own: Place,
  session: string | undefined,
  { count, isExact, dryRun, note }: RedoNext,
): Promise<RestoreResult> {
  return withSettled(io, own, dryRun, async (opened) => {
    const { shadow, history } = opened;
    if (!shadow) return NOTHING_REDONE;
    const found = session === undefined ? undefined : findSession(history, session);
    const candidates = redoable(history, found);
    for (let end = candidates.length; end > 0; end -= 1) {
      const chosen = candidates.slice(Math.max(0, end - count), end);
      const result = await redoThese(io, { ...opened, shadow }, chosen, { isExact, dryRun });
      if (result) return dryRun ? withMore(result, note ?? { more: Math.max(0, end - count) }, session, count) : result;
    }
    return NOTHING_REDONE;
  });
}

/** Takes undos back; `undefined` if that would record a checkpoint without a change, so that nothing is recorded. */
async function redoThese(
  io: Io,
  { place, shadow, history }: OpenedHistory & OpenShadow,
  chosen: readonly Operation[],
  { isExact, dryRun }: Pick<RedoNext, "isExact" | "dryRun">,
): Promise<RestoreResult | undefined> {
  const undone = chosen.at(-1)!;
  const ids = new Set(chosen.flatMap(({ checkpoints = [] }) => checkpoints));
  const steps = history.checkpoints.filter(({ id }) => ids.has(id));
  const isCheckpoint = isOvertaken(history, undone);
  const result = await runOperation(
    io,
    { shadow, history },
    {
      kind: "redo",
      session: undone.session,
      prefix: place.prefix,
      steps: chosen.flatMap(toStep),
      operation: undone.id,
      ...(isCheckpoint && { isCheckpoint: true as const }),
    },
    dryRun,
    {
      steps,
      isExact,
      emptyFolders: chosen.flatMap(({ end }) => end?.folders ?? []),
      madeFolders: undone.end?.madeFolders,
    },
  );
  if (isCheckpoint && result.complete && result.changes.length === 0) return undefined;
  if (steps.length === 0) return result;
  const skipped = new Set(result.skipped.map(({ path }) => toGitPath(path)));
  const shares = await sharesOfRedo(shadow, steps, chosen, skipped);
  return withGitLosses(io, shadow.place, steps, { ...result, ...defined({ shares }) });
}

function toStep({ before, coverage, prefix, end, steps, remaining }: Operation): Step[] {
  const keptPaths = steps.flatMap((step) => step.kept ?? []);
  return end
    ? [
        {
          target: before,
          ...(coverage !== undefined && { coverage }),
          expected: end.after,
          prefix,
          ...(end.left && { left: end.left }),
          ...(keptPaths.length > 0 && { kept: keptPaths }),
          ...(remaining && { only: remaining }),
        },
      ]
    : [];
}

/** Joins the results of two redos; a file that both changed is counted once. */
function joined(one: RestoreResult, other: RestoreResult): RestoreResult {
  const known = new Set(one.changes.map(({ path }) => path));
  const again = other.changes.filter(({ path }) => known.has(path)).length;
  return {
    ...other,
    ...(one.wayBack !== undefined && { wayBack: one.wayBack }),
    files: one.files + other.files - again,
    complete: one.complete && other.complete,
    undone: [...one.undone, ...other.undone.filter(({ id }) => !one.undone.some((step) => step.id === id))],
    shares: joinShares(one, other),
    notes: [...new Set([...one.notes, ...other.notes])],
    skipped: [...one.skipped, ...other.skipped],
    already: [...new Set([...one.already, ...other.already])],
    conflicts: [...one.conflicts, ...other.conflicts],
    changes: [...one.changes, ...other.changes.filter(({ path }) => !known.has(path))],
    pairs: [...one.pairs, ...other.pairs],
  };
}

/**
 * Whether the session made checkpoints after the undo. If so, the undone checkpoints cannot simply be in effect again,
 * since they are older than the new ones.
 */
function isOvertaken(history: History, { order, session }: Operation): boolean {
  return liveCheckpoints(history).some(
    (one) => one.order > order && one.scope !== "manual" && (session === null || one.session === session),
  );
}
