import { rmSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite, makeFolder, removeIfEmpty } from "../kit/files.ts";
import { sha256 } from "../kit/hash.ts";
import { objectsIn } from "../worktree/doors/switch.ts";

/** A line of ours in a repository's `info/exclude`. */
export interface Excluded {
  /** The project's file that the line keeps out of commits. */
  readonly file: string;
  /** The repository's file in which the line stands. */
  readonly exclude: string;
  readonly line: string;
  /** Whether there was no such file before. */
  readonly isMade: boolean;
}

const folderOf = (data: string): string => join(data, "excluded");
const placeOf = (data: string, file: string): string => join(folderOf(data), `${sha256(file).slice(0, 32)}.json`);

/** Every line that `install` wrote or relies on, of all repositories. */
export function listExcluded(data: string): Excluded[] {
  return objectsIn(folderOf(data)).flatMap(({ file, exclude, line, isMade }) =>
    typeof file === "string" && typeof exclude === "string" && typeof line === "string"
      ? [{ file, exclude, line, isMade: isMade === true }]
      : [],
  );
}

export function rememberExcluded(data: string, { file, exclude, line, isMade }: Excluded, pid: number): void {
  makeFolder(folderOf(data));
  atomicWrite(placeOf(data, file), `${JSON.stringify({ file, exclude, line, isMade })}\n`, { pid });
}

export function forgetExcluded(data: string, file: string): void {
  rmSync(placeOf(data, file), { force: true });
  removeIfEmpty(folderOf(data));
}
