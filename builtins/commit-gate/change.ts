import { join } from "node:path";

/** A text that gets into the history or is sent, and what stood in its place before. */
export interface Change {
  /** A path from the worktree's top, one character a byte; "" if it is what a commit or a tag says. */
  readonly path: string;
  /** The object that holds it; absent if it lies in the worktree. */
  readonly id?: string;
  /** Absolute path of the file that it is made of, where it lies elsewhere yet. */
  readonly from?: string;
  /** Only what a patch adds counts. */
  readonly isPatch?: true;
  /** The commit or tag that it belongs to; alone, without a path, its message is meant. */
  readonly commit?: string;
  /** Objects. What they hold is no news. */
  readonly before: readonly string[];
}

/** Files and commits of one call; with more, looking at them would take too long. */
export const MOST_CHANGES = 20_000;

/** Where a file lies, as bytes: its name need not be UTF-8. */
export function placeOf(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(join(root, "/")), Buffer.from(path, "latin1")]);
}
