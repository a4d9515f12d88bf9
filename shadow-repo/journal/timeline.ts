import { defined } from "../../kit/defined.ts";
import type { ObjectId } from "../engine.ts";
import type { History, Operation, StoredCheckpoint } from "./history.ts";
import { compareMoments, type Moment } from "./journal-file.ts";

/** Two states that were recorded one right after the other. */
export interface Gap {
  readonly before: ObjectId;
  readonly after: ObjectId;
  /** Turns and calls that went on from the first state to the second, in the order of their beginnings. */
  readonly active: readonly StoredCheckpoint[];
  /** The turn or call that ended with the second state. */
  readonly ended?: StoredCheckpoint;
  /** The undo, redo or restore that made the second state out of the first. */
  readonly operation?: Operation;
  /** The time when the second state was recorded. */
  readonly at: string;
  /** HEAD moved between the states: files may have come with commits. */
  readonly headMoved: boolean;
}

/** The present state, and the value of `headOf`. */
export interface Present {
  readonly tree: ObjectId;
  readonly at: string;
  readonly head?: string | undefined;
}

interface Event {
  readonly moment: Moment;
  readonly tree: ObjectId;
  readonly at: string;
  readonly head?: string | undefined;
  readonly begins?: StoredCheckpoint;
  readonly ends?: StoredCheckpoint;
  /** The operation that makes the next state out of this one, and the operation that made this one. */
  readonly starts?: Operation;
}

/**
 * All recorded states in the order of time, undone steps included, as pairs of neighbours: the changes between two
 * states are by the turns and calls that were going on, by an undo or restore, or by a person.
 */
export function gapsOf({ checkpoints, operations }: History, present: Present): Gap[] {
  const events = [...eventsOf(checkpoints), ...operations.flatMap(eventsOfOperation)].toSorted((one, other) =>
    compareMoments(one.moment, other.moment),
  );
  events.push({ ...present, moment: LAST });
  const active = new Set<StoredCheckpoint>();
  let head: string | undefined;
  return events.slice(1).map((next, at) => {
    const last = events[at]!;
    if (last.begins) active.add(last.begins);
    if (last.ends) active.delete(last.ends);
    head = last.head ?? head;
    return {
      before: last.tree,
      after: next.tree,
      active: [...active],
      ...defined({ ended: next.ends, operation: last.starts }),
      at: next.at,
      headMoved: head !== undefined && next.head !== undefined && head !== next.head,
    };
  });
}

const LAST: Moment = [Infinity, Infinity];

/**
 * The moments of turns and calls. The journal had `endedAt` bytes when an end was about to be written down, so turns
 * and calls that began at as many bytes or fewer began before that end. Records of an earlier release lack the moments:
 * they keep their place in the journal.
 */
function eventsOf(checkpoints: readonly StoredCheckpoint[]): Event[] {
  let bytes = 0;
  return checkpoints
    .toSorted((one, other) => one.order - other.order)
    .flatMap((one): Event[] => {
      const { before, after, began, endedAt, endsAt, startedAt, createdAt, scope, head } = one;
      if (scope === "restore") return []; // its operation tells more
      if (!endsAt) bytes = Math.max(bytes, endedAt ?? bytes);
      const moment: Moment = endsAt ? [endsAt[0], endsAt[1] - 0.5] : [bytes, Infinity];
      if (scope === "manual") return [{ moment, tree: after, at: createdAt }];
      return [
        { moment: began ?? [bytes, Infinity], tree: before, at: startedAt, head, begins: one },
        { moment, tree: after, at: createdAt, head: one.headAfter ?? head, ends: one },
      ];
    });
}

/** The moments of an operation: no other known program changes files meanwhile, so both states stand at one moment. */
function eventsOfOperation(operation: Operation): Event[] {
  const { before, end, began = [0, 0], at } = operation;
  return [
    { moment: began, tree: before, at, starts: operation },
    ...(end ? [{ moment: [began[0], began[1] + 0.5] as const, tree: end.after, at: end.at }] : []),
  ];
}
