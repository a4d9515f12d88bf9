import { constants, copyFileSync, existsSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { isIn, realPath } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { safeGit } from "../safe-git.ts";
import type { WorktreePair } from "./source-worktree.ts";

/** The fate of the named files. */
export interface Copied {
  readonly copied: readonly string[];
  /** Why not → the files. */
  readonly left: ReadonlyMap<string, readonly string[]>;
  /** Patterns that no file fits. */
  readonly missing: readonly string[];
}

/** A dependency folder is made by its program and not by a copy. */
const [MOST_FILES, MOST_BYTES] = [200, 64 * 1024 ** 2];

/** Milliseconds that git may take; the next is the time that stays for the answer. */
const [PATIENCE, RESERVE] = [5000, 500];

/**
 * Copies what git ignores in the source and what a pattern fits. A file that is there already stays as it is. A link is
 * followed where it leads to a file of the source, and no folder of the target that leads out of it is written to.
 * @throws where git cannot be asked, or the time is over
 */
export function copyIgnored({ source, target }: WorktreePair, patterns: readonly string[], io: Io): Copied {
  const git = safeGit(io, source, { needsWorktree: true, patience: PATIENCE });
  if (!git) throw new Error("git does not read the worktree that the new one was made from");
  const fitting = patterns.map((pattern) => ignoredFiles(git, pattern));
  const missing = patterns.filter((_, index) => fitting[index]!.length === 0);
  const copied: string[] = [];
  const left = new Map<string, string[]>();
  let bytes = 0;
  for (const path of new Set(fitting.flat())) {
    if ((io.timeLeft?.() ?? Infinity) < RESERVE) throw new TooSlow();
    const from = realPath(join(source, path));
    const size = statSync(from, { throwIfNoEntry: false })?.size ?? 0;
    const why =
      copied.length >= MOST_FILES || bytes + size > MOST_BYTES
        ? `no more than ${MOST_FILES} files of ${MOST_BYTES / 1024 ** 2} MiB together are copied`
        : whyNot(from, source, join(target, path), target);
    if (why === undefined) {
      copyNew(from, join(target, path));
      copied.push(path);
      bytes += size;
    } else if (why !== THERE) left.set(why, [...(left.get(why) ?? []), path]);
  }
  return { copied, left, missing };
}

/**
 * The ignored files of some patterns. `glob`: a star does not go beyond a slash, and a folder stands for everything
 * below it.
 */
function ignoredFiles(git: NonNullable<ReturnType<typeof safeGit>>, pattern: string): string[] {
  const words = ["ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--", `:(top,glob)${pattern}`];
  const { status, stdout } = git.run(words, {}, true);
  if (status !== 0) throw new Error("git does not list the files that it ignores");
  return stdout.toString("utf8").split("\0").filter(Boolean);
}

const THERE = "it is there";

/** Why a file is not copied. */
function whyNot(from: string, source: string, to: string, target: string): string | undefined {
  if (!isIn(from, source)) return "it is a link that leads out of the worktree";
  if (statSync(from, { throwIfNoEntry: false })?.isFile() !== true) return "it is no regular file";
  if (lstatSync(to, { throwIfNoEntry: false })) return THERE;
  let parent = dirname(to);
  while (!existsSync(parent)) parent = dirname(parent);
  return isIn(realPath(parent), target) ? undefined : "its folder in the new worktree leads out of it";
}

/** Copies a file with its own mode; a file that another process has made meanwhile stays. */
function copyNew(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
}
