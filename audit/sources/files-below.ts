import { readdirSync } from "node:fs";
import { join } from "node:path";

import type { Unread } from "../source.ts";

export interface WalkOptions {
  /** Whether to go into a folder, or to give a file. */
  readonly wants: (path: string, isFolder: boolean) => boolean;
  /** Before a folder is gone through. */
  readonly enters?: (folder: string) => void;
  readonly unread: (one: Unread) => void;
}

/**
 * The regular files below a folder, each folder's in the order of their names. Symlinks are never followed, git's own
 * folders never entered.
 */
export function* filesBelow(folder: string, options: WalkOptions): Generator<string> {
  options.enters?.(folder);
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    options.unread({ name: folder, why: (error as NodeJS.ErrnoException).code ?? "unreadable" });
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== ".git" && options.wants(path, true)) yield* filesBelow(path, options);
    } else if (entry.isFile() && options.wants(path, false)) yield path;
  }
}
