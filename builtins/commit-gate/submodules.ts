import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { findRepository } from "../../worktree/doors/worktree.ts";
import { safeGit } from "../safe-git.ts";

/** The folders in which `git submodule foreach …` runs its command; none for any other command. */
export function submodulesFor(words: readonly string[], folder: string, io: Io): readonly string[] {
  const root = words[words.indexOf("foreach") - 1] === "submodule" ? findRepository(folder)?.root : undefined;
  const git = root === undefined ? undefined : safeGit(io, folder, { needsWorktree: true, patience: 5_000 });
  if (root === undefined || !git) return [];
  const file = join(root, ".gitmodules");
  const { status, stdout } = git.run([
    "config",
    "-z",
    "--file",
    file,
    "--get-regexp",
    String.raw`^submodule\..*\.path$`,
  ]);
  if (status !== 0) return [];
  return stdout
    .toString("utf8")
    .split("\0")
    .flatMap((entry) => (entry === "" ? [] : [join(root, entry.slice(entry.indexOf("\n") + 1))]));
}
