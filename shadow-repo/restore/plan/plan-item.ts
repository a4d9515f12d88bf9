import type { LineCounts, ObjectId, TreeEntry } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";

interface Merged {
  readonly content: Buffer;
  readonly base: ObjectId;
  /**
   * Whether the changes of the steps were removed from the present file one by one; `tree` holds the resulting file.
   */
  readonly isApart?: true;
  readonly tree?: ObjectId;
  /** The name of the other session whose change stays. */
  readonly other?: string;
}

/** One file of an operation. `current` or `target` is absent if the file is, or will be, missing. */
export interface PlanItem {
  readonly path: GitPath;
  /** The file's name in the steps, if somebody renamed the file since. */
  readonly former?: GitPath;
  /** The file in the captured present. */
  readonly current?: TreeEntry;
  /** The file in the wanted state. */
  readonly target?: TreeEntry;
  /** The tree that holds `target`. */
  readonly source: ObjectId;
  /** Whether the file is neither as expected nor as wanted, so that somebody changed it since. */
  readonly edited: boolean;
  /**
   * The file after the steps, or as it was last recorded, with its tree: the changes lead from `source` to this file.
   */
  readonly base?: { readonly tree: ObjectId; readonly entry: TreeEntry | undefined };
  /** Whether a step began with another content of the file than the previous step had left. */
  readonly isBroken?: true;
  /** If another edit stays in the file: the merged content of `target`, and the tree of the merge's base. */
  readonly merged?: Merged;
  /** The numbers of changed lines, if only single hunks of the file are put back. */
  readonly lines?: LineCounts;
  /** The reason why the file must be left alone, whatever is on disk. */
  readonly fault?: string;
  /** The database of which the file is one, if several files of it are in the plan: all are put back, or none. */
  readonly database?: GitPath;
}

/** Whether two states of a file have the same content and mode; also `true` if the file is missing in both. */
export function same(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}
