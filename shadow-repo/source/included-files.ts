import type { Inclusion, Skipped } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { isTemporary } from "../place.ts";
import { isOwnRepository } from "./named-git.ts";
import { foundAt, namesBelow } from "./on-disk.ts";

/** The most files and folders that are searched: a pattern that covers a whole disk would take minutes. */
const MOST = 200_000;

const TOO_MANY = "too many files to look for those that alsoRecord names";

interface Included {
  /** Existing files that a pattern fits, whether they are ignored or not. */
  readonly files: readonly GitPath[];
  /** The folder in which the search stopped because of too many files; empty if it did not stop. */
  readonly skipped: readonly Skipped[];
}

/**
 * The files below a folder that `alsoRecord` names. Both engines use this search, so that they write the same trees. It
 * enters neither links nor other repositories.
 * @param own folders that are never recorded, see `ownFolders`
 */
export function includedFiles(
  root: string,
  prefix: GitPath,
  inclusion: Inclusion | undefined,
  own: readonly GitPath[],
): Included {
  const files = new Set<GitPath>();
  const skipped: Skipped[] = [];
  let looked = 0;
  for (const top of inclusion?.tops ?? []) {
    if (top.startsWith(prefix)) visit(top);
    else if (prefix.startsWith(top)) visit(prefix);
  }
  return { files: [...files], skipped };

  function visit(folder: GitPath): void {
    if (skipped.length > 0 || own.includes(folder)) return;
    if (folder !== "" && foundAt(root, folder.slice(0, -1))?.isDirectory() !== true) return;
    const names = namesBelow(root, folder);
    if (typeof names === "string") return; // the folder is gone, or the capture lists it as unreadable
    if (folder !== "" && names.includes(".git") && isOwnRepository(root, folder)) return;
    for (const name of names) {
      if (name.toLowerCase() === ".git") continue;
      looked += 1;
      if (looked > MOST) return void skipped.push({ path: folder, why: TOO_MANY });
      const path = folder + name;
      const found = foundAt(root, path);
      if (found?.isDirectory()) {
        if (inclusion!.enters(name)) visit(`${path}/`);
      } else if (found && !isTemporary(name) && inclusion!.fits(path)) files.add(path);
    }
  }
}
