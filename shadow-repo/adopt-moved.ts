import { renameSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

import { atomicWrite, namesIn } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { shadowsFolder, type Place } from "./place.ts";
import { isGone, textOfFile, worktreeOf } from "./read-disk.ts";

/** The file in which a shadow repository names its worktree by identity, whatever its present path. */
const SOURCE = "source";

/** Writes down whose a new shadow repository is. */
export function noteSource(io: Io, place: Place): void {
  const own = identityOf(place);
  if (own !== undefined) atomicWrite(join(place.shadow, SOURCE), own, { pid: io.pid });
}

/**
 * The shadow repository of a worktree that was moved or renamed since: its old folder is gone, and its git folder is
 * this one. `undefined` if there is none.
 */
export function movedShadow(place: Place): string | undefined {
  const own = identityOf(place);
  if (own === undefined) return undefined;
  const folder = shadowsFolder(place.data);
  return namesIn(folder)
    .map((name) => join(folder, name))
    .find((shadow) => textOfFile(join(shadow, SOURCE)) === own && isLeft(shadow, place));
}

/** Takes the shadow repository of a moved worktree over. Gives whether there was one. */
export function adoptMoved(io: Io, place: Place): boolean {
  const moved = movedShadow(place);
  if (moved === undefined) return false;
  try {
    // The path is written first: by it `prune --orphans` knows that the repository is in use.
    atomicWrite(join(moved, "worktree"), `${place.worktree.root}\n`, { pid: io.pid });
    renameSync(moved, place.shadow);
    return true;
  } catch (error) {
    // Another process did it, too.
    if (["ENOENT", "EEXIST", "ENOTEMPTY", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/** Whether a shadow repository is left behind, also if another process is about to take it over, or died on the way. */
function isLeft(shadow: string, { worktree: { root } }: Place): boolean {
  const worktree = worktreeOf(shadow);
  return worktree !== undefined && (worktree === root || isGone(join(worktree, ".git")));
}

/**
 * An identity that stays when a folder is renamed, and that no copy and no other folder has: number and birth of the
 * git folder. With the machine's name, since in a container the same folder may have another path while it is in use
 * outside.
 */
function identityOf({ worktree, withoutGit }: Place): string | undefined {
  if (withoutGit) return undefined;
  const { ino, birthtimeNs } = statSync(worktree.gitDir, { bigint: true });
  return ino > 0n && birthtimeNs > 0n ? `${ino} ${birthtimeNs} ${hostname()}\n` : undefined;
}
