import { join, relative, sep } from "node:path";

import type { Brought } from "./brought-files.ts";

/** A text that gets into the history or is sent, and the earlier ones in its place. */
export interface Change {
  /** A path from the worktree's top, one character a byte; "" for the message of a commit or a tag. */
  readonly path: string;
  /** The object that holds the content; absent for a file of the worktree. */
  readonly id?: string;
  /** Absolute path of the file that the change is made of, if that lies elsewhere yet. */
  readonly from?: string;
  /** Only the lines that a patch adds count. */
  readonly isPatch?: true;
  /** The commit or tag of the content; without a path, its message is meant. */
  readonly commit?: string;
  /** Objects with the earlier content, which is no news. */
  readonly before: readonly string[];
}

/** Files and commits of one call; to look at more would take too long. */
export const MOST_CHANGES = 20_000;

/** The change that a file from elsewhere makes at a place. */
export function broughtChange({ from, isPatch }: Brought, root: string, place: string): Change {
  const path = Buffer.from(relative(root, place).split(sep).join("/")).toString("latin1");
  return { path, from, before: [], ...(isPatch && { isPatch }) };
}

/** The path of a file, as bytes: its name need not be UTF-8. */
export function bytePath(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(join(root, "/")), Buffer.from(path, "latin1")]);
}
