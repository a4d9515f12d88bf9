import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { CoverageId } from "../coverage.ts";
import type { Capture, Difference, ObjectId, SnapshotEngine } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { Moment } from "../journal/journal-file.ts";
import { appendRecord, readJournal } from "../journal/journal.ts";
import type { CheckpointRecord, JournalRecord } from "../journal/records.ts";
import type { Pending, Taken } from "../journal/pending.ts";
import { keptChangesSince, withFilled, type KeptChanges } from "../keep/kept-changes.ts";
import { touchedSince } from "../keep/kept-index.ts";
import { hasFolders, readKeptState } from "../keep/kept-state.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { lossesOf } from "./losses-of-step.ts";
import { addedBySparse, type SparseAdditions, sparseDefinition } from "../source/sparse-checkout.ts";
import { appeared, differenceOf } from "./appeared.ts";
import { lastCall } from "./calls-seen.ts";
import { recordOf, type EndNotes } from "./checkpoint-fields.ts";
import { permissionsChanged } from "./permission-changes.ts";
import { onDiskThen, recordUntracked, stillOnDisk } from "./still-on-disk.ts";

/** The state at the end of a turn or call: the present, or a state that was recorded before. */
export interface EndState extends Pick<Capture, "tree" | "since"> {
  readonly coverage?: CoverageId | undefined;
}

/**
 * Makes the record of a checkpoint from a "before" and the state after it, without writing it; `undefined` if no file
 * differs.
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
  const { tree: before, coverage: coverageBefore, prefix } = pending;
  const { tree: present, coverage: coverageAfter, since } = end;
  const difference = await differenceFrom(engine, pending, end);
  const { added } = difference;
  const covered = { tree: before, coverage: coverageBefore };
  const undeleted = await notDeleted(io, shadow, pending, { end, difference, endsAt: notes.endsAt });
  const untracked = await recordUntracked(shadow, pending, end, undeleted);
  const after = untracked?.tree ?? present;
  const { addedPaths, isEdited } = await broughtBySparse(io, shadow, pending, { present, added });
  const unknown = [
    ...(await appeared(shadow, covered, { tree: present, coverage: coverageAfter }, difference)),
    ...addedPaths,
  ];
  const skippedPaths = [...undeleted.filter((path) => untracked?.recorded.has(path) !== true), ...new Set(unknown)];
  const skipped = new Set(skippedPaths);
  const keepChanges = await changesOfKept(
    shadow,
    pending,
    added.filter((path) => !skipped.has(path)),
  );
  // Usually the lists show a change that an undo can take back, so git need not compare the trees again.
  const isSure = untracked !== undefined || showsChange(difference, difference === since, skippedPaths.length);
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
    ...defined({
      permissions: permissionsChanged(place, coverageBefore, coverageAfter),
      losses: lossesOf(place, pending),
    }),
  };
}

/**
 * The difference between the state before a step and the state at its end.
 * @throws UserError `lostState` if the state before is gone
 */
async function differenceFrom(
  engine: SnapshotEngine,
  { tree: before, prefix }: Pending,
  { tree: present, since }: EndState,
): Promise<Difference> {
  // Usually the capture began with the state before and gives the difference, so git need not compare the trees.
  const sinceBefore = since?.tree === before ? since : undefined;
  // Check that the tree before exists: the changes may come from the index alone, without reading this tree, and a
  // checkpoint needs both trees.
  const isThere = before === present || sinceBefore?.isStored === true || (await engine.sizes([before])).has(before);
  if (!isThere) throw new UserError("lostState", []);
  return sinceBefore ?? differenceOf(await engine.diff(before, present, prefix));
}

/** The files that only a wider sparse checkout brought, if the step changed the definition of the sparse checkout. */
async function broughtBySparse(
  io: Io,
  { engine, place }: Shadow,
  { tree, prefix, sparse }: Pending,
  { present, added }: { readonly present: ObjectId; readonly added: readonly GitPath[] },
): Promise<SparseAdditions> {
  const isWidened = sparse !== undefined && added.length > 0 && sparseDefinition(io, place) !== sparse;
  return isWidened
    ? addedBySparse(place, await engine.diff(tree, present, prefix))
    : { addedPaths: [], isEdited: false };
}

/** The paths that only the state before holds, although their files existed at the step's end. */
async function notDeleted(
  io: Io,
  shadow: Shadow,
  { tree, coverage, prefix }: Pending,
  { end, difference, endsAt }: { end: EndState; difference: Difference; endsAt: Moment | undefined },
): Promise<readonly GitPath[]> {
  const { engine, place } = shadow;
  const onDisk = await stillOnDisk(io, place, difference.deleted, async () => engine.diff(tree, end.tree, prefix));
  return endsAt ? onDiskThen(shadow, { tree, coverage }, end, { ...difference, onDisk }) : onDisk;
}

/**
 * Makes the record of a turn that `makeCheckpoint` made none of, since its calls changed files and changed these back;
 * `undefined` if no call of the turn is recorded. Without it, these calls would be steps of their own, and an undo
 * would bring back a state in the middle of the turn.
 */
export function makeEmptyTurn(
  io: Io,
  shadow: Shadow,
  pending: Pending,
  { tree, coverage }: EndState,
): CheckpointRecord | undefined {
  const folder = shadow.place.shadow;
  if (pending.key?.kind !== "turn" || pending.tree !== tree || lastCall(folder, pending.id) === undefined)
    return undefined;
  const isOfTurn = (record: JournalRecord) => record.type === "checkpoint" && record.turn === pending.id;
  if (!readJournal(folder).records.some(isOfTurn)) return undefined;
  return { ...recordOf(io, shadow, pending, {}), after: tree, ...defined({ coverageAfter: coverage }) };
}

/**
 * Whether lists of changed files show a change beside the files that are left out. A file in the list of edited files
 * of a capture may only have a new time.
 */
function showsChange({ added, deleted, edited }: Difference, isOfCapture: boolean, skipped: number): boolean {
  if (added.length + deleted.length > skipped) return true;
  return edited.length > 0 && (!isOfCapture || skipped === 0);
}

/**
 * The kept ignored files that a step deleted or changed, and the kept folders in which it made files (`added`);
 * `undefined` if there are none, or no file was kept.
 */
async function changesOfKept(
  { place, engine }: Shadow,
  { keep }: Pending,
  added: readonly GitPath[],
): Promise<KeptChanges | undefined> {
  if (keep === undefined) return undefined;
  const touched = await touchedSince(place, engine, keep);
  if (touched?.length === 0 && !hasFolders(keep)) return undefined;
  const state = readKeptState(place.shadow, keep);
  return state && withFilled(keptChangesSince(place, state, touched), state, added);
}

/**
 * Writes a checkpoint: first the refs that keep its trees alive, then its line in the journal, so that a crash in
 * between costs only a little space.
 */
export function writeDown(io: Io, { place }: Shadow, taken: Taken, record: CheckpointRecord | undefined): void {
  if (!record) return;
  taken.keep(record.after, io.pid);
  appendRecord(place.shadow, record);
}
