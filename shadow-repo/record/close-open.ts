import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { CoverageId } from "../coverage.ts";
import { hasShadow } from "../create-shadow.ts";
import type { Capture, ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { History } from "../journal/history.ts";
import { readHistory, withFurther } from "../journal/replay.ts";
import { journalSize, nextMoment } from "../journal/journal-file.ts";
import { appendRecord } from "../journal/journal.ts";
import type { CheckpointRecord } from "../journal/records.ts";
import { type Pending, takeAllPending, type Taken } from "../journal/pending.ts";
import { keepWorktree } from "../keep/keep-worktree.ts";
import { openShadow, type Shadow } from "../open/open-shadow.ts";
import { newId, type Place } from "../place.ts";
import { headOf } from "../source/head.ts";
import { callsWereSeen, forgetCalls, lastState, passCallsOn } from "./calls-seen.ts";
import { type OpenStep, openSteps } from "./open-steps.ts";
import { withOwed, writeOwed } from "./owed-checkpoints.ts";
import { makeCheckpoint, writeDown } from "./write-checkpoint.ts";
import { stampsOf } from "./unrecorded.ts";

/** Captures the present below a folder, at most once for each folder. */
export type Present = (prefix: GitPath) => Promise<Capture>;

export function presentOf({ engine }: Shadow): Present {
  const known = new Map<GitPath, Promise<Capture>>();
  return async (prefix) => {
    const found = known.get(prefix) ?? Promise.resolve(engine.capture({ prefix }));
    known.set(prefix, found);
    return found;
  };
}

/** Whether a turn or call of a session is open. */
export function isWaiting(shadow: string, session: string): boolean {
  return takeAllPending(shadow).some(({ pending }) => pending.key?.session === session);
}

/**
 * Writes checkpoints of a session's turns and calls that never ended, when the next turn begins, or the session begins
 * again or ends. Without a checkpoint, no undo could use their states before.
 */
export async function closeSession(io: Io, shadow: Shadow, session: string, present: Present): Promise<void> {
  const own = ({ pending }: Taken) => pending.key?.session === session;
  const { steps, stale } = openSteps(shadow.place.shadow, readHistory(shadow.place.shadow));
  for (const taken of stale.filter(own)) taken.done();
  for (const step of steps.filter(({ taken }) => own(taken))) {
    writeOwed(shadow.place.shadow, step.taken.pending);
    writeDown(io, shadow, step.taken, await openRecord(io, shadow, step, present));
    for (const call of step.calls) call.done();
    step.taken.done();
    forgetCalls(shadow.place.shadow, step.taken.pending.id);
  }
}

/** Closes a session's open turns and calls without recording a new state; creates no file if none is open. */
export async function closeOpen(io: Io, place: Place, session: string): Promise<void> {
  if (!hasShadow(place) || !isWaiting(place.shadow, session)) return;
  const shadow = await openShadow(io, place);
  await closeSession(io, shadow, session, presentOf(shadow));
}

/**
 * Writes a checkpoint of every open turn and call before files are put back, so that the changes until now are a step.
 * The turns and calls stay open, with the present state as their new beginning. Returns the history with these
 * checkpoints.
 */
export async function closeForOperation(io: Io, shadow: Shadow, history: History, present: Present): Promise<History> {
  const folder = shadow.place.shadow;
  const { steps, stale } = openSteps(folder, history);
  if (steps.length === 0 && stale.length === 0) return history;
  const size = journalSize(folder);
  for (const taken of stale) taken.done();
  for (const step of steps) {
    const { taken, calls } = step;
    writeOwed(folder, taken.pending);
    const record = await openRecord(io, shadow, step, present);
    const { tree, coverage } = await present(taken.pending.prefix);
    const id = newId();
    const now = { tree, coverage };
    if (record) taken.keep(record.after, io.pid);
    // Later changes are another step. Its tie is the former one and a `+`, so that all repositories of the turn get
    // equal ties.
    const { tie: former = taken.pending.id, key } = taken.pending;
    const tie = key?.kind === "turn" ? { tie: `${former}+` } : {};
    const next = await restarted(io, shadow, { ...taken.pending, id, ...tie }, now);
    // The new "before" holds the checkpoint as `owed` until the journal has it, in case the process is killed.
    taken.replace(record ? { ...next, owed: record } : next, io.pid);
    for (const call of calls)
      call.replace(await restarted(io, shadow, { ...call.pending, id: newId(), turn: id }, now), io.pid);
    passCallsOn(folder, taken.pending.id, id);
    if (record) {
      appendRecord(folder, record);
      taken.replace(next, io.pid);
    }
  }
  return journalSize(folder) === size ? history : readHistory(folder);
}

/** After an operation put files back, stores the new state as the state before every open turn and call. */
export async function restartOpen(
  io: Io,
  shadow: Shadow,
  after: { readonly tree: ObjectId; readonly coverage?: CoverageId | undefined; readonly prefix: GitPath },
): Promise<void> {
  for (const taken of takeAllPending(shadow.place.shadow)) {
    const { pending } = taken;
    const state = pending.prefix.startsWith(after.prefix)
      ? after
      : await shadow.engine.capture({ prefix: pending.prefix });
    taken.replace(await restarted(io, shadow, pending, state), io.pid);
  }
}

async function restarted(
  io: Io,
  shadow: Shadow,
  {
    owed: _owed,
    head: _head,
    coverage: _coverage,
    holdsFrom: _holdsFrom,
    early: _early,
    keep: former,
    unrecorded,
    ...pending
  }: Pending,
  { tree, coverage }: { readonly tree: ObjectId; readonly coverage?: CoverageId | undefined },
): Promise<Pending> {
  const { place } = shadow;
  const head = headOf(place.worktree);
  const keep = former === undefined ? undefined : (await keepWorktree(io, shadow, pending.prefix)).id;
  return {
    ...pending,
    tree,
    startedAt: io.now().toISOString(),
    began: nextMoment(place.shadow),
    ...defined({ coverage, head, keep }),
    ...(unrecorded && { unrecorded: stampsOf(place, { prefix: pending.prefix, coverage }) }),
  };
}

/** The paths that changed since one of several states. A state that is lost is left out. */
export async function changedSince(
  { engine }: Shadow,
  states: readonly ObjectId[],
  tree: ObjectId,
  prefix: GitPath,
): Promise<GitPath[]> {
  if (states.length === 0) return [];
  const known = await engine.sizes(states);
  const before = [...new Set(states)].filter((one) => known.has(one));
  const differences = await engine.diffAll(before.map((one) => [one, tree] as const));
  const paths = differences.flat().map(({ path }) => path);
  return [...new Set(paths)].filter((path) => path.startsWith(prefix));
}

/** The state after the last call of a turn as a list; empty if the agent announced no call of the turn. */
function afterCalls({ place }: Shadow, { id, tree }: Pending): ObjectId[] {
  return callsWereSeen(place.shadow, id) ? [lastState(place.shadow, id) ?? tree] : [];
}

/** The record of a step that never ended; `undefined` if no file changed, or the state before is lost. */
async function openRecord(
  io: Io,
  shadow: Shadow,
  { taken, calls, end }: OpenStep,
  present: Present,
): Promise<CheckpointRecord | undefined> {
  const { pending } = taken;
  const { prefix } = pending;
  try {
    const state = end ?? (await present(prefix));
    return await makeCheckpoint(io, shadow, pending, state, {
      isOpen: true,
      unended: await changedSince(
        shadow,
        calls.map((call) => call.pending.tree),
        state.tree,
        prefix,
      ),
      afterCalls: await changedSince(shadow, afterCalls(shadow, pending), state.tree, prefix),
      ...(end && { endsAt: end.began }),
    });
  } catch (error) {
    if (error instanceof UserError && ["lostState", "lostObjects"].includes(error.code)) return undefined;
    throw error;
  }
}

/**
 * The history with open turns and calls as if they ended now, for commands that change no file. If a turn or call is
 * open, the present is captured. No record is written. `open` holds the ids of the open turns and calls, which are also
 * the ids of their later checkpoints.
 */
export async function historyWithOpen(
  io: Io,
  shadow: Shadow,
  written: History,
): Promise<{ readonly history: History; readonly open: ReadonlySet<string> }> {
  const history = withOwed(shadow.place.shadow, written);
  const { steps } = openSteps(shadow.place.shadow, history);
  const present = presentOf(shadow);
  const found: CheckpointRecord[] = [];
  for (const step of steps) {
    const record = await openRecord(io, shadow, step, present);
    if (record) found.push(record);
  }
  return { history: withFurther(history, found), open: new Set(found.map(({ id }) => id)) };
}
