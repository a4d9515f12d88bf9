/** @file What puts files back. Each records the present first and says what it left. */

export { undo } from "../restore/undo.ts";
export { redo } from "../restore/redo.ts";
export { restore } from "../restore/restore.ts";
export { reset } from "../restore/reset.ts";
export { undoIn } from "../restore/operation/undo-in.ts";

// What one of them did, did not do and could not do.
export type { RestoreResult, StepShare, UndoneStep, WantedState } from "../restore/operation/restore-result.ts";
export { accountOf } from "../restore/operation/account.ts";

// Hunks of a step, to choose from.
export type { HunkChoice, ListedHunk } from "../restore/hunks/choose-hunks.ts";

// Steps over several repositories: their other parts, and in which repository a path or an id is.
export { nameFrom } from "../restore/across/join-results.ts";
export { recordedIn, tieIn } from "../restore/across/steps.ts";
export { shadowOfGone, remake } from "../restore/across/gone-parts.ts";
export { aboutParts, partsBeside } from "../restore/across/other-parts.ts";
export { pin } from "../restore/across/pin-parts.ts";
export { whereFiles, whereKnown } from "../restore/across/which-repository.ts";
