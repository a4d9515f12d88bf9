import { existsSync, lstatSync } from "node:fs";

import { readRegularFile } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { expandPath } from "../../worktree/doors/git.ts";
import { builtInExcludesFile } from "../built-in-excludes.ts";
import { foldersOf, type GitPath, onDisk } from "../git-path.ts";
import type { Place } from "../place.ts";
import { excludesFileSetting } from "./git-setting.ts";

/** Whether git reads ignore rules from a file of this path. */
export function isIgnoreFile(path: GitPath): boolean {
  return path === ".gitignore" || path.endsWith("/.gitignore");
}

/**
 * The text of a `.gitignore`, one character a byte; `undefined` if it is missing, or a symlink, which git does not
 * follow.
 */
export function readIgnoreFile(root: string, path: GitPath): string | undefined {
  try {
    const place = onDisk(root, path);
    return lstatSync(place).isFile() ? readRegularFile(place).bytes.toString("latin1") : undefined;
  } catch {
    return undefined;
  }
}

/** The texts of the `.gitignore` files above a folder, by path. A walk of the folder does not find these files. */
export function ignoreFilesAbove(root: string, prefix: GitPath): Record<GitPath, string> {
  if (prefix === "") return {};
  const found: Record<GitPath, string> = {};
  for (const folder of [...foldersOf(prefix.slice(0, -1)), ""]) {
    const text = readIgnoreFile(root, `${folder}.gitignore`);
    if (text !== undefined) found[`${folder}.gitignore`] = text;
  }
  return found;
}

/**
 * Joins the texts of ignore files into one. A file that overrules another one comes later, since the last pattern that
 * fits decides.
 */
export function joinRules(texts: readonly string[]): string {
  return texts
    .map((text) => withoutMark(text))
    .filter((text) => text.split("\n").some((line) => line.trim() !== "" && !line.startsWith("#")))
    .join("\n");
}

/** Removes a byte order mark, which git skips only at the beginning of a file. */
function withoutMark(text: string): string {
  return text.startsWith("\u00ef\u00bb\u00bf") ? text.slice(3) : text;
}

/** A file with ignore rules outside of the worktree. Its text is `undefined` if it cannot be read. */
interface OutsideFile {
  readonly file: string;
  readonly text: string | undefined;
}

/** The files with ignore rules outside of the worktree. */
export interface OutsideFiles {
  /** The user's excludes file, at the path in the settings or the default one; `undefined` if there is no such path. */
  readonly users: OutsideFile | undefined;
  /** The source's `info/exclude`, which overrules the user's file; in a folder without git, the built-in rules. */
  readonly sources: OutsideFile;
  /** The text of both files, one character a byte; later rules overrule earlier ones. */
  readonly text: string;
}

export function outsideFiles(io: Io, { worktree, shadow }: Place): OutsideFiles {
  const setting = excludesFileSetting(io, worktree);
  const usersFile = setting === undefined ? defaultExcludesFile(io) : expandPath(setting, worktree.root, io.env);
  const none = { file: "", text: "" }; // an empty setting means no file, not even the default one
  const users = usersFile === undefined ? undefined : usersFile === "" ? none : read(usersFile);
  const own = read(`${worktree.commonDir}/info/exclude`);
  // The built-in rules are used only in a folder without git.
  const sources = own.text !== undefined || existsSync(worktree.gitDir) ? own : read(builtInExcludesFile(shadow));
  return { users, sources, text: joinRules([users?.text ?? "", sources.text ?? ""]) };
}

function defaultExcludesFile({ env }: Io): string | undefined {
  const xdg = env["XDG_CONFIG_HOME"] || (env["HOME"] && `${env["HOME"]}/.config`);
  return xdg && `${xdg}/git/ignore`;
}

function read(file: string): OutsideFile {
  if (!existsSync(file)) return { file, text: undefined }; // checked first, since throwing an exception takes long
  try {
    return { file, text: readRegularFile(file).bytes.toString("latin1") };
  } catch {
    return { file, text: undefined };
  }
}
