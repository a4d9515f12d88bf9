import { basename } from "node:path";

import { defined } from "../../../kit/defined.ts";
import type { Io } from "../../../kit/io.ts";
import {
  forgetOldNotes,
  keepRestoredNote,
  type RestoredPart,
  type RestoredState,
} from "../../../session/restored-notes.ts";
import { byBeginning, type History, type StoredCheckpoint } from "../../journal/history.ts";
import type { BeginRecord } from "../../journal/records.ts";
import { allPending } from "../../journal/pending.ts";
import type { Place } from "../../place.ts";
import type { RestoreResult } from "./restore-result.ts";

type Operation = Pick<BeginRecord, "kind" | "session" | "checkpoints" | "operation" | "from" | "at" | "id">;

/**
 * Writes a note about the files that an operation put back for every concerned session, whose model is told to read
 * them again. Concerned are the sessions whose steps were undone or redone, and the sessions with an open turn or call
 * in this worktree. The operation does not fail if a note cannot be written.
 * @param parts path → the part of the file that was put back; absent if all of the file is as the state has it
 * @param history the history before the operation
 * @param steps the steps that the operation undoes or redoes; found in the history if absent
 */
export function tellSessions(
  io: Io,
  { place, history }: { readonly place: Place; readonly history: History },
  operation: Operation,
  { changes, parts = new Map() }: { changes: RestoreResult["changes"]; parts?: ReadonlyMap<string, RestoredPart> },
  steps?: readonly StoredCheckpoint[],
): void {
  if (changes.length === 0) return;
  const { shadow, data } = place;
  try {
    const concerned = (steps ?? concernedBy(history, operation)).toSorted(byBeginning);
    const sessions = new Set([
      operation.session,
      ...concerned.map(({ session }) => session),
      ...allPending(shadow).map(({ key }) => key?.session),
    ]);
    const files = changes.map(({ path, status }) => ({ path, status, ...defined({ part: parts.get(path) }) }));
    const state = { ...stateOf(history, operation, concerned), files, more: 0 };
    for (const session of sessions)
      if (session) keepRestoredNote(io, { session, worktree: basename(shadow) }, state, data);
    forgetOldNotes(io, data);
  } catch {
    // The disk is full, or the folder of the notes cannot be written.
  }
}

/**
 * The steps that a recovery brings back, or that a restore takes back: the restored checkpoint and all later ones, or
 * every checkpoint if the restored id is that of an operation.
 */
function concernedBy(
  { checkpoints, operations }: History,
  { kind, operation, from }: Operation,
): readonly StoredCheckpoint[] {
  if (kind === "recover") {
    const torn = operations.find(({ id }) => id === operation);
    return checkpoints.filter(({ id }) => torn?.checkpoints?.includes(id));
  }
  if (!from) return [];
  const all = checkpoints.toSorted(byBeginning);
  return all.slice(
    Math.max(
      0,
      all.findIndex(({ id }) => id === from.id),
    ),
  );
}

/**
 * The step whose state before or after the files have now. If a turn was undone or redone with its calls, the step is
 * the turn.
 */
function stateOf(
  { operations }: History,
  { kind, operation, from, id, at }: Operation,
  concerned: readonly StoredCheckpoint[],
): Omit<RestoredState, "files" | "more"> {
  const [oldest] = concerned;
  const newest = concerned.toSorted((one, other) => one.order - other.order).at(-1);
  const named = from?.id ?? (kind === "recover" ? operation : (kind === "redo" ? newest : oldest)?.id) ?? id;
  const step = concerned.find((one) => one.id === named);
  return {
    side: from?.side ?? (kind === "redo" ? "after" : "before"),
    id: named,
    at: step?.createdAt ?? operations.find((one) => one.id === named)?.at ?? at,
    ...(step?.title !== undefined && { title: step.title }),
    ...(step?.scope === "tool" && { isCall: true as const }),
  };
}
