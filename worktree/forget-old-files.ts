import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { nameOf } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** Takes away the files of a folder of small state that nobody has touched for so long. */
export function forgetOldFiles(folder: string, io: Pick<Io, "now">, age = WEEK): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat && io.now().getTime() - stat.mtimeMs > age) rmSync(file, { force: true });
  }
}

/** Takes away the files of one session, whose names begin with it. @throws where there is no such folder */
export function forgetFilesOf(sessionId: string, folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(`${nameOf(sessionId)}.`)) rmSync(join(folder, name), { force: true });
}
