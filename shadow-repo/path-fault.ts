import type { GitPath } from "./git-path.ts";

/** The sentence about a path of a tree that no tree should name. */
export const OUT_OF_BOUNDS = "its name could lead out of the worktree or into a repository, so it is left alone";
const UNNAMEABLE = "this system cannot have a file of that name, so it is left alone";

/**
 * Why a path out of a tree is neither shown nor written; `undefined` if it is sound. A tree may come from anywhere: an
 * index out of an archive can name `../x` and `.git/hooks/x`. As git does it: `.git` is refused in any case everywhere,
 * names that only NTFS or HFS+ take for it are refused there, since `git~1` is a name like any other on other systems.
 * `isRepository` finds further names that the present file system takes for `.git`, right before writing.
 */
export function pathFault(path: GitPath, platform: string): string | undefined {
  for (const name of path.split("/")) {
    if (name === "" || name === "." || name === ".." || name.includes("\0") || isDotGit(name, platform))
      return OUT_OF_BOUNDS;
    if (platform === "win32" && isNotForWindows(name))
      return name.includes("\\") || name.includes(":") ? OUT_OF_BOUNDS : UNNAMEABLE;
  }
  return undefined;
}

/** Whether a name is close enough to `.git` to ask the file system about it: some may take it for that. */
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

/** U+200C to U+200F, U+202A to U+202E, U+206A to U+206F and U+FEFF, a character for each byte. */
const IGNORED_BY_HFS = /\xe2\x80[\x8c-\x8f\xaa-\xae]|\xe2\x81[\xaa-\xaf]|\xef\xbb\xbf/g;

/** A separator, a stream, a device, or an ending that Windows cuts off. */
function isNotForWindows(name: string): boolean {
  return (
    /[\x00-\x1f\\:*?"<>|]|[ .]$/.test(name) ||
    /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9]|conin\$|conout\$)[ ]*(?:\.|$)/i.test(name)
  );
}
