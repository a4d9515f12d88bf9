import type { Io } from "../../kit/io.ts";
import { foldersOf, type GitPath } from "../git-path.ts";
import { ownFolders, type Place } from "../place.ts";
import { readIgnoreFile } from "../source/ignore-files.ts";
import { isOwnRepository } from "../source/named-git.ts";
import { foundAt, look, namesBelow } from "../source/on-disk.ts";
import { outsideFiles } from "../source/ignore-files.ts";
import { sourceIndexOf } from "../source/source-index.ts";
import { IgnoreRules } from "./ignore-rules.ts";

/**
 * The topmost ignored files and folders below `prefix`, without files that the source tracks. Of an ignored folder that
 * holds tracked files, its other files and folders are listed.
 */
export function ignoredTops(io: Io, place: Place, prefix: GitPath, ignoreCase: boolean): GitPath[] {
  const { root } = place.worktree;
  const own = ownFolders(place);
  const tracked = sourceIndexOf(place, 20).tracked();
  const holdTracked = new Set([...tracked.keys()].flatMap(foldersOf));
  const rules = rulesOf(io, place, ignoreCase);
  const tops: GitPath[] = [];
  visit(prefix, false);
  return tops;

  function visit(folder: GitPath, isIgnored: boolean): void {
    const names = namesBelow(root, folder);
    if (typeof names === "string") return;
    if (folder !== prefix && names.includes(".git") && isOwnRepository(root, folder)) return;
    for (const name of names) {
      if (name.toLowerCase() === ".git") continue;
      const found = look(root, folder + name);
      if (typeof found === "string") continue;
      const path = found.isDirectory() ? `${folder}${name}/` : folder + name;
      if (own.includes(path)) continue;
      const isInside = isIgnored || rules.ignores(path);
      if (found.isDirectory() && (!isInside || holdTracked.has(path))) visit(path, isInside);
      else if (isInside && !tracked.has(path)) tops.push(path);
    }
  }
}

/** The topmost folders below `prefix` that no rule ignores and that hold nothing but folders. */
export function emptyFolders(io: Io, place: Place, prefix: GitPath, ignoreCase: boolean): GitPath[] {
  const { root } = place.worktree;
  const own = ownFolders(place);
  const rules = rulesOf(io, place, ignoreCase);
  const found: GitPath[] = [];
  visit(prefix);
  return found;

  /** Whether a folder holds nothing but folders. Adds the topmost such folders to the list. */
  function visit(folder: GitPath): boolean {
    const names = namesBelow(root, folder);
    if (typeof names === "string" || (names.includes(".git") && folder !== prefix)) return false;
    const before = found.length;
    let isEmpty = true;
    for (const name of names) {
      const isFolder = name.toLowerCase() !== ".git" && foundAt(root, folder + name)?.isDirectory() === true;
      const path = `${folder}${name}/`;
      const isOwn = isFolder && !own.includes(path) && !rules.ignores(path);
      if (!(isOwn && visit(path))) isEmpty = false;
    }
    if (isEmpty && folder !== prefix) found.splice(before, found.length, folder);
    return isEmpty;
  }
}

function rulesOf(io: Io, place: Place, ignoreCase: boolean): IgnoreRules {
  const { root } = place.worktree;
  return new IgnoreRules(outsideFiles(io, place).text, ignoreCase, (folder) =>
    readIgnoreFile(root, `${folder}.gitignore`),
  );
}
