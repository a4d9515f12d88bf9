import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

import { causeInWords } from "../kit/disk-trouble.ts";
import { printable } from "../kit/text.ts";
import { readRegularFile } from "../kit/files.ts";
import { UserError } from "../kit/user-error.ts";

/** The largest settings file in bytes. */
const LARGEST = 8 * 1024 * 1024;

/** A settings file in its present state. */
export interface FoundConfig {
  /** The path with symlinks resolved, so that the target is written and the link stays. */
  readonly path: string;
  /** The text; `undefined` if the file does not exist. */
  readonly text: string | undefined;
  readonly bytes: Buffer | undefined;
  /** The permission bits; `undefined` if the file does not exist. */
  readonly mode: number | undefined;
}

/**
 * Reads a file that is to be changed.
 * @param inside a folder in which the file has to lie, with links resolved: a project's link may point anywhere
 * @throws UserError if it is no regular file, outside of `inside`, read-only, unreadable, or not UTF-8
 */
export function readConfig(path: string, inside: string | undefined): FoundConfig {
  const real = realPath(path);
  if (inside !== undefined && relative(realpathSync(inside), real).split(sep)[0] === "..")
    throw refused(path, "it is a link out of the project");
  const stats = statSync(real, { throwIfNoEntry: false });
  if (!stats) return { path: real, text: undefined, bytes: undefined, mode: undefined };
  if (!stats.isFile()) throw refused(path, "it is not a file");
  // A rename can replace a read-only file, which the owner does not want.
  if ((stats.mode & 0o222) === 0) throw refused(path, "it is read-only");
  try {
    const { bytes, whole } = readRegularFile(real, LARGEST);
    if (!whole) throw new Error("it is larger than 8 MiB");
    return { path: real, text: decoded(bytes), bytes, mode: stats.mode & 0o777 };
  } catch (error) {
    throw refused(path, causeInWords(error) ?? (error as Error).message);
  }
}

/** The path with its links resolved. The file and its folders need not exist. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") throw refused(path, "it is a link to itself");
    if (code === "EACCES" || code === "ENOTDIR") throw refused(path, causeInWords(error)!);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw refused(path, "it is a link to a file that is not there");
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), path.slice(parent.length).replace(/^[\\/]/, ""));
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error("it is not UTF-8");
  }
}

function refused(path: string, why: string): UserError {
  return new UserError("badConfig", [printable(path), why]);
}
