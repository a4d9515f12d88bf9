import type { ObjectId, TreeEntry } from "../engine.ts";
import type { GitPath } from "../git-path.ts";

/** One file that an operation is about. A side is absent where there is, or shall be, no such file. */
export interface PlanItem {
  readonly path: GitPath;
  /** As the present was captured. */
  readonly current?: TreeEntry;
  /** As it shall be. */
  readonly target?: TreeEntry;
  /** The tree that says so. */
  readonly source: ObjectId;
  /** Whether it is neither as expected nor as it shall be: somebody changed it since. */
  readonly edited: boolean;
  /** Why it must be left alone, whatever is on disk. */
  readonly fault?: string;
}
