import { existsSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";

import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Io } from "../kit/io.ts";
import { findPlace, isSound, type Place } from "../shadow-repo/doors/place.ts";
import { needsState, peekPending, waitingRoots, type PendingKey } from "../shadow-repo/doors/record.ts";
import type { Call } from "./call.ts";
import { delegatingSession } from "./delegated-work.ts";
import { isCall, isPrompt, keyOf, type SnapshotEvent } from "./snapshot-key.ts";

/**
 * Records what a turn or a tool call does to the worktree, in the shadow repository: the state before it on one event,
 * a checkpoint where it differs from the state after it on the other. Makes no shadow repository if there is no
 * session, folder or worktree. What is not recorded it says once a session. A call that only reads is most calls, and
 * does not load what records: that saves each of its two events a fifth to a third of Node's start.
 */
export default async function snapshot(event: SnapshotEvent, call: Call): Promise<Outcome> {
  const { io } = call;
  const { sessionId, cwd } = event;
  if (!sessionId) return nothing;
  // A turn that begins in the same payload has the title itself.
  if (isPrompt(event) && event.startsTurn) return nothing;
  // Open turns stay open, with their first states.
  if (event.goesOn) return nothing;
  const ends = event.name === "turn_end" || event.name === "post_tool_use";
  const place = cwd ? findPlace(io, ends ? nearestFolder(cwd) : cwd) : undefined;
  const sound = place && isSound(place) ? place : undefined;
  const delegating = sound && delegatingSession(sessionId, sound, io);
  // The turn of the session that handed the work over goes on, and the calls are its own.
  if (delegating !== undefined && !isCall(event) && event.name !== "post_tool_use") return nothing;
  const session = delegating ?? sessionId;
  if (sound && (await recordsNothing(event, session, sound, io))) return nothing;
  const { recordEvent } = await import("./record-event.ts");
  return recordEvent({ event, session, place }, call);
}

/**
 * Whether a call needs no record: its state is not kept, or none waits for its end. False in a damaged shadow
 * repository, and if this cannot be told: the recording mends the one and reports the other.
 */
async function recordsNothing(event: SnapshotEvent, session: string, place: Place, io: Io): Promise<boolean> {
  const key = keyOf(event, session);
  if (!key || !(isCall(event) || event.name === "post_tool_use")) return false;
  try {
    return isCall(event) ? !(await isToBeKept(event, key, place)) : !waits(key, place, io);
  } catch {
    return false;
  }
}

/** Whether the state with which a call begins is to be kept. */
async function isToBeKept(
  event: Extract<SnapshotEvent, { name: "pre_tool_use" | "tool_input_transform" }>,
  key: PendingKey,
  { shadow }: Place,
): Promise<boolean> {
  const mayBeRepeated = event.endsWithNext === true;
  return needsState(shadow, key, async () => {
    const { onlyReads } = await import("../call/only-reads.ts");
    return { onlyReads: await onlyReads(event), mayBeRepeated };
  });
}

/** Whether a state waits for the end of a call, or may wait: in this worktree, or in another one of the session. */
function waits(key: PendingKey, { shadow, worktree }: Place, io: Io): boolean {
  if (key.kind !== "call" || peekPending(shadow, key)) return true;
  return waitingRoots(io, key.session).some((root) => root !== worktree.root);
}

/**
 * The nearest existing folder. The agent may have removed the folder in which it works: its changes there are still to
 * be recorded.
 */
function nearestFolder(cwd: string): string {
  let folder = cwd;
  while (isAbsolute(folder) && !existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
