import { basename, dirname } from "node:path";
import { statSync } from "node:fs";

import type { HookEvent } from "../../agents/codec/hook-event.ts";
import type { Io } from "../../kit/io.ts";
import { findWorktree, type Worktree } from "../../worktree/doors/worktree.ts";

/** The top folders of a new worktree, and of the worktree from which its files are copied. */
export interface WorktreePair {
  readonly source: string;
  readonly target: string;
}

/** The milliseconds for which a worktree counts as new, in agents that have no event for a new worktree. */
const NEW = 24 * 60 * 60 * 1000;

/**
 * The two worktrees of an event; `undefined` if there is no new one. Both must be of one repository, so that a payload
 * cannot name any other folder. If the event names no source, the source is the repository's first worktree.
 */
export function pairOf(
  event: HookEvent<"worktree_create" | "session_start">,
  io: Pick<Io, "now">,
): WorktreePair | undefined {
  const { name, worktreePath, worktreeSource, cwd } = event;
  const folder = (name === "worktree_create" ? worktreePath : undefined) ?? cwd;
  const target = folder === undefined ? undefined : findWorktree(folder);
  if (!target || target.gitDir === target.commonDir) return undefined;
  if (name === "session_start" && !isNew(target, io)) return undefined;
  const source = sibling(target, worktreeSource) ?? sibling(target, mainFolder(target));
  return source && source.root !== target.root ? { source: source.root, target: target.root } : undefined;
}

function sibling({ commonDir }: Worktree, folder: string | undefined): Worktree | undefined {
  const found = folder === undefined ? undefined : findWorktree(folder);
  return found?.commonDir === commonDir ? found : undefined;
}

function mainFolder({ commonDir }: Worktree): string | undefined {
  return basename(commonDir) === ".git" ? dirname(commonDir) : undefined;
}

/** Whether a worktree is new: git writes the file `commondir` once, when it creates the worktree. */
function isNew({ gitDir }: Worktree, io: Pick<Io, "now">): boolean {
  const stats = statSync(`${gitDir}/commondir`, { throwIfNoEntry: false });
  return stats !== undefined && io.now().getTime() - stats.mtimeMs < NEW;
}
