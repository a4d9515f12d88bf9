import { nextMoment } from "../journal/journal-file.ts";
import { peekPending, type PendingKey } from "../journal/pending.ts";
import { noteCall } from "./calls-seen.ts";

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
export async function needsState(shadow: string, key: PendingKey, look: () => Promise<KnownCall>): Promise<boolean> {
  const turn = peekPending(shadow, { kind: "turn", session: key.session });
  if (!turn) return true;
  const { onlyReads, mayBeRepeated } = await look();
  if (mayBeRepeated && peekPending(shadow, key)?.turn === turn.id) return false;
  if (onlyReads) noteCall(shadow, turn.id, nextMoment(shadow));
  return !onlyReads;
}
