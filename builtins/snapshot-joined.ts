import { defined } from "../kit/defined.ts";
import type { CallEvent } from "../agents/codec/hook-event.ts";
import type { Unreached } from "../shadow-repo/journal/checkpoint.ts";
import type { PendingKey } from "../shadow-repo/journal/pending.ts";
import { findPlace, type Place } from "../shadow-repo/place.ts";
import { needsState } from "../shadow-repo/record/needs-state.ts";
import { extendReach, readReach } from "../shadow-repo/record/reach.ts";
import { recordBefore } from "../shadow-repo/record/record-before.ts";
import { noteTogether } from "../shadow-repo/home-notes.ts";
import type { Call } from "./call.ts";
import { onlyReads } from "./only-reads.ts";
import { rootsWritten } from "./roots-written.ts";
import { keepUnreached, openTurn, recordIn } from "./snapshot-further.ts";
import { labelsOfEvent } from "./snapshot-labels.ts";

/** A call that may write in other repositories than the one that its shell is in. */
interface Writing {
  readonly event: CallEvent;
  readonly key: PendingKey;
  /** The repository that its shell is in. */
  readonly own: Place | undefined;
}

/**
 * Records a call in the other repositories that it is about to write in, before it does: one that is none of the session's
 * joins it, with the turn that is open. A script that names none of its files is no such call.
 */
export async function recordWritten({ event, key, own }: Writing, call: Call): Promise<Unreached[]> {
  const { io } = call;
  const { session } = key;
  const reach = readReach(io, session);
  const members = reach ? [reach.home, ...reach.further] : [];
  const turn = openTurn(members, session, call);
  if (!reach || !turn) return [];
  const root = own?.worktree.root;
  const written = await rootsWritten(event, call);
  // The shell has gone there before.
  if (root !== undefined && !members.includes(root) && !(await onlyReads(event))) written.add(root);
  const unreached: Unreached[] = [];
  for (const one of written) {
    const isMember = members.includes(one);
    const place = isMember && one === root ? undefined : findPlace(io, one);
    if (!place || (!isMember && !extendReach(io, session, one))) continue;
    const why = await recordIn(place, call, async () => {
      if (!isMember) {
        noteTogether(io, reach.home, [one]);
        const beginning = { ...turn.beginning, home: reach.home };
        await recordBefore(io, place, "", { kind: "turn", session }, beginning);
      }
      // That of its shell comes last, for itself.
      if (one !== root) await recordCall({ event, key }, place, call);
    });
    if (why !== undefined) unreached.push({ worktree: one, why });
  }
  if (unreached.length > 0) keepUnreached(turn.place, session, unreached, call);
  return unreached;
}

async function recordCall({ event, key }: Pick<Writing, "event" | "key">, place: Place, call: Call): Promise<void> {
  const known = async () => ({ onlyReads: false, mayBeRepeated: event.endsWithNext === true });
  if (!(await needsState(place.shadow, key, known))) return;
  const { promptId, toolName } = event;
  const labels = await labelsOfEvent(event, place.worktree.root, call);
  await recordBefore(call.io, place, "", key, { ...defined({ promptId, toolName }), ...labels });
}
