import type { Io } from "../../kit/io.ts";
import { nextMoment } from "../journal/journal-file.ts";
import { peekPending, type PendingKey } from "../journal/pending.ts";
import type { Place } from "../place.ts";
import { noteCall } from "./calls-seen.ts";
import { lateBefore } from "./late-queue.ts";

/** The facts known about a call that begins. */
export interface KnownCall {
  /** The call changes no file. */
  readonly onlyReads: boolean;
  /** The agent may announce the call in two lanes, one right after the other. */
  readonly mayBeRepeated: boolean;
}

/**
 * Whether the state with which a call begins has to be captured. Not within a turn that is open, whose end captures all
 * the same, where the call only reads, which is noted, or where the other lane has kept that state. That saves four
 * git processes a call, two before it and two after it.
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
  // The state of the turn itself is still being recorded.
  if (!turn) return lateBefore(io, place, turnKey) === undefined || !(await look()).onlyReads;
  const { onlyReads, mayBeRepeated } = await look();
  if (mayBeRepeated && peekPending(shadow, key)?.turn === turn.id) return false;
  if (onlyReads) noteCall(shadow, turn.id, nextMoment(shadow));
  return !onlyReads;
}
