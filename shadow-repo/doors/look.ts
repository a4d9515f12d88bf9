/** @file What a person looks at: lists of checkpoints, differences, the state of the shadow repository. */

// Lists: `checkpoints`, the steps that `undo` would take back.
export { listCheckpoints } from "../look/list-checkpoints.ts";
export { laterSteps, listSteps } from "../look/list-steps.ts";
export { filesOfCheckpoints } from "../look/checkpoint-rows.ts";
export { undoneShares } from "../look/undone-shares.ts";
export { keptFilesOf } from "../look/kept-files.ts";
export { findText } from "../look/find-text.ts";

// An undo, redo or restore whose process died.
export { aboutTorn } from "../look/about-torn.ts";

// Differences: of a checkpoint, of two, of a restore before it is done.
export {
  diffPresent,
  restoreDiff,
  showCheckpoint,
  type CheckpointDiff,
  type ComparedFiles,
  type ToShow,
} from "../look/checkpoint-diff.ts";

export { patchOfRenamed } from "../look/patch-of-renamed.ts";
export { findRenames } from "../renames.ts";

// `status`.
export { status, type RepositoryStatus, type ShadowStatus, type StatusOfAll } from "../look/status.ts";
export { recordedHere, type RecordedHere, type UndoState } from "../look/undo-state.ts";
export type { OverBudget } from "../maintenance/retention.ts";

// A sentence about a step whose state before was recorded late.
export { lateInWords } from "../journal/late-in-words.ts";
