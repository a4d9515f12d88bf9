import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { remark, type CaptureOptions, type ObjectId, type Remark } from "../engine.ts";
import { keepWorktree } from "../keep/keep-worktree.ts";
import type { KeptStateId } from "../keep/kept-state.ts";
import { liveCheckpoints, pinOf } from "../journal/history.ts";
import { readHistory } from "../journal/replay.ts";
import { journalSize } from "../journal/journal-file.ts";
import { appendRecord } from "../journal/journal.ts";
import { writeRefs } from "../refs.ts";
import { openShadow } from "../open/open-shadow.ts";
import { newId, placeOf, type Place } from "../place.ts";
import { setDamagedAside } from "../open/sound-shadow.ts";
import { inSoundShadow } from "./in-sound-shadow.ts";
import { throwWhereRefused } from "./recording-limits.ts";

export interface ManualSnapshot {
  readonly worktree: string;
  /** The checkpoint's id; `null` if nothing changed since the last checkpoint and no note was given. */
  readonly checkpoint: string | null;
  /** The last checkpoint, if nothing changed since. */
  readonly last?: { readonly id: string; readonly isPinned: boolean };
  readonly tree: ObjectId;
  /** The state of the kept ignored files at this time, if the snapshot keeps ignored files. */
  readonly keep?: KeptStateId;
  /** Files that could not be recorded. */
  readonly skipped: readonly Remark[];
}

export interface ManualOptions {
  readonly note?: string;
  /** The program of `snapveil run` before or after which the snapshot is taken; it must hold no secret. */
  readonly command?: string;
  /** Writes a checkpoint even if no file changed since the last one, so that later changes begin at this checkpoint. */
  readonly always?: boolean;
  /** Keeps copies of ignored files, too. */
  readonly keeps?: boolean;
  /** The most new files and bytes, see `CaptureOptions`. */
  readonly mostNew?: CaptureOptions["mostNew"];
}

/**
 * Records the present of the folder by hand. The checkpoint's changes are those since the last checkpoint. It belongs
 * to no session, and `undo` never takes it back: `restore ID` brings its state back.
 */
export async function snapshotNow(io: Io, folder: string, options: ManualOptions = {}): Promise<ManualSnapshot> {
  return snapshotAt(io, placeOf(io, folder), options);
}

/** Records the present of a place by hand, see `snapshotNow`. A damaged shadow repository is set aside first. */
export async function snapshotAt(io: Io, place: Place, options: ManualOptions): Promise<ManualSnapshot> {
  setDamagedAside(io, place);
  throwWhereRefused(io, place);
  return (await inSoundShadow(io, place, async () => record(io, place, options))).result;
}

async function record(
  io: Io,
  place: Place,
  { note, command, always = note !== undefined, keeps = false, mostNew }: ManualOptions,
): Promise<ManualSnapshot> {
  const shadow = await openShadow(io, place);
  const { engine } = shadow;
  const startedAt = io.now().toISOString();
  const { tree, coverage, skipped } = await engine.capture({
    prefix: place.prefix,
    refresh: true,
    checkObjects: "in full",
    ...(mostNew && { mostNew }),
  });
  const history = readHistory(place.shadow);
  const last = liveCheckpoints(history).findLast(({ prefix }) => prefix === place.prefix);
  const { id: keep } = keeps ? await keepWorktree(io, shadow, place.prefix) : {};
  const result = {
    ...defined({ keep }),
    worktree: place.worktree.root,
    tree,
    skipped: skipped.map(remark),
  };
  if (last?.after === tree && !always)
    return { ...result, checkpoint: null, last: { id: last.id, isPinned: pinOf(history, last) !== undefined } };
  const id = newId();
  const before = last?.after ?? tree;
  const coverageBefore = last ? last.coverageAfter : coverage;
  writeRefs(place.shadow, id, { before, after: tree }, { pid: io.pid, durable: true });
  appendRecord(place.shadow, {
    type: "checkpoint",
    id,
    session: null,
    scope: "manual",
    prefix: place.prefix,
    before,
    after: tree,
    ...defined({ coverageBefore, coverageAfter: coverage }),
    startedAt,
    endedAt: journalSize(place.shadow),
    createdAt: io.now().toISOString(),
    ...defined({ note, command }),
  });
  return { ...result, checkpoint: id };
}
