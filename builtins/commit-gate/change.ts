import { join, relative, sep } from "node:path";

import type { Brought } from "./brought-files.ts";

/** A text that gets into the history or is pushed, with its earlier versions. */
export interface Change {
  /**
   * The path from the top of the worktree, as Latin-1 with one character for each byte; `""` for the message of a
   * commit or tag.
   */
  readonly path: string;
  /** The git object with the content; absent for a file of the worktree. */
  readonly id?: string;
  /** The absolute path of the file that now holds the content, if that is another file than the one at `path`. */
  readonly from?: string;
  /** The file is a patch: only the lines that it adds count. */
  readonly isPatch?: true;
  /** The commit or tag that has the content. If `path` is empty, the text is the message of this commit or tag. */
  readonly commit?: string;
  /** The git objects with the earlier versions of the text. Secrets in these are not reported. */
  readonly before: readonly string[];
}

/** The most files and commits of one call that are searched; more would take too long. */
export const MOST_CHANGES = 20_000;

/** The change that a script makes when it copies a file from elsewhere to a path. */
export function broughtChange({ from, isPatch }: Brought, root: string, place: string): Change {
  const path = Buffer.from(relative(root, place).split(sep).join("/")).toString("latin1");
  return { path, from, before: [], ...(isPatch && { isPatch }) };
}

/** The absolute path of a file as bytes, since its name need not be UTF-8. @param path in Latin-1, as `Change.path` */
export function bytePath(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(join(root, "/")), Buffer.from(path, "latin1")]);
}
