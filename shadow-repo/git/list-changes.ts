import { accessSync, constants, type BigIntStats } from "node:fs";

import type { Skipped } from "../engine.ts";
import { onDisk, type GitPath } from "../git-path.ts";
import { linkFinder, look } from "../source/on-disk.ts";

/** What a listing of `git ls-files -t -m -o -d` means for the index. */
export interface ListedChanges {
  /** Paths that git must forget although something lies there: a pipe, or what is now behind a symlink. */
  readonly drop: readonly GitPath[];
  /** Paths that git must look at: gone ones first, since a file that became a folder must go before what is in it. */
  readonly update: readonly GitPath[];
  /** Those of them that are gone. */
  readonly gone: readonly GitPath[];
  readonly skipped: readonly Skipped[];
  /** Those of them that are above the limit. */
  readonly large: readonly GitPath[];
  /** Of files that the index does not hold yet. */
  readonly added: readonly { readonly path: GitPath; readonly size: number }[];
}

export interface ListingRules {
  readonly root: string;
  readonly maxFileSize: number;
  /** Whether the source tracks a path, which makes its size no matter. Asked only where it matters. */
  isTracked(path: GitPath): boolean;
}

/**
 * Decides what to do with each path that git listed. `known` are paths of the index that were changed or are gone,
 * `others` those that the index does not hold. Every refusal is named, none stops the rest.
 */
export function listChanges(known: readonly GitPath[], others: readonly GitPath[], rules: ListingRules): ListedChanges {
  const drop: GitPath[] = [];
  const gone: GitPath[] = [];
  const present: GitPath[] = [];
  const skipped: Skipped[] = [];
  const large: GitPath[] = [];
  const added: { path: GitPath; size: number }[] = [];
  const behindLink = linkFinder(rules.root);
  for (const path of known) {
    if (behindLink(path)) {
      drop.push(path);
      continue;
    }
    const found = look(rules.root, path);
    if (found === "gone" || (typeof found !== "string" && found.isDirectory())) gone.push(path);
    else if (typeof found === "string")
      skipped.push({ path, why: found }); // it may still be there: not a deletion
    else if (!isCapturable(found)) {
      drop.push(path);
      skipped.push({ path, why: "not a regular file or symlink" });
    } else if (isReadable(rules.root, path, found)) present.push(path);
    else skipped.push({ path, why: "cannot be read" });
  }
  for (const path of others) {
    if (path.endsWith("/")) {
      skipped.push({ path, why: "a repository of its own" });
      continue;
    }
    const found = look(rules.root, path);
    if (found === "gone" || (typeof found !== "string" && found.isDirectory())) continue;
    if (typeof found === "string") skipped.push({ path, why: found });
    else if (!isCapturable(found)) skipped.push({ path, why: "not a regular file or symlink" });
    else if (!isReadable(rules.root, path, found)) skipped.push({ path, why: "cannot be read" });
    else if (found.isFile() && found.size > rules.maxFileSize && !rules.isTracked(path)) {
      large.push(path);
      skipped.push({ path, why: `larger than ${rules.maxFileSize} bytes` });
    } else {
      present.push(path);
      added.push({ path, size: Number(found.size) });
    }
  }
  return { drop, update: [...gone, ...present], gone, skipped, large, added };
}

function isCapturable(found: BigIntStats): boolean {
  return found.isFile() || found.isSymbolicLink();
}

function isReadable(root: string, path: GitPath, found: BigIntStats): boolean {
  if (!found.isFile()) return true;
  try {
    accessSync(onDisk(root, path), constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
