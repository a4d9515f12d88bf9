import { existsSync, lstatSync } from "node:fs";

import { readRegularFile } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { expandPath } from "../../worktree/doors/git.ts";
import { builtInExcludesFile } from "../built-in-excludes.ts";
import { foldersOf, type GitPath, onDisk } from "../git-path.ts";
import type { Place } from "../place.ts";
import { excludesFileSetting } from "./git-setting.ts";

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

/** A file with ignore rules outside of the worktree, and its text: `undefined` if it cannot be read. */
interface OutsideFile {
  readonly file: string;
  readonly text: string | undefined;
}

/** The files with ignore rules outside of the worktree. */
export interface OutsideFiles {
  /** The user's excludes file, if the settings name one. */
  readonly users: OutsideFile | undefined;
  /** The source's `info/exclude`, which is stronger. */
  readonly sources: OutsideFile;
  /** The files' texts, one character a byte, the stronger last. */
  readonly text: string;
}

export function outsideFiles(io: Io, { worktree, shadow }: Place): OutsideFiles {
  const setting = excludesFileSetting(io, worktree);
  const usersFile = setting === undefined ? defaultExcludesFile(io) : expandPath(setting, worktree.root, io.env);
  const none = { file: "", text: "" }; // set to nothing: not even that of the default place
  const users = usersFile === undefined ? undefined : usersFile === "" ? none : read(usersFile);
  const own = read(`${worktree.commonDir}/info/exclude`);
  // These rules count only without git: with it, only git's own rules do.
  const sources = own.text !== undefined || existsSync(worktree.gitDir) ? own : read(builtInExcludesFile(shadow));
  return { users, sources, text: joinRules([users?.text ?? "", sources.text ?? ""]) };
}

function defaultExcludesFile({ env }: Io): string | undefined {
  const xdg = env["XDG_CONFIG_HOME"] || (env["HOME"] && `${env["HOME"]}/.config`);
  return xdg && `${xdg}/git/ignore`;
}

function read(file: string): OutsideFile {
  if (!existsSync(file)) return { file, text: undefined }; // an exception is dear
  try {
    return { file, text: readRegularFile(file).bytes.toString("latin1") };
  } catch {
    return { file, text: undefined };
  }
}
