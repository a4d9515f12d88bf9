import { existsSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";

import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Io } from "../kit/io.ts";
import { findPlace, isSound, type Place } from "../shadow-repo/doors/place.ts";
import { lateBefore, needsState, peekPending, waitingRoots, type PendingKey } from "../shadow-repo/doors/record.ts";
import type { Call } from "./call.ts";
import { delegatingSession } from "./delegated-work.ts";
import { placeOfCall } from "./place-of-call.ts";
import { endsStep, isCall, isPrompt, keyOf, type SnapshotEvent } from "./snapshot-key.ts";

/**
 * Records in the shadow repository the changes of a turn or a tool call to the worktree: one event records the state
 * before, the other makes a checkpoint if the state after differs. Without a session, a folder or a worktree no shadow
 * repository is created. A notice names unrecorded files once a session. For calls that only read, which most do, the
 * recording is not loaded. This saves a fifth to a third of Node's start at each of a call's two events.
 */
export default async function snapshot(event: SnapshotEvent, call: Call): Promise<Outcome> {
  const { io } = call;
  const { sessionId, cwd } = event;
  if (!sessionId) return nothing;
  // The prompt's payload also begins a turn, and the turn gets its title from the prompt.
  if (isPrompt(event) && event.startsTurn) return nothing;
  // The session goes on after a summary, so its open turns stay open.
  if (event.goesOn) return nothing;
  const placeNow = () => (cwd ? findPlace(io, nearestFolder(cwd)) : undefined);
  const place = endsStep(event) ? placeNow() : placeOfCall(event, io);
  const sound = place && isSound(place) ? place : undefined;
  const delegating = sound && delegatingSession(sessionId, sound, io);
  // In a session that works for another one only calls are recorded, as calls of the other session, whose turn goes on.
  if (delegating !== undefined && !isCall(event) && event.name !== "post_tool_use") return nothing;
  const session = delegating ?? sessionId;
  if (sound && (await recordsNothing(event, session, sound, io))) return nothing;
  const { recordEvent } = await import("./record-event.ts");
  return recordEvent({ event, session, place }, call);
}

/**
 * Whether a call needs no record: before it, no state has to be kept; after it, no kept state waits for its end. False
 * if the shadow repository is damaged or this test fails, so that the recording repairs or reports the fault.
 */
async function recordsNothing(event: SnapshotEvent, session: string, place: Place, io: Io): Promise<boolean> {
  const key = keyOf(event, session);
  if (!key || !(isCall(event) || event.name === "post_tool_use")) return false;
  try {
    return isCall(event) ? !(await isToBeKept(event, key, place, io)) : !waits(key, place, io);
  } catch {
    return false;
  }
}

/** Whether the state before a call must be kept. */
async function isToBeKept(
  event: Extract<SnapshotEvent, { name: "pre_tool_use" | "tool_input_transform" }>,
  key: PendingKey,
  place: Place,
  io: Io,
): Promise<boolean> {
  const mayBeRepeated = event.endsWithNext === true;
  return needsState(io, place, key, async () => {
    const { onlyReads } = await import("../call/only-reads.ts");
    return { onlyReads: await onlyReads(event), mayBeRepeated };
  });
}

/** Whether a state waits for the end of a call, or may wait, in this worktree or another one of the session. */
function waits(key: PendingKey, place: Place, io: Io): boolean {
  if (key.kind !== "call" || peekPending(place.shadow, key) || lateBefore(io, place, key)) return true;
  return waitingRoots(io, key.session, place.data).some((root) => root !== place.worktree.root);
}

/**
 * The path, or the nearest folder above it that exists. The agent may have deleted its own working folder, and the
 * deletion is to be recorded, too.
 */
function nearestFolder(cwd: string): string {
  let folder = cwd;
  while (isAbsolute(folder) && !existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
