import { lstatSync } from "node:fs";

import { readRegularFile } from "../../kit/files.ts";
import { foldersOf, onDisk, type GitPath } from "../git-path.ts";

/** Whether git would take ignore rules from a file of this path. */
export function isIgnoreFile(path: GitPath): boolean {
  return path === ".gitignore" || path.endsWith("/.gitignore");
}

/**
 * The text of a `.gitignore`, one character a byte; `undefined` if there is none that git would read: git follows no
 * symlink there.
 */
export function readIgnoreFile(root: string, path: GitPath): string | undefined {
  try {
    const place = onDisk(root, path);
    return lstatSync(place).isFile() ? readRegularFile(place).bytes.toString("latin1") : undefined;
  } catch {
    return undefined;
  }
}

/** The `.gitignore` files above a folder, which no look at the folder shows. */
export function ignoreFilesAbove(root: string, prefix: GitPath): Record<GitPath, string> {
  if (prefix === "") return {};
  const found: Record<GitPath, string> = {};
  for (const folder of [...foldersOf(prefix.slice(0, -1)), ""]) {
    const text = readIgnoreFile(root, `${folder}.gitignore`);
    if (text !== undefined) found[`${folder}.gitignore`] = text;
  }
  return found;
}

/** Ignore files for the whole worktree as one, the weakest first, since the last pattern that fits decides. */
export function joinRules(texts: readonly string[]): string {
  return texts
    .map((text) => withoutMark(text))
    .filter((text) => text.split("\n").some((line) => line.trim() !== "" && !line.startsWith("#")))
    .join("\n");
}

/** A text without a byte order mark, which git passes over at the beginning of a file only. */
function withoutMark(text: string): string {
  return text.startsWith("\u00ef\u00bb\u00bf") ? text.slice(3) : text;
}
