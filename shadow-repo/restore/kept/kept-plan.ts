import type { GitPath } from "../../git-path.ts";
import type { KeptFile } from "../../keep/kept-state.ts";

/** A kept ignored file or folder that the steps of an undo deleted or changed. */
export interface KeptItem {
  /** The file before the oldest of the steps. */
  readonly file: KeptFile;
  /** The stamp of the present file, which the kept one replaces; absent if there is no file. */
  readonly over?: string;
  /** The side files of a database that are removed before the database is put back. */
  readonly removes?: readonly GitPath[];
  /** The id of the checkpoint whose state before holds the file. */
  readonly step: string;
}

/** A kept ignored file that an undo leaves as it is. */
export interface StayingFile {
  readonly path: GitPath;
  readonly why: string;
  /**
   * Present and true if the reason lasts, so that no later undo can put the file back. Otherwise the file stays on
   * offer.
   */
  readonly isForGood?: true;
}

/** The kept ignored files of some steps: files to put back, and files to leave. */
export interface KeptPlan {
  /** The files that are put back. */
  readonly ready: readonly KeptItem[];
  /**
   * Files that were changed in place and stay unless the request asks for kept files: a person may have changed them.
   */
  readonly inPlace: readonly KeptItem[];
  /** Files that stay as they are, with the reason. */
  readonly staying: readonly StayingFile[];
  /** Files of the steps outside of the folder and paths of the request. */
  readonly elsewhere: readonly GitPath[];
}
