import { defined } from "../kit/defined.ts";
import type { CallEvent } from "../agents/codec/hook-event.ts";
import type { Unreached } from "../shadow-repo/doors/checkpoint.ts";
import {
  addRepository,
  needsState,
  noteRepositories,
  readRepositories,
  recordInTime,
  type Beginning,
  type PendingKey,
} from "../shadow-repo/doors/record.ts";
import { findPlace, type Place } from "../shadow-repo/doors/place.ts";
import type { Call } from "./call.ts";
import { onlyReads } from "../call/only-reads.ts";
import { rootsWritten } from "../call/roots-written.ts";
import { keepUnreached, openTurn, recordIn } from "./snapshot-further.ts";
import { labelsOfEvent } from "./snapshot-labels.ts";

/** A call that may write to other repositories than that of its shell. */
interface Writing {
  readonly event: CallEvent;
  readonly key: PendingKey;
  /** The repository of the shell's folder; `undefined` if the folder is in none. */
  readonly own: Place | undefined;
}

/**
 * Records a call in the other repositories to which it is about to write. A repository that is not yet the session's
 * joins the session, and the open turn begins in it. If a script does not name the files that it writes, its call is
 * recorded in no other repository.
 */
export async function recordWritten({ event, key, own }: Writing, call: Call): Promise<Unreached[]> {
  const { io } = call;
  const { session } = key;
  const reach = readRepositories(io, session, own?.data);
  const members = new Set(reach ? [reach.folder, ...reach.others] : []);
  const turn = openTurn([...members], session, call, own);
  if (!reach || !turn) return [];
  const root = own?.worktree.root;
  const written = await rootsWritten(event, call.io);
  // The shell moved to a repository that is not yet the session's.
  if (root !== undefined && !members.has(root) && !(await onlyReads(event))) written.add(root);
  const turnKey = { kind: "turn", session } as const;
  const beginning = { ...turn.beginning, home: reach.folder };
  const unreached: Unreached[] = [];
  for (const one of written) {
    const joining = members.has(one) ? [] : join(one);
    if (!members.has(one)) continue;
    for (const each of joining) await reached(each, (place) => begin(place, turnKey, beginning));
    // The repository of the shell's folder is left out, since the caller of this function records the call there.
    if (one !== root && !unreached.some(({ worktree }) => worktree === one))
      await reached(one, (place) => recordCall({ event, key }, place, call));
  }
  if (unreached.length > 0) keepUnreached(turn.place, session, unreached, call);
  return unreached;

  /**
   * Adds a repository to the session. @returns the repository and those below it that are new; none if the session can
   * take no further one
   */
  function join(one: string): string[] {
    const extended = addRepository(io, session, one);
    if (!extended) return [];
    noteRepositories(io, extended.folder, extended.others);
    const joining = extended.others.filter((each) => !members.has(each));
    for (const each of joining) members.add(each);
    return joining;
  }

  function begin(place: Place, key: PendingKey, beginning: Beginning): Promise<unknown> {
    return recordInTime(io, place, { kind: "before", key, prefix: "", beginning, options: { keeps: !call.standsIn } });
  }

  async function reached(one: string, record: (place: Place) => Promise<unknown>): Promise<void> {
    const place = findPlace(io, one);
    const why = place && (await recordIn(place, () => record(place)));
    if (why !== undefined) unreached.push({ worktree: one, why });
  }
}

async function recordCall({ event, key }: Pick<Writing, "event" | "key">, place: Place, call: Call): Promise<void> {
  const { io } = call;
  const known = async () => ({ onlyReads: false, mayBeRepeated: event.endsWithNext === true });
  if (!(await needsState(io, place, key, known))) return;
  const { promptId, toolName } = event;
  const labels = await labelsOfEvent(event, place.worktree.root, call);
  const beginning = { ...defined({ promptId, toolName }), ...labels };
  await recordInTime(io, place, { kind: "before", key, prefix: "", beginning, options: { keeps: !call.standsIn } });
}
