import { rmSync, writeFileSync, mkdirSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Coverage } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import { foldersOf, onDisk, type GitPath } from "../git-path.ts";
import { temporaryIn, type Place } from "../place.ts";
import { isIgnoreFile } from "../source/ignore-files.ts";
import { joinNul, splitNul, tryShadowGit, shadowGit } from "./shadow-git.ts";

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
  const file = temporaryIn(io, place.shadow, "exclude");
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

/**
 * Asks git with the rules of an earlier state: an index made from the tree, in which the `.gitignore` files are marked
 * as outside of a sparse checkout, so that git reads them from the index, and a worktree with nothing but those that no
 * tree holds.
 */
export function ignoredByTree(
  io: Io,
  place: Place,
  tree: ObjectId,
  { outside, rules }: Coverage,
  paths: readonly GitPath[],
): GitPath[] {
  const index = temporaryIn(io, place.shadow, "index");
  const worktree = `${index}.worktree`;
  mkdirSync(worktree, { mode: 0o700 });
  try {
    // A tree with a name that git takes into no index is read without that name.
    if (tryShadowGit(io, place, ["read-tree", tree], { index }).status !== 0) {
      shadowGit(io, place, ["update-index", "-z", "--index-info"], {
        index,
        input: shadowGit(io, place, ["ls-tree", "-r", "-z", "--full-tree", tree]),
      });
    }
    const held = splitNul(shadowGit(io, place, ["ls-files", "-z", "-c"], { index })).filter(isIgnoreFile);
    if (held.length > 0)
      shadowGit(io, place, ["update-index", "-z", "--skip-worktree", "--stdin"], { index, input: joinNul(held) });
    for (const [path, text] of Object.entries(rules)) {
      const [folder] = foldersOf(path);
      if (folder !== undefined) mkdirSync(onDisk(worktree, folder), { recursive: true });
      writeFileSync(onDisk(worktree, path), text, { encoding: "latin1", mode: 0o600 });
    }
    return askIgnored(io, place, paths, { outside, worktree, index });
  } finally {
    rmSync(Buffer.from(worktree), { recursive: true, force: true }); // as bytes, for names that are no UTF-8
    for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
  }
}
