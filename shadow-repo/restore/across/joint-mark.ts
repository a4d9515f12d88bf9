import { existsSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder } from "../../../kit/files.ts";
import type { Io } from "../../../kit/io.ts";
import type { Places } from "../../places.ts";
import { textOfFile } from "../../read-disk.ts";
import { notesOf } from "../../repository-notes.ts";

type Noted = Pick<Places, "root" | "data">;

/**
 * The file with the mark of an undo over several repositories. It is written before the first repository is touched and
 * deleted at the end, so if it exists, the process of an undo died.
 */
function fileIn({ data, root }: Noted): string {
  return `${notesOf(data, root)}/undo-across`;
}

export function readJointMark(places: Noted): string | undefined {
  const file = fileIn(places);
  return existsSync(file) ? textOfFile(file).trim() || undefined : undefined;
}

export function writeJointMark(io: Io, places: Noted, mark: string): void {
  makeFolder(notesOf(places.data, places.root));
  atomicWrite(fileIn(places), `${mark}\n`, { pid: io.pid, durable: true });
}

export function forgetJointMark(places: Noted): void {
  rmSync(fileIn(places), { force: true });
}
