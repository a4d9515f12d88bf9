import { resolve, sep } from "node:path";

import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { findPlace, type Place } from "../../shadow-repo/doors/place.ts";
import { isLate } from "../../shadow-repo/doors/record.ts";
import { isUnheld } from "../../shadow-repo/doors/held.ts";
import type { Call } from "../call.ts";
import { placeOfCall } from "../place-of-call.ts";
import type { RuleMatch } from "./script-verdict.ts";

/**
 * The recorded worktree in which an event's call runs, if a checkpoint is made right before this call: `snapshot`
 * answers the same event, the session and the call have ids, and recording does not fail. Else `undefined`.
 */
export function placeRecordedBefore(event: CallEvent, call: Call): Place | undefined {
  const { name, cwd, sessionId, toolUseId, wireName } = event;
  const isNamed = sessionId && (toolUseId || wireName !== name);
  if (!call.isRecorded || name === "tool_guard" || !isNamed || cwd === undefined) return undefined;
  const place = placeOfCall(event, call.io);
  return place && !recordingFails(event, call) ? place : undefined;
}

/**
 * Whether a checkpoint right before this call holds everything that a command discards: the command works in the
 * recorded worktree and, if only one folder of the worktree is recorded, in this folder.
 */
export function isRecordedBefore({ rule, view, folder }: RuleMatch, event: CallEvent, call: Call): boolean {
  const { io } = call;
  const target = rule.recorded?.(view);
  const place = target && folder !== undefined ? placeRecordedBefore(event, call) : undefined;
  if (!target || !place || folder === undefined) return false;
  const works = resolve(folder, target.folder);
  if (findPlace(io, works)?.worktree.root !== place.worktree.root) return false;
  if (place.prefix === "") return true;
  // Only the folder in which the agent works is recorded.
  const recorded = resolve(place.worktree.root, place.prefix);
  return !target.isWhole && `${works}${sep}`.startsWith(`${recorded}${sep}`);
}

/**
 * Event → whether recording fails. The answer is kept, since several findings of one call need it and the test writes a
 * file.
 */
const FAILING = new WeakMap<CallEvent, boolean>();

/** Notes that no state can be recorded before a call, as an attempt has shown. */
export function noteRecordingFails(event: CallEvent): void {
  FAILING.set(event, true);
}

/**
 * Whether checkpoints are switched on for the worktree of an event, but none holds its state and none can be made
 * before this call.
 */
export function recordingFails(event: CallEvent, { isRecorded, io }: Call): boolean {
  const { cwd, sessionId } = event;
  if (!isRecorded || !sessionId || cwd === undefined) return false;
  let fails = FAILING.get(event);
  if (fails === undefined) {
    const place = placeOfCall(event, io);
    fails = place !== undefined && (isUnheld(io, place, sessionId) || isLate(io, place));
    FAILING.set(event, fails);
  }
  return fails;
}
