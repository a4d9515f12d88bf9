import type { ObjectId } from "../engine.ts";
import type { CoverageId } from "../coverage.ts";
import type { History } from "../journal/history.ts";
import { compareMoments, type Moment } from "../journal/journal-file.ts";
import { takeAllPending, type Pending, type Taken } from "../journal/pending.ts";
import { lastCall } from "./calls-seen.ts";

/** A turn or call that has not ended, and may never end. */
export interface OpenStep {
  readonly taken: Taken;
  /** The calls of a turn that have not ended either. */
  readonly calls: readonly Taken[];
  /** The later state that is taken as the end of the step; absent if the present state is taken. */
  readonly end?: RecordedState;
}

/** A state that was captured when another turn or call began. */
interface RecordedState {
  readonly tree: ObjectId;
  readonly coverage?: CoverageId | undefined;
  readonly began: Moment;
}

/** The open turns and calls of a shadow repository. */
export interface Waiting {
  /** The open turns and calls, oldest first. */
  readonly steps: readonly OpenStep[];
  /**
   * Records to delete: of calls whose turn has ended, since the turn's checkpoint holds their changes; of refused
   * calls, which do not run; and of turns and calls that are checkpoints already, since a process died between writing
   * the checkpoint and deleting the record.
   */
  readonly stale: readonly Taken[];
}

/**
 * The turns and calls that have not ended. A turn lasts at least until the last beginning or end of its calls. If
 * another session began a turn or call after that, the state before that turn or call is taken as the end. Otherwise a
 * turn whose agent crashed would hold the changes of days.
 */
export function openSteps(shadow: string, history: History): Waiting {
  const all = takeAllPending(shadow).toSorted((one, other) => compareMoments(one.pending.began, other.pending.began));
  const recorded = new Set(history.checkpoints.map(({ id }) => id));
  const isOpen = ({ id }: Pending) => !recorded.has(id);
  const turns = new Set(
    all.flatMap(({ pending }) => (pending.key?.kind === "turn" && isOpen(pending) ? [pending.id] : [])),
  );
  const isInner = ({ turn }: Pending) => turn !== undefined && turns.has(turn);
  const isStale = (pending: Pending) =>
    !isOpen(pending) || pending.isRefused === true || (pending.turn !== undefined && !turns.has(pending.turn));
  const states = [...history.checkpoints.map(stateOfCheckpoint), ...all.map(({ pending }) => stateOfPending(pending))];
  return {
    stale: all.filter(({ pending }) => isStale(pending)),
    steps: all
      .filter(({ pending }) => !isInner(pending) && !isStale(pending))
      .map((taken) => {
        const { pending } = taken;
        const end = endOf(shadow, pending, states);
        const calls = all.filter((other) => other.pending.turn === pending.id && !isStale(other.pending));
        return { taken, calls, ...(end && { end }) };
      }),
  };
}

type BeginState = Omit<RecordedState, "began"> & {
  readonly id: string;
  readonly began: Moment | undefined;
  readonly session: string | null;
  readonly prefix: string;
};

function stateOfCheckpoint(one: History["checkpoints"][number]): BeginState {
  const { id, session, prefix, began, before: tree, coverageBefore: coverage } = one;
  return { id, session, prefix, began, tree, coverage };
}

function stateOfPending({ id, key, prefix, began, tree, coverage }: Pending): BeginState {
  return { id, session: key?.session ?? null, prefix, began, tree, coverage };
}

function endOf(shadow: string, pending: Pending, states: readonly BeginState[]): RecordedState | undefined {
  const { id, key, prefix } = pending;
  const last = lastCall(shadow, id);
  const active = last && compareMoments(last, pending.began) > 0 ? last : pending.began;
  // Only a step of another session ends a turn, since the turn's own calls begin during it. A call outside of a turn is
  // also ended by the next call of its own session.
  const isOther = (session: string | null) => key?.kind !== "turn" || session !== key.session;
  const later = states.flatMap(({ began, ...state }) =>
    began &&
    state.id !== id &&
    isOther(state.session) &&
    prefix.startsWith(state.prefix) &&
    compareMoments(began, active) > 0
      ? [{ ...state, began }]
      : [],
  );
  return later.toSorted((one, other) => compareMoments(one.began, other.began))[0];
}
