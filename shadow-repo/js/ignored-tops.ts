import type { Io } from "../../kit/io.ts";
import type { GitPath } from "../git-path.ts";
import { ownFolders, type Place } from "../place.ts";
import { readIgnoreFile } from "../source/ignore-files.ts";
import { isOwnRepository } from "../source/named-git.ts";
import { look, namesBelow } from "../source/on-disk.ts";
import { outsideFiles } from "../source/ignore-files.ts";
import { sourceIndexOf } from "../source/source-index.ts";
import { IgnoreRules } from "./ignore-rules.ts";

/** The topmost ignored files and folders below a folder that the source does not track. */
export function ignoredTops(io: Io, place: Place, prefix: GitPath, ignoreCase: boolean): GitPath[] {
  const { root } = place.worktree;
  const own = ownFolders(place);
  const tracked = sourceIndexOf(place, 20).tracked();
  const rules = new IgnoreRules(outsideFiles(io, place).text, ignoreCase, (folder) =>
    readIgnoreFile(root, `${folder}.gitignore`),
  );
  const tops: GitPath[] = [];
  visit(prefix);
  return tops;

  function visit(folder: GitPath): void {
    const names = namesBelow(root, folder);
    if (typeof names === "string") return;
    if (folder !== prefix && names.includes(".git") && isOwnRepository(root, folder)) return;
    for (const name of names) {
      if (name.toLowerCase() === ".git") continue;
      const found = look(root, folder + name);
      if (typeof found === "string") continue;
      const path = found.isDirectory() ? `${folder}${name}/` : folder + name;
      if (own.includes(path)) continue;
      if (rules.ignores(path)) {
        if (!tracked.has(path)) tops.push(path);
      } else if (found.isDirectory()) visit(path);
    }
  }
}
