/** @file Checkpoints as data: what one is, and the journal that they are read from. */

export {
  fileChange,
  labelsOf,
  type Checkpoint,
  type CheckpointList,
  type FileChange,
  type Labels,
  type Unreached,
} from "../journal/checkpoint.ts";

// Parts of a step that were taken back, in words.
export { sharesInWords, undoneInWords } from "../journal/share.ts";

// Changes as rows for people, in which a renamed file is one.
export { changeRows, nameOfRow, pathsOf, type ChangeRow } from "../journal/change-rows.ts";

// The journal, read once and folded to the steps that are still there.
export { journalFile } from "../journal/journal-file.ts";
export { readJournal } from "../journal/journal.ts";
export { historyOf } from "../journal/replay.ts";
export {
  changesOf,
  effectOf,
  findCheckpoint,
  liveCheckpoints,
  type History,
  type TwoTrees,
} from "../journal/history.ts";

// Trees and changes as an engine gives these.
export type { LineCounts, ObjectId, PatchForm, Rename, SnapshotEngine, TreeChange } from "../engine.ts";
