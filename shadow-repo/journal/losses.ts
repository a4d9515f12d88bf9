import type { GitPath } from "../git-path.ts";

/** Ignored files and folders without a copy that a step removed or overwrote, by what happened to each. */
export interface Losses {
  /** Folders that a tool makes again, such as `node_modules/`. */
  readonly output?: readonly GitPath[];
  readonly gone?: readonly GitPath[];
  readonly overwritten?: readonly GitPath[];
}
