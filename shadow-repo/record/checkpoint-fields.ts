import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import type { GitPath } from "../git-path.ts";
import { joinBeyond } from "../journal/beyond.ts";
import { labelsOf } from "../journal/checkpoint.ts";
import { journalSize, type Moment } from "../journal/journal-file.ts";
import { latenessOf } from "../journal/lateness.ts";
import type { Pending } from "../journal/pending.ts";
import type { CheckpointRecord } from "../journal/records.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { headOf } from "../source/head.ts";
import { beyondOf, callsWereSeen } from "./calls-seen.ts";

/** The fields of a checkpoint that come from the end of its turn or call, beside the state. */
export interface EndNotes {
  readonly toolName?: string;
  readonly toolUseId?: string;
  /** Whether the step never ended, so that a later state is taken as its end. */
  readonly isOpen?: true;
  /** Files that may have been changed by calls that had not ended when their turn ended. */
  readonly unended?: readonly GitPath[];
  /** For a turn that never ended: files that changed after its last call. */
  readonly afterCalls?: readonly GitPath[];
  /** The moment of the state that is taken as the end, if this state is not the present. */
  readonly endsAt?: Moment;
}

/** The fields of a checkpoint's record that come from its "before" and from the end of its step. */
export function recordOf(
  io: Io,
  { place }: Shadow,
  pending: Pending,
  { isOpen, unended = [], afterCalls = [], endsAt, ...call }: EndNotes,
): Omit<CheckpointRecord, "after"> {
  const { id, key, tree, coverage, unrecorded, prefix, startedAt, began, turn, head, toolName } = pending;
  const { tie, home, unreached } = pending;
  const headAfter = headOf(place.worktree);
  return {
    type: "checkpoint",
    id,
    session: key?.session ?? null,
    scope: key?.kind === "turn" ? "turn" : "tool",
    prefix,
    before: tree,
    ...defined({ coverageBefore: coverage, unrecorded }),
    ...labelsOf(pending),
    ...latenessOf(pending),
    startedAt,
    began,
    endedAt: journalSize(place.shadow),
    createdAt: io.now().toISOString(),
    ...(toolName !== undefined && { toolName }),
    ...(key?.kind === "call" && { toolUseId: key.toolUseId }),
    ...call,
    ...(key?.kind === "nameless" && { call: key.call }),
    ...defined({ turn, tie, home, unreached, head }),
    ...(headAfter !== undefined && headAfter !== head && { headAfter }),
    ...joinBeyond([pending, beyondOf(place.shadow, id)]),
    ...(key?.kind === "turn" && areCallsTold(pending, place.shadow) && { callsSeen: true as const }),
    ...(isOpen && { isOpen }),
    ...(unended.length > 0 && { unended }),
    ...(afterCalls.length > 0 && { afterCalls }),
    ...(endsAt && { endsAt }),
  };
}

/** Whether the calls' records tell all that a turn changed. Not if a state of the turn or of a call came late. */
function areCallsTold({ id, holdsFrom }: Pending, shadow: string): boolean {
  return holdsFrom === undefined && callsWereSeen(shadow, id);
}
