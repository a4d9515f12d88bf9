import { closeSync, constants, createReadStream, fstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

import { toGitPath } from "../../shadow-repo/doors/place.ts";
import type { IgnoreRules } from "../../shadow-repo/doors/source.ts";
import { streamed, type AuditPlace, type Content, type Source } from "../source.ts";

/** The git ignore rules for the files below a folder. */
export interface Ignoring {
  /** The folder to which the rules' paths are relative. */
  readonly root: string;
  /** The rules of all `.gitignore` files below `root`. */
  readonly rules: IgnoreRules;
  /** Tracked files, which are never ignored, and the folders above them. */
  readonly tracked: ReadonlySet<string>;
}

/**
 * Yields the regular files below a folder; each folder is sorted by name. Symlinks are not followed, `.git` is skipped.
 */
export function* filesBelow(folder: string, unread: AuditPlace["unread"], ignoring?: Ignoring): Generator<string> {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    unread({ name: folder, why: (error as NodeJS.ErrnoException).code ?? "unreadable" });
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const isFolder = entry.isDirectory();
    if ((!isFolder && !entry.isFile()) || (isFolder && entry.name === ".git")) continue;
    if (ignoring && !ignoring.tracked.has(path) && ignoring.rules.ignores(toRulePath(ignoring.root, path, isFolder)))
      continue;
    if (isFolder) yield* filesBelow(path, unread, ignoring);
    else yield path;
  }
}

/** A path in the form of the rules: relative to `root` (which itself is ""), with a slash at the end of a folder. */
export function toRulePath(root: string, path: string, isFolder: boolean): string {
  const below = toGitPath(relative(root, path).split(sep).join("/"));
  return isFolder && below !== "" ? `${below}/` : below;
}

/** How many bytes are read at once. */
const CHUNK = 1 << 20;

/**
 * The content of a regular file. Symlinks are not followed.
 * @throws Error with a code if it cannot be read
 */
export async function readFile(path: string, source: Source): Promise<Content> {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  const stats = fstatSync(fd);
  if (stats.isFile() && stats.size > CHUNK)
    return streamed(source, createReadStream(path, { fd, highWaterMark: CHUNK }) as AsyncIterable<Buffer>);
  try {
    if (!stats.isFile()) throw Object.assign(new Error("not a regular file"), { code: "not a regular file" });
    return { source, start: readFileSync(fd) };
  } finally {
    closeSync(fd);
  }
}
