import { statSync } from "node:fs";

import type { Io } from "../kit/io.ts";

/** A text that changes when the program is replaced by another build. */
export function buildOnDisk({ program }: Io): string {
  const { dev, ino, size, mtimeMs, ctimeMs } = statSync(program?.at(-1) ?? "", { throwIfNoEntry: false }) ?? {};
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`; // files of a package have the same old mtime in each version
}
