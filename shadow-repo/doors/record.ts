/** @file What events record: the state before, the checkpoint after, and what is noted of a session between the two. */

// The state before a turn or call.
export type { Beginning } from "../record/record-before.ts";
export { recordInTime } from "../record/record-in-time.ts";
export { needsState } from "../record/needs-state.ts";

// The checkpoint after it; a shadow repository that broke is set aside and made anew.
export type { ToolCall, UnrecordedFile } from "../record/complete-checkpoint.ts";
export { inSoundShadow } from "../record/in-sound-shadow.ts";

// Turns and calls that began and did not end.
export { allPending, peekPending, takePending, type Pending, type PendingKey } from "../journal/pending.ts";

// States that did not fit into their hooks, and worktrees that are not recorded.
export { isLate, LATE_COMMAND, lateBefore, lateFailure } from "../record/late-queue.ts";
export type { Lateness } from "../journal/lateness.ts";
export { refusal, throwWhereRefused } from "../record/recording-limits.ts";
export { noteUnheld } from "../record/unheld-state.ts";

// Repositories that a session works in, and roots that wait to be recorded.
export {
  addRepository,
  findRepositories,
  readRepositories,
  type SessionRepositories,
} from "../record/session-repositories.ts";
export { noteRepositories } from "../repository-notes.ts";
export { forgetWaitingRoots, waitingRoots } from "../waiting-roots.ts";

// The title of a session, as `checkpoints` shows it.
export { forgetTitle, keepTitle } from "../record/session-title.ts";

// Losses of git's own refs, stashes and staged versions since the state before.
export { gitLossesSince, noteLossOfTurn, type StepBeginning } from "../git-state/git-losses.ts";
export type { ToldLoss } from "../git-state/told-loss.ts";
export { notePassed, takePassed, type WholeNote } from "../git-state/whole-note.ts";
export { gitNoted } from "../record/git-noted.ts";

// Files whose content nothing holds.
export { inMiB } from "../keep/find-ignored.ts";
export type { Cause, UnheldPath } from "../keep/watched-files.ts";
export type { Lost } from "../record/unheld-paths.ts";

// Cleaning, started beside the hook, and the warning that a shadow repository grows.
export { CURRENT_SESSION, startMaintenance } from "../maintenance/start-maintenance.ts";
export { budgetWarning } from "../maintenance/budget-warning.ts";
