import { constants, copyFileSync, existsSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { isIn, realPath } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { safeGit } from "../safe-git.ts";
import type { WorktreePair } from "./source-worktree.ts";

/** The files that were copied, and the files that were not, with the reasons. */
export interface Copied {
  readonly copied: readonly string[];
  /** The files that were not copied, by the reason. */
  readonly left: ReadonlyMap<string, readonly string[]>;
  /** Patterns that match no file. */
  readonly missing: readonly string[];
}

/** The most files and bytes that are copied. A folder of dependencies is larger: a package manager has to create it. */
const [MOST_FILES, MOST_BYTES] = [200, 64 * 1024 ** 2];

/** The most milliseconds that git may take, and the milliseconds that are kept for the answer. */
const [PATIENCE, RESERVE] = [5000, 500];

/**
 * Copies the files that git ignores in the source and that a pattern matches. Existing files are not replaced. A link
 * is followed if it leads to a file within the source. No file is written through a folder of the target that is a link
 * out of the target.
 * @throws if git cannot be asked, or no time is left
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
 * The ignored files that match a pattern. With git's pathspec magic `glob`, `*` does not match a slash, and a folder
 * matches everything below it.
 */
function ignoredFiles(git: NonNullable<ReturnType<typeof safeGit>>, pattern: string): string[] {
  const words = ["ls-files", "--others", "--ignored", "--exclude-standard", "-z", "--", `:(top,glob)${pattern}`];
  const { status, stdout } = git.run(words, {}, true);
  if (status !== 0) throw new Error("git does not list the files that it ignores");
  return stdout.toString("utf8").split("\0").filter(Boolean);
}

const THERE = "it is there";

/** The reason why a file is not copied; `undefined` if it is. */
function whyNot(from: string, source: string, to: string, target: string): string | undefined {
  if (!isIn(from, source)) return "it is a link that leads out of the worktree";
  if (statSync(from, { throwIfNoEntry: false })?.isFile() !== true) return "it is no regular file";
  if (lstatSync(to, { throwIfNoEntry: false })) return THERE;
  let parent = dirname(to);
  while (!existsSync(parent)) parent = dirname(parent);
  return isIn(realPath(parent), target) ? undefined : "its folder in the new worktree leads out of it";
}

/** Copies a file with its mode. A file that another process created meanwhile is not replaced. */
function copyNew(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
}
