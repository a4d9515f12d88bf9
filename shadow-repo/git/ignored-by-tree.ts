import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import type { Coverage } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import { foldersOf, onDisk, type GitPath } from "../git-path.ts";
import { newId } from "../new-id.ts";
import type { Place } from "../place.ts";
import { isIgnoreFile } from "../source/ignore-files.ts";
import { askIgnored } from "./ask-ignored.ts";
import { joinNul, shadowGit, splitNul, tryShadowGit } from "./shadow-git.ts";

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
  const index = join(place.shadow, "tmp", `${io.pid}-${newId()}.index`);
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
