import { existsSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder } from "../../../kit/files.ts";
import type { Io } from "../../../kit/io.ts";
import { textOfFile } from "../../read-disk.ts";
import { notesOf } from "../../home-notes.ts";
import type { Home } from "../../together.ts";

/**
 * The file with the name of an undo over several repositories. It is written before the first repository is touched and
 * deleted at the end: if it exists, the process died on the way.
 */
function fileIn(io: Io, home: Pick<Home, "root">): string {
  return `${notesOf(io, home.root)}/undo-across`;
}

export function readAcross(io: Io, home: Pick<Home, "root">): string | undefined {
  const file = fileIn(io, home);
  return existsSync(file) ? textOfFile(file).trim() || undefined : undefined;
}

export function writeAcross(io: Io, home: Home, across: string): void {
  makeFolder(notesOf(io, home.root));
  atomicWrite(fileIn(io, home), `${across}\n`, { pid: io.pid, durable: true });
}

export function forgetAcross(io: Io, home: Home): void {
  rmSync(fileIn(io, home), { force: true });
}
