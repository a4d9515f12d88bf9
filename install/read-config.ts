import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

import { causeInWords } from "../kit/disk-trouble.ts";
import { printable } from "../kit/text.ts";
import { readRegularFile } from "../kit/files.ts";
import { UserError } from "../kit/user-error.ts";

/** Bytes that a configuration file may have. */
const LARGEST = 8 * 1024 * 1024;

/** A file in its present state. */
export interface FoundConfig {
  /** The path with symlinks resolved: a link stays one, and its target is written. */
  readonly path: string;
  /** The file's text; `undefined` if there is no file yet. */
  readonly text: string | undefined;
  readonly bytes: Buffer | undefined;
  /** Permission bits. */
  readonly mode: number | undefined;
}

/**
 * Reads a file that is to be changed.
 * @param inside the file must lie below this folder, symlinks resolved: a repository could point anywhere
 * @throws UserError if it is no regular file, cannot be read or written, or is no UTF-8
 */
export function readConfig(path: string, inside: string | undefined): FoundConfig {
  const real = realPath(path);
  if (inside !== undefined && relative(realpathSync(inside), real).split(sep)[0] === "..")
    throw refused(path, "it is a link out of the project");
  const stats = statSync(real, { throwIfNoEntry: false });
  if (!stats) return { path: real, text: undefined, bytes: undefined, mode: undefined };
  if (!stats.isFile()) throw refused(path, "it is not a file");
  // A rename over the file would need no permission of the file's own, so its owner's wish is looked up.
  if ((stats.mode & 0o222) === 0) throw refused(path, "it is read-only");
  try {
    const { bytes, whole } = readRegularFile(real, LARGEST);
    if (!whole) throw new Error("it is larger than 8 MiB");
    return { path: real, text: decoded(bytes), bytes, mode: stats.mode & 0o777 };
  } catch (error) {
    throw refused(path, causeInWords(error) ?? (error as Error).message);
  }
}

/** The path of a file with its links resolved; the file and its folders need not be there yet. */
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
