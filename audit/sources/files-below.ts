import { closeSync, constants, createReadStream, fstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

import { toGitPath } from "../../shadow-repo/doors/place.ts";
import type { IgnoreRules } from "../../shadow-repo/doors/source.ts";
import { streamed, type AuditPlace, type Content, type Source } from "../source.ts";

/** The rules that leave files out below a folder, as git does. */
export interface Ignoring {
  /** The folder that the rules' paths begin at. */
  readonly root: string;
  /** The rules of all `.gitignore` files below the root. */
  readonly rules: IgnoreRules;
  /** Files that no rule leaves out, and folders that hold such a file. */
  readonly tracked: ReadonlySet<string>;
}

/**
 * The regular files below a folder, each folder's in the order of their names. Symlinks are never followed, git's own
 * folders never entered.
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

/** A path as the rules see it: relative to the root, which is "" itself, and with a slash at the end of a folder. */
export function toRulePath(root: string, path: string, isFolder: boolean): string {
  const below = toGitPath(relative(root, path).split(sep).join("/"));
  return isFolder && below !== "" ? `${below}/` : below;
}

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

/**
 * A file's content. Never through a symlink, and never from a device or a pipe.
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
