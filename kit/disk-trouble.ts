import { UserError } from "./user-error.ts";

/** The disk has no space, or the user's quota has none left. */
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/** The folder is somebody else's, the disk is read-only, or a file is in the place of a folder. */
const NO_ACCESS: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR"]);

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  ENOTDIR: "one of its folders is a file",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENAMETOOLONG: "this system cannot have a file or link of that length",
};

/**
 * The cause of a failed operation on a file, as part of a sentence; `undefined` if the error is none of the system's.
 */
export function causeInWords(error: unknown): string | undefined {
  const code = codeOf(error);
  return code === undefined ? undefined : (WORDS[code] ?? code);
}

export function isDiskFull(error: unknown): boolean {
  return FULL.has(codeOf(error) ?? "");
}

/** The sentence for a person whose disk or permissions are at fault; `undefined` for every other error. */
export function diskTrouble(error: unknown): UserError | undefined {
  const { path } = error as NodeJS.ErrnoException;
  if (isDiskFull(error)) return new UserError("fullDisk", [], error);
  if (path === undefined || !NO_ACCESS.has(codeOf(error) ?? "")) return undefined;
  return new UserError("noAccess", [path, causeInWords(error)!], error);
}

/** The system's code. An error of ours has a code of another kind, and may have the system's error as its cause. */
function codeOf(error: unknown): string | undefined {
  return error instanceof UserError ? codeOf(error.cause) : (error as NodeJS.ErrnoException | undefined)?.code;
}
