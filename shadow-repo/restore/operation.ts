import type { StoredCheckpoint } from "../journal/history.ts";
import type { BeginRecord } from "../journal/journal.ts";
import type { HunkChoice } from "./hunks/choose-hunks.ts";
import type { Named } from "./restore-result.ts";
import type { Stories } from "./plan/story.ts";

/** The request; the run adds the rest of the journal's record. */
export type OperationRequest = Omit<BeginRecord, "type" | "id" | "at" | "began" | "pid" | "before" | "coverage">;

/** The parts of an operation that are not written into the journal. */
export interface OperationContext extends Named {
  /** The steps of the operation, for sentences about it. */
  readonly steps?: readonly StoredCheckpoint[];
  /** Of an undo: every checkpoint that is in effect. */
  readonly live?: readonly StoredCheckpoint[];
  /** Of an undo: who changed the files of its steps, and the oldest of these. */
  readonly sparing?: { readonly stories: Stories; readonly oldest: string };
  /** The chosen hunks, if not all of each file is to be put back; and of an undo their one step. */
  readonly hunks?: HunkChoice & { readonly step?: string };
  /** Why files that are as asked for already do not count as put back. */
  readonly notByUs?: string | undefined;
}
