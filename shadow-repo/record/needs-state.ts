import type { Io } from "../../kit/io.ts";
import { nextMoment } from "../journal/journal-file.ts";
import { peekPending, type PendingKey } from "../journal/pending.ts";
import type { Place } from "../place.ts";
import { noteCall } from "./calls-seen.ts";
import { lateBefore } from "./late-queue.ts";

/** The known facts about a tool call that begins. */
export interface KnownCall {
  /** Whether the call changes no file. */
  readonly onlyReads: boolean;
  /** Whether the agent may start two hooks for the call, one right after the other. */
  readonly mayBeRepeated: boolean;
}

/**
 * Whether the state before a call has to be captured. Outside of a turn it always is captured. Within an open turn,
 * whose end captures the files anyway, it is not captured if the call only reads, or if another hook of the same call
 * has captured it. That saves two git processes before the call and two after it. A call that only reads is noted with
 * its turn.
 */
export async function needsState(
  io: Pick<Io, "now">,
  place: Place,
  key: PendingKey,
  look: () => Promise<KnownCall>,
): Promise<boolean> {
  const { shadow } = place;
  const turnKey = { kind: "turn", session: key.session } as const;
  const turn = peekPending(shadow, turnKey);
  // Without an open turn a state is needed, unless the turn's own state is still in the queue and the call only reads.
  if (!turn) return lateBefore(io, place, turnKey) === undefined || !(await look()).onlyReads;
  const { onlyReads, mayBeRepeated } = await look();
  if (mayBeRepeated && peekPending(shadow, key)?.turn === turn.id) return false;
  if (onlyReads) noteCall(shadow, turn.id, nextMoment(shadow));
  return !onlyReads;
}
