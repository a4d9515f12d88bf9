import { USUAL_MODES, type Modes } from "../coverage.ts";
import { foldersOf, type GitPath } from "../git-path.ts";
import { foundAt } from "./on-disk.ts";

/**
 * A path and its mode; the mode is `undefined` if no such file or folder exists. The path of a folder ends with a
 * slash.
 */
export type FoundMode = readonly [path: GitPath, mode: bigint | undefined];

/**
 * The most files with unusual permissions whose modes are read by each capture, since no listing of git shows a change
 * of permissions alone.
 */
const LOOKED_AT = 2000;

/**
 * Updates the known permissions. They are recorded, since no tree holds them and an undo must not make a private file
 * readable for everybody.
 * @param last the earlier permissions; absent if every path is in `found`
 */
export function notedModes(last: Modes | undefined, found: Iterable<FoundMode>): Modes {
  const all = [...found];
  const usual = last?.usual ?? usualOf(all);
  const odd = new Map(last?.odd);
  for (const [path, mode] of all) {
    const bits = mode === undefined ? undefined : bitsOf(path, mode);
    if (bits === undefined || bits === usual[kindOf(path, bits)]) odd.delete(path);
    else odd.set(path, bits);
  }
  return { usual, odd };
}

/** Reads the modes of files and of the folders above them. */
export function findModes(root: string, paths: Iterable<GitPath>): FoundMode[] {
  const found = new Map<GitPath, bigint | undefined>();
  for (const path of paths) {
    const stats = foundAt(root, path.replace(/\/$/, ""));
    found.set(path, (path.endsWith("/") ? stats?.isDirectory() : stats?.isFile()) ? stats?.mode : undefined);
    for (const folder of foldersOf(path)) {
      if (found.has(folder)) break; // then the folders above it are known, too
      const above = foundAt(root, folder.slice(0, -1));
      found.set(folder, above?.isDirectory() ? above.mode : undefined);
    }
  }
  return [...found];
}

/** The paths with unusual permissions, whose modes each capture reads; none if there are too many. */
export function oddPaths({ odd }: Modes): Iterable<GitPath> {
  return odd.size > LOOKED_AT ? [] : odd.keys();
}

/** The most frequent permissions of files, of executable files and of folders. */
function usualOf(found: readonly FoundMode[]): Modes["usual"] {
  const most = (kind: keyof Modes["usual"]): number => {
    const counts = new Map<number, number>();
    for (const [path, mode] of found) {
      const bits = mode === undefined ? undefined : bitsOf(path, mode);
      if (bits !== undefined && kindOf(path, bits) === kind) counts.set(bits, (counts.get(bits) ?? 0) + 1);
    }
    const [first] = [...counts].toSorted(([, one], [, other]) => other - one);
    return first && first[1] > 1 ? first[0] : USUAL_MODES.usual[kind];
  };
  return { file: most("file"), executable: most("executable"), folder: most("folder") };
}

function bitsOf(path: GitPath, mode: bigint): number {
  return Number(mode) & (path.endsWith("/") ? 0o7777 : 0o777);
}

function kindOf(path: GitPath, bits: number): keyof Modes["usual"] {
  if (path.endsWith("/")) return "folder";
  return (bits & 0o100) === 0 ? "file" : "executable";
}
