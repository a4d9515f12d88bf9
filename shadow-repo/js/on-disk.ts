import { lstatSync, readdirSync, type Stats } from "node:fs";

import type { GitPath } from "../git-path.ts";

/** What can be asked about a path of the worktree without following a symlink at its end. */
export interface Disk {
  /** As Node's functions take it: a Buffer where it is more than ASCII, so that every byte is passed on. */
  path(path: GitPath): string | Buffer;
  look(path: GitPath): Stats | "gone" | "cannot be reached";
  /** Names in a folder (`""` or with a slash at its end), one character a byte; `undefined` where it is gone. */
  names(folder: GitPath): string[] | "cannot be read" | undefined;
}

export function diskAt(root: string): Disk {
  const base = `${Buffer.from(root, "utf8").toString("latin1")}/`;
  const toPath = (path: GitPath): string | Buffer => {
    const full = base + path;
    return isAscii(full) ? full : Buffer.from(full, "latin1");
  };
  return {
    path: toPath,
    look(path) {
      try {
        // a missing file must not cost an exception
        return lstatSync(toPath(path), { throwIfNoEntry: false }) ?? "gone";
      } catch (error) {
        return isGone(error) ? "gone" : "cannot be reached";
      }
    },
    names(folder) {
      try {
        return readdirSync(toPath(folder), "latin1");
      } catch (error) {
        return isGone(error) ? undefined : "cannot be read";
      }
    },
  };
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}
