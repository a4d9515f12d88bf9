import { existsSync, rmSync } from "node:fs";

import { atomicWrite } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { textOfFile } from "../read-disk.ts";

/**
 * The file that holds the name of an undo over several repositories. It is written before the first of them is touched
 * and deleted at the end: if it is there, the process died on the way.
 */
function fileIn(shadow: string): string {
  return `${shadow}/undo-across`;
}

export function readAcross(shadow: string): string | undefined {
  return existsSync(fileIn(shadow)) ? textOfFile(fileIn(shadow)).trim() || undefined : undefined;
}

export function writeAcross({ pid }: Io, shadow: string, across: string): void {
  atomicWrite(fileIn(shadow), `${across}\n`, { pid, durable: true });
}

export function forgetAcross(shadow: string): void {
  rmSync(fileIn(shadow), { force: true });
}
