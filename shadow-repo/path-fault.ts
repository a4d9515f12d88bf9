import type { GitPath } from "./git-path.ts";

/** The reason that is shown for a path that leads out of the worktree or into `.git`. A sound tree has no such path. */
export const OUT_OF_BOUNDS = "its name could lead out of the worktree or into a repository, so it is left alone";
const UNNAMEABLE = "this system cannot have a file of that name, so it is left alone";

/**
 * Why a path of a tree is neither shown nor written; `undefined` if the path is sound. A tree may come from a hostile
 * source: the index in an unpacked archive can name `../x` and `.git/hooks/x`. As in git, `.git` is refused on every
 * system in any letter case. Names that NTFS or HFS+ equate with `.git` are refused on their systems only, since
 * `git~1` is an ordinary name elsewhere. `isRepository` finds further names that the present file system equates with
 * `.git`, right before writing.
 */
export function pathFault(path: GitPath, platform: string): string | undefined {
  if (platform === "linux" && PLAIN.test(path)) return undefined;
  for (const name of path.split("/")) {
    if (name === "" || name === "." || name === ".." || name.includes("\0") || isDotGit(name, platform))
      return OUT_OF_BOUNDS;
    if (platform === "win32" && isNotForWindows(name))
      return name.includes("\\") || name.includes(":") ? OUT_OF_BOUNDS : UNNAMEABLE;
  }
  return undefined;
}

/** A path whose names all begin with a letter or digit and hold letters, digits, `-`, `_` and `.`: most paths. */
const PLAIN = /^(?:\w[\w.-]*\/)*\w[\w.-]*$/;

/**
 * Whether the letters of a name contain `git`. Some file systems equate such names with `.git`, so the caller checks
 * the file itself.
 */
export function resemblesDotGit(name: string): boolean {
  return name
    .replace(/[^a-z]/gi, "")
    .toLowerCase()
    .includes("git");
}

function isDotGit(name: string, platform: string): boolean {
  if (name.toLowerCase() === ".git") return true;
  if (platform === "win32") return /^(?:\.git|git~1)[ .]*(?:$|[:\\])/i.test(name);
  return platform === "darwin" && name.replace(IGNORED_BY_HFS, "").toLowerCase() === ".git";
}

/**
 * Characters that HFS+ ignores in names, as the bytes of UTF-8: U+200C to U+200F, U+202A to U+202E, U+206A to U+206F
 * and U+FEFF.
 */
const IGNORED_BY_HFS = /\xe2\x80[\x8c-\x8f\xaa-\xae]|\xe2\x81[\xaa-\xaf]|\xef\xbb\xbf/g;

/**
 * Whether Windows has no file of this name: it holds a character that Windows forbids, is the name of a device, or ends
 * in a dot or a blank.
 */
function isNotForWindows(name: string): boolean {
  return (
    /[\x00-\x1f\\:*?"<>|]|[ .]$/.test(name) ||
    /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9]|conin\$|conout\$)[ ]*(?:\.|$)/i.test(name)
  );
}
