import { UserError } from "./user-error.ts";

/** Error codes of a full disk or a used-up quota. */
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/** Error codes of missing permission, a read-only disk, or a file where a folder must be. */
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

/** The cause of a failed file operation, as part of a sentence; `undefined` if the error has no code of the system. */
export function causeInWords(error: unknown): string | undefined {
  const code = codeOf(error);
  return code === undefined ? undefined : (WORDS[code] ?? code);
}

export function isDiskFull(error: unknown): boolean {
  return FULL.has(codeOf(error) ?? "");
}

/** The error to show if the disk is full or a path may not be read or written; `undefined` for every other error. */
export function diskTrouble(error: unknown): UserError | undefined {
  const { path } = error as NodeJS.ErrnoException;
  if (isDiskFull(error)) return new UserError("fullDisk", [], error);
  if (path === undefined || !NO_ACCESS.has(codeOf(error) ?? "")) return undefined;
  return new UserError("noAccess", [path, causeInWords(error)!], error);
}

/** The system's error code of an error; for a UserError, the code of the error that caused it. */
function codeOf(error: unknown): string | undefined {
  return error instanceof UserError ? codeOf(error.cause) : (error as NodeJS.ErrnoException | undefined)?.code;
}
