import { rmSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite, makeFolder, removeIfEmpty } from "../kit/files.ts";
import { sha256 } from "../kit/hash.ts";
import { objectsIn } from "../worktree/doors/switch.ts";

/** A line of snapveil in a repository's `info/exclude`. */
export interface Excluded {
  /** The path of the file in the project that the line keeps out of commits. */
  readonly file: string;
  /** The path of the `info/exclude` that holds the line. */
  readonly exclude: string;
  readonly line: string;
  /** Whether snapveil created `info/exclude`. */
  readonly isMade: boolean;
}

const folderOf = (data: string): string => join(data, "excluded");
const placeOf = (data: string, file: string): string => join(folderOf(data), `${sha256(file).slice(0, 32)}.json`);

/** Every line in any repository that `install` wrote or relies on. */
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
