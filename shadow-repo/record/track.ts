import { existsSync, realpathSync, rmSync } from "node:fs";
import { resolve } from "node:path";

import { inShell } from "../../kit/in-shell.ts";
import { isFolder, isIn, realPath, realPathOfNew } from "../../kit/files.ts";
import { homeOf, type Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { findWorktree } from "../../worktree/doors/worktree.ts";
import { hasShadow } from "../create-shadow.ts";
import type { Remark } from "../engine.ts";
import { MOST_TRACKED } from "../limits.ts";
import { withRestoreLock } from "../locks/restore-lock.ts";
import { placeWhereTracked } from "../place.ts";
import { allTracked, forgetTracked, noteTracked, trackedAround, trackedAt } from "../tracked.ts";
import { snapshotAt } from "./snapshot-now.ts";

export interface Tracked {
  readonly folder: string;
  /** The id of the checkpoint of the folder's first state; `null` if the folder was tracked before. */
  readonly checkpoint: string | null;
  /** Paths that are not recorded, and the reasons. */
  readonly skipped: readonly Remark[];
}

/**
 * Makes hooks record a folder that is no git worktree. The folder's first state is recorded here, since that takes
 * longer than a hook may; until it is recorded, hooks record nothing there.
 * @throws UserError if the folder is recorded anyway, or holds far more than a project; no file is left behind then
 */
export async function track(io: Io, folder: string, { allowLarge = false } = {}): Promise<Tracked> {
  const data = dataDir(io);
  if (data === undefined) throw new UserError("noDataDir");
  const root = realFolder(resolve(io.cwd, folder));
  if (trackedAt(data, root)?.state === "done" && !findWorktree(root))
    return { folder: root, checkpoint: null, skipped: [] };
  throwWhereWrong(io, data, root);
  const place = placeWhereTracked(data, root);
  const known = { wasThere: hasShadow(place), begun: trackedAt(data, root) };
  noteTracked(io, data, { root, state: "begun" });
  try {
    const mostNew = allowLarge ? { files: Infinity, bytes: Infinity } : MOST_TRACKED;
    const { checkpoint, skipped } = await snapshotAt(io, place, { always: true, mostNew });
    noteTracked(io, data, { root, state: "done" });
    return { folder: root, checkpoint, skipped };
  } catch (error) {
    forgetTracked(data, root);
    if (!known.wasThere || known.begun) rmSync(place.shadow, { recursive: true, force: true });
    throw error;
  }
}

function realFolder(folder: string): string {
  if (!isFolder(folder))
    throw new UserError("badArgument", [`${printable(folder)} is no folder. Name one that is there.`]);
  return realpathSync(folder);
}

function throwWhereWrong(io: Io, data: string, root: string): void {
  const no = (why: string): never => {
    throw new UserError("badArgument", [`${printable(root)} is not tracked: ${why}`]);
  };
  const home = homeOf(io.env);
  if (home && isIn(realPath(home), root))
    no("it is your home folder, or holds it, and most of what is there is no work to be undone. Name a folder in it.");
  const own = realPathOfNew(data);
  if (isIn(root, own)) no("it lies in snapveil's own data folder. Name another one.");
  const worktree = findWorktree(root);
  if (worktree) no(`it lies in the git worktree ${printable(worktree.root)}, which is recorded anyway.`);
  const around = trackedAround(data, root);
  if (around) no(`it lies in ${printable(around.root)}, which is tracked already.`);
  const inside = allTracked(data).find((one) => one.root !== root && isIn(one.root, root));
  if (inside)
    no(`${printable(inside.root)} in it is tracked for itself. First: snapveil untrack ${inShell(inside.root)}`);
}

export interface Untracked {
  readonly folder: string;
  /** Whether the folder's checkpoints were deleted, too; if not, `prune --orphans` deletes them. */
  readonly forgotten: boolean;
}

/**
 * Ends the tracking of a folder. Its checkpoints can be restored until `prune --orphans` deletes them; with `forget`
 * they are deleted at once.
 * @throws UserError if the folder is not tracked
 */
export async function untrack(io: Io, folder: string, { forget = false } = {}): Promise<Untracked> {
  const data = dataDir(io);
  if (data === undefined) throw new UserError("noDataDir");
  const root = realPathOfNew(resolve(io.cwd, folder));
  const place = placeWhereTracked(data, root);
  const isNoted = trackedAt(data, root) !== undefined;
  const isWorktree = findWorktree(root)?.root === root;
  if (!isNoted && !(forget && hasShadow(place) && !isWorktree))
    throw new UserError("badArgument", [whyNot(data, root)]);
  if (forget && isWorktree)
    throw new UserError("badArgument", [
      `${printable(root)} is a git worktree by now, and its history stays. Without --forget nothing else is lost ` +
        "either.",
    ]);
  forgetTracked(data, root);
  if (!forget) return { folder: root, forgotten: false };
  // The lock makes the deletion wait for an undo, redo or restore that is putting files back.
  const remove = async () => rmSync(place.shadow, { recursive: true, force: true });
  await (existsSync(root) && hasShadow(place) ? withRestoreLock(io, place, false, remove) : remove());
  return { folder: root, forgotten: true };
}

function whyNot(data: string, root: string): string {
  const all = allTracked(data).map((one) => printable(one.root));
  const known = all.length === 0 ? "No folder is." : `Tracked are: ${all.join(", ")}.`;
  return `${printable(root)} is not tracked. ${known}`;
}
