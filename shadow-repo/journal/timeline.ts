import { defined } from "../../kit/defined.ts";
import { UserError } from "../../kit/user-error.ts";
import type { ObjectId, SnapshotEngine, TreeChange } from "../engine.ts";
import { type GitPath, toText } from "../git-path.ts";
import type { History, Operation, StoredCheckpoint } from "./history.ts";
import { compareMoments, endOf, LAST, type Moment } from "./journal-file.ts";

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
  /** Whether HEAD moved between the states, so that changes may come from commits. */
  readonly headMoved: boolean;
  /** A step that had ended not long before the second state, and whose background command may have gone on. */
  readonly background?: StoredCheckpoint;
}

/** Milliseconds for which a command that was started in the background may be the author of a change. */
const BACKGROUND_TIME = 60 * 60 * 1000;

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
  /** The operation that makes the next state out of this state. */
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
  let goingOn: StoredCheckpoint | undefined;
  return events.slice(1).map((next, at) => {
    const last = events[at]!;
    if (last.begins) active.add(last.begins);
    if (last.ends) active.delete(last.ends);
    head = last.head ?? head;
    if (last.ends?.background) goingOn = last.ends;
    const isRecent = goingOn && Date.parse(next.at) - Date.parse(goingOn.createdAt) < BACKGROUND_TIME;
    return {
      before: last.tree,
      after: next.tree,
      active: [...active],
      ...defined({ ended: next.ends, operation: last.starts, background: isRecent ? goingOn : undefined }),
      at: next.at,
      headMoved: head !== undefined && next.head !== undefined && head !== next.head,
    };
  });
}

/**
 * The moments of turns and calls. The journal had `endedAt` bytes when an end was about to be written down, so turns
 * and calls that began at as many bytes or fewer began before that end. Records of an earlier release lack the moments
 * and stay in the order of the journal.
 */
function eventsOf(checkpoints: readonly StoredCheckpoint[]): Event[] {
  let bytes = 0;
  return checkpoints
    .toSorted((one, other) => one.order - other.order)
    .flatMap((one): Event[] => {
      const { before, after, began, endedAt, endsAt, startedAt, createdAt, scope, head } = one;
      if (scope === "restore") return []; // the event of its operation replaces it
      if (!endsAt) bytes = Math.max(bytes, endedAt ?? bytes);
      const moment = endOf({ endedAt: bytes, ...defined({ endsAt }) })!;
      if (scope === "manual") return [{ moment, tree: after, at: createdAt }];
      return [
        { moment: began ?? [bytes, Infinity], tree: before, at: startedAt, head, begins: one },
        { moment, tree: after, at: createdAt, head: one.headAfter ?? head, ends: one },
      ];
    });
}

/**
 * The events of an operation. Its two states are neighbours in time, since no other recorded step lies between them.
 */
function eventsOfOperation(operation: Operation): Event[] {
  const { before, end, began = [0, 0], at } = operation;
  return [
    { moment: began, tree: before, at, starts: operation },
    ...(end ? [{ moment: [began[0], began[1] + 0.5] as const, tree: end.after, at: end.at }] : []),
  ];
}

/** The author of a file's state after a gap. */
export interface Author {
  readonly by: "agent" | "you" | "before";
  /** The call, or the turn if no call is known. */
  readonly step?: StoredCheckpoint;
  /** The time when the line was recorded. */
  readonly at?: string;
  /** Set if HEAD moved, so that the line may come from a commit. */
  readonly headMoved?: true;
  /** Set if a call of the turn that never ended may have written the line, or a person in its place. */
  readonly interrupted?: true;
  /** Set if the turn's calls are known and none of these was running, so that a person may have written the line. */
  readonly byNoCall?: true;
  /** The step whose background command may have written the line in a person's place. */
  readonly background?: StoredCheckpoint;
}

/** The author of a content that is older than the first record. */
export const BEFORE: Author = { by: "before" };

/**
 * The author of a file's change within a gap: the call that was running; of several calls the one whose command names
 * the file, else the call that ended with the gap, else the call that began last. Without a running call it is the
 * turn, and without a turn a person. A file that is only recorded because an ignore rule or the sparse checkout changed
 * is older than the first record.
 */
export function authorOf({ active, ended, at, headMoved, background }: Gap, path: GitPath): Author {
  if (active.some(({ left: skippedPaths }) => skippedPaths?.includes(path))) return BEFORE;
  const calls = active.filter(({ scope }) => scope === "tool");
  const name = toText(path).split("/").at(-1)!;
  const call =
    calls.length < 2
      ? calls[0]
      : (calls.findLast(({ command }) => command?.includes(name)) ??
        calls.find((one) => one === ended) ??
        calls.at(-1));
  const step = call ?? active.findLast(({ callsSeen }) => !callsSeen) ?? active.at(-1);
  if (step) return { by: "agent", step, at: step.createdAt };
  return { by: "you", at, ...(headMoved && { headMoved }), ...(background && { background }) };
}

/** The changes in each gap, or only those of one file; none for a gap with a lost state. */
export async function changesIn(
  engine: SnapshotEngine,
  gaps: readonly Gap[],
  path?: GitPath,
): Promise<(readonly TreeChange[])[]> {
  const different = gaps.filter(({ before, after }) => before !== after);
  const found = new Map<Gap, readonly TreeChange[]>();
  await compare(different);
  return gaps.map((gap) => found.get(gap) ?? []);

  async function compare(some: readonly Gap[]): Promise<void> {
    if (some.length === 0) return;
    try {
      const all = await engine.diffAll(
        some.map(({ before, after }) => [before, after] as const),
        path,
      );
      for (const [at, gap] of some.entries()) found.set(gap, all[at]!);
    } catch (error) {
      if (!(error instanceof UserError) || error.code !== "lostObjects") throw error;
      if (some.length === 1) return;
      await compare(some.slice(0, some.length >> 1));
      await compare(some.slice(some.length >> 1));
    }
  }
}
