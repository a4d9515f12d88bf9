import type { GitPath } from "../../git-path.ts";
import type { KeptFile } from "../../keep/kept-state.ts";

/** A kept file that the steps of an undo deleted or changed. */
export interface KeptItem {
  /** The file before the oldest of the steps. */
  readonly file: KeptFile;
  /** The stamp of the file that is to be replaced; absent: nothing is there. */
  readonly over?: string;
  /** Side files of a database that go before the file comes back. */
  readonly removes?: readonly GitPath[];
  /** The checkpoint before which the file was so. */
  readonly step: string;
}

/** The kept files of some steps, by what is to become of each. */
export interface KeptPlan {
  /** The files that are put back. */
  readonly ready: readonly KeptItem[];
  /** Files that were changed in place and are not asked for: such a change may be the person's own. */
  readonly inPlace: readonly KeptItem[];
  /** Files that stay as they are, with the reason. */
  readonly staying: readonly { readonly path: GitPath; readonly why: string }[];
  /** Files of the steps that no command asked for. */
  readonly elsewhere: readonly GitPath[];
}
