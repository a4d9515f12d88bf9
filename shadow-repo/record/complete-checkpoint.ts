import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { findShadow } from "../create-shadow.ts";
import type { Skipped } from "../engine.ts";
import { joinBeyond } from "../journal/beyond.ts";
import { nextMoment } from "../journal/journal-file.ts";
import { takeAllPending, takePending, type PendingKey, type Taken } from "../journal/pending.ts";
import { isInPlace } from "../keep/kept-changes.ts";
import { lostAmong } from "../keep/watched-files.ts";
import { openShadow, type Shadow } from "../open/open-shadow.ts";
import type { Place } from "../place.ts";
import { beyondOf, forgetCalls, noteCall } from "./calls-seen.ts";
import { changedSince, presentOf, type Present } from "./close-open.ts";
import { noteUnheld, type UnrecordedChange, unrecordedSince } from "./unrecorded.ts";
import { writeOwed } from "./owed-checkpoints.ts";
import { makeCheckpoint, makeEmptyTurn, writeDown } from "./write-checkpoint.ts";
import { throwWhereRefused } from "./recording-limits.ts";
import { watchOn, type Lost } from "./unheld-paths.ts";

/** The fields of a tool call in the event at its end. */
export interface ToolCall {
  readonly toolName?: string;
  readonly toolUseId?: string;
}

/**
 * A file that is not recorded at the end of a turn or call; `change` is absent if it did not change since the
 * beginning.
 */
export type UnrecordedFile = Skipped & Partial<Pick<UnrecordedChange, "change">> & { readonly lost?: Lost };

/** Turns a lost file into an unrecorded file with the loss in `lost`. */
export function lostFile(lost: Lost): UnrecordedFile {
  return { path: lost.path, why: "nothing holds it", lost };
}

/**
 * Captures the present, below the folder of the "before" with the same key, and writes a checkpoint if the two states
 * differ. Returns the files that were not recorded; `undefined` if there is no "before" of the key.
 * @throws UserError `lostState` if the state before is gone
 */
export async function completeCheckpoint(
  io: Io,
  place: Place,
  key: PendingKey,
  call: ToolCall = {},
): Promise<readonly UnrecordedFile[] | undefined> {
  if (!(await findShadow(io, place))) return undefined;
  throwWhereRefused(io, place); // the "before" stays, and can be completed later
  const taken = takePending(place.shadow, key);
  if (!taken) return undefined;
  const shadow = await openShadow(io, place);
  return complete(io, shadow, taken, { key, call, present: presentOf(shadow) });
}

/**
 * Completes the open turn of a session when the next turn begins. `present` captures the state between the two turns,
 * at most once. `undefined` if no turn is open.
 */
export async function completeTurn(
  io: Io,
  shadow: Shadow,
  session: string,
  present: Present,
): Promise<readonly UnrecordedFile[] | undefined> {
  const key = { kind: "turn", session } as const;
  const taken = takePending(shadow.place.shadow, key);
  return taken && complete(io, shadow, taken, { key, call: {}, present });
}

async function complete(
  io: Io,
  shadow: Shadow,
  taken: Taken,
  { key, call, present }: { readonly key: PendingKey; readonly call: ToolCall; readonly present: Present },
): Promise<readonly UnrecordedFile[]> {
  const { place } = shadow;
  const { id, prefix, turn } = taken.pending;
  writeOwed(place.shadow, taken.pending);
  const capture = await present(prefix);
  const lost = lostAmong(place.worktree.root, taken.pending.watched ?? []);
  try {
    // The file of an earlier release lacks the key.
    const pending = { ...taken.pending, key };
    const calls = takeAllPending(place.shadow).filter((other) => other.pending.turn === id);
    const begun = calls.map((other) => other.pending.tree);
    const unended = await changedSince(shadow, begun, capture.tree, prefix);
    const record = await makeCheckpoint(io, shadow, pending, capture, { ...call, unended });
    writeDown(io, shadow, taken, record ?? makeEmptyTurn(io, shadow, pending, capture));
    if (turn === undefined) noteUnheld(io, place, pending, record !== undefined && !isInPlace(record), capture);
  } catch (error) {
    // After any other error the "before" stays, so that an undo can still take back the step.
    const isLost = error instanceof UserError && ["lostState", "lostObjects"].includes(error.code);
    if (!isLost) throw error;
    taken.done();
    throw new UserError("lostState", [], error);
  }
  taken.done();
  if (turn !== undefined) noteCall(place.shadow, turn, nextMoment(place.shadow), capture.tree);
  if (turn === undefined && joinBeyond([taken.pending, beyondOf(place.shadow, id)]).background)
    watchOn(io, place, taken.pending);
  if (key.kind === "turn") forgetCalls(place.shadow, id);
  // A call in a turn does not report changes of files that are not recorded, since the turn's end does.
  if (turn !== undefined) return [...capture.skipped, ...lost.map(lostFile)];
  const isLost = new Set(lost.map(({ path }) => path));
  const changes = unrecordedSince(place, taken.pending, capture.skipped).filter(({ path }) => !isLost.has(path));
  const changed = new Set(changes.map(({ path }) => path));
  return [...changes, ...capture.skipped.filter(({ path }) => !changed.has(path)), ...lost.map(lostFile)];
}
