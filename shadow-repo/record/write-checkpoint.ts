import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { CoverageId } from "../coverage.ts";
import type { Capture } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { History } from "../journal/history.ts";
import { joinBeyond } from "../journal/beyond.ts";
import { withFurther } from "../journal/replay.ts";
import { journalSize, type Moment } from "../journal/journal-file.ts";
import { appendRecord, type CheckpointRecord, readJournal } from "../journal/journal.ts";
import { labelsOf } from "../journal/checkpoint.ts";
import { latenessOf } from "../journal/lateness.ts";
import { allPending, type Pending, type Taken } from "../journal/pending.ts";
import { keptChangesSince, type KeptChanges } from "../keep/kept-changes.ts";
import { touchedSince } from "../keep/kept-index.ts";
import { hasFolders, readKeptState } from "../keep/kept-state.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { headOf } from "../source/head.ts";
import { addedBySparse, sparseDefinition } from "../source/sparse-checkout.ts";
import { appeared, differenceOf } from "./appeared.ts";
import { beyondOf, callsWereSeen } from "./calls-seen.ts";
import { permissionsChanged } from "./permission-changes.ts";
import { recordUntracked, stillOnDisk } from "./still-on-disk.ts";

/** The state at the end of a turn or call: the present, or a state that was recorded before. */
export interface EndState extends Pick<Capture, "tree" | "since"> {
  readonly coverage?: CoverageId | undefined;
}

/** The facts about the end, beside the state. */
export interface EndNotes {
  readonly toolName?: string;
  readonly toolUseId?: string;
  /** The end never came: the state at a later moment stands for it. */
  readonly isOpen?: true;
  /** Files that calls of a turn may have changed which had not ended at its end. */
  readonly unended?: readonly GitPath[];
  /** The moment of the state that stands for the end, if that is not the present. */
  readonly endsAt?: Moment;
}

/**
 * The record that a "before" and the state after it make; `undefined` if nothing differs. Writes nothing down.
 * @throws UserError `lostState` if the state before is gone
 */
export async function makeCheckpoint(
  io: Io,
  shadow: Shadow,
  pending: Pending,
  end: EndState,
  notes: EndNotes = {},
): Promise<CheckpointRecord | undefined> {
  const { engine, place } = shadow;
  const { tree: before, coverage: coverageBefore, prefix, sparse } = pending;
  const { tree: present, coverage: coverageAfter, since } = end;
  // No checkpoint may name a lost state: the index alone can tell the changes since.
  if (before !== present && !(await engine.sizes([before])).has(before)) throw new UserError("lostState", []);
  // Mostly the capture itself began with the state before, and then no git has to compare the trees.
  const difference = since?.tree === before ? since : differenceOf(await engine.diff(before, present, prefix));
  const { added, deleted, edited } = difference;
  const covered = { tree: before, coverage: coverageBefore };
  const undeleted = await stillOnDisk(io, place, deleted, async () => engine.diff(before, present, prefix));
  const untracked = await recordUntracked(shadow, pending, end, undeleted);
  const after = untracked?.tree ?? present;
  const { addedPaths, isEdited } =
    sparse !== undefined && added.length > 0 && sparseDefinition(io, place) !== sparse
      ? addedBySparse(place, await engine.diff(before, present, prefix))
      : { addedPaths: [], isEdited: false };
  const unknown = [
    ...(await appeared(shadow, covered, { tree: present, coverage: coverageAfter }, difference)),
    ...addedPaths,
  ];
  const skippedPaths = [...undeleted.filter((path) => untracked?.recorded.has(path) !== true), ...new Set(unknown)];
  // Mostly the lists alone show a change that an undo concerns, and no git has to compare the trees once more. Files
  // that the capture counts as edited may only have been touched.
  const isSure =
    untracked !== undefined ||
    added.length + deleted.length > skippedPaths.length ||
    (edited.length > 0 && (difference !== since || skippedPaths.length === 0));
  const keepChanges = await changesOfKept(shadow, pending);
  const isTreeSame =
    before === after || !(isSure || (await engine.diff(before, after, prefix)).length > skippedPaths.length);
  if (isTreeSame && !keepChanges && !isEdited) return undefined;
  return {
    ...recordOf(io, shadow, pending, notes),
    after,
    ...(coverageAfter !== undefined && { coverageAfter }),
    ...(skippedPaths.length > 0 && { left: skippedPaths }),
    ...(addedPaths.length > 0 && { brought: addedPaths }),
    ...(untracked && { kept: untracked.keptPaths }),
    ...(keepChanges && { keep: pending.keep!, keepChanges }),
    ...defined({ permissions: permissionsChanged(place, coverageBefore, coverageAfter) }),
  };
}

/** The kept files that a step deleted or changed until now; `undefined` if there are none, or nothing was kept. */
async function changesOfKept({ place, engine }: Shadow, { keep }: Pending): Promise<KeptChanges | undefined> {
  if (keep === undefined) return undefined;
  const touched = await touchedSince(place, engine, keep);
  if (touched?.length === 0 && !hasFolders(keep)) return undefined;
  const state = readKeptState(place.shadow, keep);
  return state && keptChangesSince(place, state, touched);
}

/** The parts of a record from the "before", and the facts about the end. */
function recordOf(
  io: Io,
  { place }: Shadow,
  pending: Pending,
  { isOpen, unended = [], endsAt, ...call }: EndNotes,
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
    ...(key?.kind === "turn" && callsWereSeen(place.shadow, id) && { callsSeen: true as const }),
    ...(isOpen && { isOpen }),
    ...(unended.length > 0 && { unended }),
    ...(endsAt && { endsAt }),
  };
}

/**
 * Writes a checkpoint down: first the refs that keep the trees alive, then the line that names them: a crash in between
 * costs a little space.
 */
export function writeDown(io: Io, { place }: Shadow, taken: Taken, record: CheckpointRecord | undefined): void {
  if (!record) return;
  taken.keep(record.after, io.pid);
  appendRecord(place.shadow, record);
}

/**
 * Writes the checkpoint that a "before" owes, if a process was killed between the two. Not if it was forgotten since.
 */
export function writeOwed(shadow: string, pending: Pending): void {
  for (const owed of owedBy(shadow, [pending])) appendRecord(shadow, owed);
}

/** The history with the owed checkpoints, for commands that only look. */
export function withOwed(shadow: string, history: History): History {
  return withFurther(history, owedBy(shadow, allPending(shadow)));
}

function owedBy(shadow: string, pendings: readonly Pending[]): CheckpointRecord[] {
  const all = pendings.flatMap(({ owed }) => owed ?? []);
  if (all.length === 0) return all;
  const { records } = readJournal(shadow);
  return all.filter(
    (owed) =>
      !records.some((record) =>
        record.type === "forget" ? record.ids.includes(owed.id) : record.type !== "pin" && record.id === owed.id,
      ),
  );
}
