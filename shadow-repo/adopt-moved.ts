import { renameSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

import { atomicWrite, namesIn } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { shadowsFolder, type Place } from "./place.ts";
import { isGone, textOfFile, worktreeOf } from "./read-disk.ts";

/** The file of a shadow repository that holds the identity of its worktree, which stays when the worktree is moved. */
const SOURCE = "source";

/** Writes the identity of the worktree into a new shadow repository. */
export function noteSource(io: Io, place: Place): void {
  const own = identityOf(place);
  if (own !== undefined) atomicWrite(join(place.shadow, SOURCE), own, { pid: io.pid });
}

/**
 * Finds the shadow repository of a worktree that was moved or renamed. Its file `source` holds the identity of this
 * worktree, and the path in its file `worktree` has no `.git` any more. `undefined` if there is none.
 */
export function movedShadow(place: Place): string | undefined {
  const own = identityOf(place);
  if (own === undefined) return undefined;
  const folder = shadowsFolder(place.data);
  return namesIn(folder)
    .map((name) => join(folder, name))
    .find((shadow) => textOfFile(join(shadow, SOURCE)) === own && isLeft(shadow, place));
}

/**
 * Moves the shadow repository of a moved worktree to its new place. Gives `false` if there is none, or if another
 * process moves the shadow repository at the same time.
 */
export function adoptMoved(io: Io, place: Place): boolean {
  const moved = movedShadow(place);
  if (moved === undefined) return false;
  try {
    // The new path is written before the rename: `prune --orphans` deletes a shadow repository whose worktree is gone.
    atomicWrite(join(moved, "worktree"), `${place.worktree.root}\n`, { pid: io.pid });
    renameSync(moved, place.shadow);
    return true;
  } catch (error) {
    // Another process has moved it.
    if (["ENOENT", "EEXIST", "ENOTEMPTY", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/**
 * Whether the path in a shadow repository's file `worktree` has no `.git` any more. Also true if it is the new path
 * already: another process is then about to rename the shadow repository, or died before the rename.
 */
function isLeft(shadow: string, { worktree: { root } }: Place): boolean {
  const worktree = worktreeOf(shadow);
  return worktree !== undefined && (worktree === root || isGone(join(worktree, ".git")));
}

/**
 * An identity of a worktree that stays when its folder is renamed, and that neither a copy nor another folder has:
 * inode and birth time of the git folder. The host's name is part of it, since a container may see the same folder at
 * another path while the host uses it. `undefined` if there is no git folder, or the file system gives no inode or
 * birth time.
 */
function identityOf({ worktree, withoutGit }: Place): string | undefined {
  if (withoutGit) return undefined;
  const { ino, birthtimeNs } = statSync(worktree.gitDir, { bigint: true });
  return ino > 0n && birthtimeNs > 0n ? `${ino} ${birthtimeNs} ${hostname()}\n` : undefined;
}
