import { readdirSync } from "node:fs";

import { onDisk, type GitPath } from "../git-path.ts";
import { foundAt } from "./on-disk.ts";

/**
 * The stamps of files whose content no capture holds, by path: size, modification time and inode. If the stamp differs
 * later, the file is new, changed or gone. The stamp of a folder that is another repository holds the inode and birth
 * time of the folder and of its `.git`.
 */
export type FileStamps = Readonly<Record<GitPath, string>>;

/** The most skipped files that get a stamp. */
const MOST_SKIPPED = 50;

/** The most files of secrets that get a stamp. */
export const MOST_SECRETS = 20;
/** The most folders that are searched for files of secrets. */
const MOST_FOLDERS = 40;

/**
 * Names of files of secrets at the top of the captured folder, and endings of samples, which show only the form of such
 * a file and are mostly tracked.
 */
const SECRET = /^(?:\.env(?:\..+)?|\.envrc|\.dev\.vars)$/;
const SAMPLE = /\.(?:example|sample|template|dist|tpl|tmpl|schema|default|defaults)$/;
/**
 * Names of files of secrets that are looked up in the folders below the top, since reading whole folders could take
 * long.
 */
const USUAL = [".env", ".env.local", ".env.production", ".env.development"];
const PASSED_BY: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * The stamps of the files that a capture of a folder skipped, and of its files of secrets, even if they are recorded.
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
  // Use the birth time as well, since a new folder may get the inode of a deleted one.
  const repository = foundAt(root, `${path}.git`);
  return [found, repository].map((one) => (one ? `${one.ino} ${one.birthtimeNs}` : "-")).join(" ");
}

/** Whether `stampUnrecorded` treats a file as a file of secrets. */
export function isSecretFile(path: GitPath): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return SECRET.test(name) && !SAMPLE.test(name);
}

/** The paths of files of secrets: existing ones at the top of the folder, and possible ones in the folders below. */
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
    return []; // the folder is gone or unreadable, which the capture reports
  }
}
