import { USUAL_MODES, type Modes } from "../coverage.ts";
import { folderAbove, type GitPath } from "../git-path.ts";
import { statAt } from "./on-disk.ts";

/**
 * A path and its mode; the mode is `undefined` if no such file or folder exists. The path of a folder ends with a
 * slash.
 */
export type FoundMode = readonly [path: GitPath, mode: number | undefined];

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

/**
 * Reads the modes of files and of the folders above them.
 * @param known modes of files that were read a moment ago
 */
export function findModes(
  root: string,
  paths: Iterable<GitPath>,
  known: ReadonlyMap<GitPath, number> = new Map(),
): FoundMode[] {
  const found = new Map<GitPath, number | undefined>();
  for (const path of paths) {
    found.set(path, known.get(path) ?? modeAt(root, path));
    for (let folder = folderAbove(path); folder !== "" && !found.has(folder); folder = folderAbove(folder))
      found.set(folder, modeAt(root, folder)); // if a folder is known, the folders above it are known, too
  }
  return [...found];
}

/** The mode of a file, or of a folder if the path ends with a slash; `undefined` if there is no such file or folder. */
function modeAt(root: string, path: GitPath): number | undefined {
  const stats = statAt(root, path);
  if (stats === undefined || stats === "unknown") return undefined;
  return (path.endsWith("/") ? stats.isDirectory() : stats.isFile()) ? stats.mode : undefined;
}

/** The paths with unusual permissions, whose modes each capture reads; none if there are too many. */
export function oddPaths({ odd }: Modes): Iterable<GitPath> {
  return odd.size > LOOKED_AT ? [] : odd.keys();
}

/** The most frequent permissions of files, of executable files and of folders. */
function usualOf(found: readonly FoundMode[]): Modes["usual"] {
  const counts = { file: new Map<number, number>(), executable: new Map<number, number>(), folder: new Map() };
  for (const [path, mode] of found) {
    if (mode === undefined) continue;
    const bits = bitsOf(path, mode);
    const ofKind: Map<number, number> = counts[kindOf(path, bits)];
    ofKind.set(bits, (ofKind.get(bits) ?? 0) + 1);
  }
  const most = (kind: keyof Modes["usual"]): number => {
    const [first] = [...counts[kind]].toSorted(([, one], [, other]) => other - one);
    return first && first[1] > 1 ? first[0] : USUAL_MODES.usual[kind];
  };
  return { file: most("file"), executable: most("executable"), folder: most("folder") };
}

function bitsOf(path: GitPath, mode: number): number {
  return mode & (path.endsWith("/") ? 0o7777 : 0o777);
}

function kindOf(path: GitPath, bits: number): keyof Modes["usual"] {
  if (path.endsWith("/")) return "folder";
  return (bits & 0o100) === 0 ? "file" : "executable";
}
