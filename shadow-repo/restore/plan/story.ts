import type { TreeChange } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { StoredCheckpoint } from "../../journal/history.ts";

/** The changes of one file since the steps began, by their authors. */
export interface Story {
  /** The changes of the steps, oldest first. */
  readonly own: readonly TreeChange[];
  /** Another session that changed the file meanwhile or later, by a step that is in effect. */
  readonly other?: StoredCheckpoint;
  /** The steps' changes do not follow one another: somebody edited the file between them. */
  readonly isBroken: boolean;
}

/** Path → the story of its file. */
export type Stories = ReadonlyMap<GitPath, Story>;
