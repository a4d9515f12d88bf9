import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { GitPath } from "../git-path.ts";
import { newId } from "../new-id.ts";
import type { Place } from "../place.ts";
import { joinNul, splitNul, tryShadowGit } from "./shadow-git.ts";

export interface RulesToAsk {
  /** Of the user's excludes file and the source's `info/exclude`. */
  readonly outside: string;
  /** Where the `.gitignore` files are; the place's own worktree where it is not said. */
  readonly worktree?: string;
  /** Where those are that are not in the worktree. What else is in it counts as not ignored. */
  readonly index?: string;
}

/** Which of some paths git ignores. None may lie behind a symlink. */
export function askIgnored(
  io: Io,
  place: Place,
  paths: readonly GitPath[],
  { outside, worktree, index }: RulesToAsk,
): GitPath[] {
  if (paths.length === 0) return [];
  const file = join(place.shadow, "tmp", `${io.pid}-${newId()}.exclude`);
  writeFileSync(file, outside, { encoding: "latin1", mode: 0o600 });
  try {
    // Literal pathspecs are refused by this command; after ./ nothing is magic.
    const args = [
      "--no-literal-pathspecs",
      "-c",
      `core.excludesFile=${file}`,
      "check-ignore",
      ...(index === undefined ? ["--no-index"] : []),
      "-z",
      "--stdin",
    ];
    const result = tryShadowGit(io, place, args, {
      input: joinNul(paths.map((path) => `./${path}`)),
      ...(worktree !== undefined && { worktree }),
      ...(index !== undefined && { index }),
    });
    if (result.status > 1 || result.status < 0)
      throw new UserError("gitFailed", ["check-ignore", result.stderr.trim()]); // 1: none is ignored
    return splitNul(result.stdout).map((path) => path.slice("./".length));
  } finally {
    rmSync(file, { force: true });
  }
}
