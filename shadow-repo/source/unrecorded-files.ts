import { readdirSync } from "node:fs";

import { onDisk, type GitPath } from "../git-path.ts";
import { foundAt } from "./on-disk.ts";

/**
 * Path → size, time and inode of a file whose content no capture holds. A later stamp shows that a file is new, changed
 * or gone. For a folder that is a repository of its own: inode and birth of the folder and of its `.git`.
 */
export type FileStamps = Readonly<Record<GitPath, string>>;

/** Files named as not recorded, of which stamps are kept. */
const MOST_SKIPPED = 50;

/** Files of secrets of which stamps are kept. */
export const MOST_SECRETS = 20;
/** Folders that are searched for such files. */
const MOST_FOLDERS = 40;

/**
 * Files of secrets at the top of the captured folder. Samples, which only show the form of such a file, are mostly
 * tracked.
 */
const SECRET = /^(?:\.env(?:\..+)?|\.envrc|\.dev\.vars)$/;
const SAMPLE = /\.(?:example|sample|template|dist|tpl|tmpl|schema|default|defaults)$/;
/** Names that are looked up one folder below: a list costs less than to read folders of any size. */
const USUAL = [".env", ".env.local", ".env.production", ".env.development"];
const PASSED_BY: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * Stamps of the files that a capture of a folder skipped, and of its files of secrets, whether these are recorded or
 * not.
 */
export function stampUnrecorded(root: string, prefix: GitPath, skipped: readonly GitPath[]): FileStamps {
  const stamps: Record<GitPath, string> = {};
  const take = (path: GitPath): boolean => {
    const stamp = stampOf(root, path);
    if (stamp !== undefined) stamps[path] = stamp;
    return stamp !== undefined;
  };
  for (const path of skipped.slice(0, MOST_SKIPPED)) take(path);
  let secrets = 0;
  for (const path of secretFiles(root, prefix)) if (secrets < MOST_SECRETS && take(path)) secrets += 1;
  return stamps;
}

/** The stamp of a path; `undefined` if nothing is there. */
export function stampOf(root: string, path: GitPath): string | undefined {
  const isFolder = path.endsWith("/");
  const found = foundAt(root, isFolder ? path.slice(0, -1) : path);
  if (!found) return undefined;
  if (!isFolder) return `${found.size} ${found.mtimeNs} ${found.ino}`;
  // The next folder that is made may get the same number.
  const repository = foundAt(root, `${path}.git`);
  return [found, repository].map((one) => (one ? `${one.ino} ${one.birthtimeNs}` : "-")).join(" ");
}

/** Whether `stampUnrecorded` counts a file among the files of secrets. */
export function isSecretFile(path: GitPath): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return SECRET.test(name) && !SAMPLE.test(name);
}

/** The places of files of secrets, certain or possible. */
function secretFiles(root: string, prefix: GitPath): GitPath[] {
  try {
    const entries = readdirSync(onDisk(root, prefix), { withFileTypes: true, encoding: "latin1" });
    const top = entries.filter((entry) => !entry.isDirectory() && isSecretFile(entry.name));
    const folders = entries.filter((entry) => entry.isDirectory() && !PASSED_BY.has(entry.name));
    return [
      ...top.map(({ name }) => prefix + name),
      ...folders.slice(0, MOST_FOLDERS).flatMap(({ name }) => USUAL.map((file) => `${prefix}${name}/${file}`)),
    ];
  } catch {
    return []; // the folder went, or cannot be read: the capture says so
  }
}
