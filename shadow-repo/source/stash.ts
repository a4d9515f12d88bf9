import type { Worktree } from "../../worktree/doors/worktree.ts";
import { textIn } from "./head.ts";

/** The most bytes of the reflog that are read. */
const MOST = 1024 * 1024;

/**
 * The time of the newest stash in milliseconds, exact to the second; `undefined` if there is none. Reads the reflog of
 * `refs/stash` instead of starting git.
 */
export function lastStashAt({ commonDir }: Pick<Worktree, "commonDir">): number | undefined {
  const log = textIn(`${commonDir}/logs/refs/stash`, MOST).trimEnd();
  const seconds = /> (\d+) [+-]\d{4}(?:\t|$)/.exec(log.slice(log.lastIndexOf("\n") + 1))?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
