/** @file What a person starts beside an undo: a checkpoint, a recorded run, an export, cleaning. */

export { snapshotNow } from "../record/snapshot-now.ts";
export { recordRun } from "../record/record-run.ts";
export { track, untrack } from "../record/track.ts";
export { exportFolder } from "../export/export-folder.ts";
export { makeBranch } from "../export/make-branch.ts";
export { prune } from "../maintenance/prune.ts";
export { verify } from "../maintenance/verify.ts";

// What did not fit into a hook, done by the process that the hook started.
export { workLate } from "../record/work-late.ts";
