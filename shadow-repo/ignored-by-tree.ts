import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import type { ObjectId } from "./engine.ts";
import type { GitPath } from "./git-path.ts";
import { newId } from "./new-id.ts";
import type { Place } from "./place.ts";
import { joinNul, shadowGit, splitNul, tryShadowGit } from "./shadow-git.ts";

/**
 * Asks git with the rules of an earlier state: an index made from the tree, in which the `.gitignore` files are marked as
 * outside of a sparse checkout, and an empty worktree. git then reads those files from the index.
 */
export function ignoredByTree(io: Io, place: Place, tree: ObjectId, paths: readonly GitPath[]): GitPath[] {
  const index = join(place.shadow, "tmp", `${io.pid}-${newId()}.index`);
  const empty = `${index}.worktree`;
  mkdirSync(empty, { mode: 0o700 });
  try {
    shadowGit(io, place, ["read-tree", tree], { index });
    const rules = splitNul(shadowGit(io, place, ["ls-files", "-z", "-c"], { index })).filter((path) => path === ".gitignore" || path.endsWith("/.gitignore"));
    if (rules.length === 0) return [];
    shadowGit(io, place, ["update-index", "-z", "--skip-worktree", "--stdin"], { index, input: joinNul(rules) });
    // This command refuses literal pathspecs; after ./ nothing is magic.
    const asked = joinNul(paths.map((path) => `./${path}`));
    const result = tryShadowGit(io, place, ["--no-literal-pathspecs", "check-ignore", "-z", "--stdin"], { index, worktree: empty, input: asked });
    if (result.status > 1 || result.status < 0) throw new UserError("gitFailed", ["check-ignore", result.stderr.trim()]); // 1: none is ignored
    return splitNul(result.stdout).map((path) => path.slice("./".length));
  } finally {
    rmSync(empty, { recursive: true, force: true });
    for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
  }
}
