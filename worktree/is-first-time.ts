import { closeSync, openSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/make-folder.ts";
import { nameOfAll } from "../kit/hash.ts";
import { dataDir } from "./data-dir.ts";
import { forgetOldFiles } from "./forget-old-files.ts";

/** Whether these words were never asked about before: each process is new, so a file remembers for a week. */
export function isFirstTime(io: Pick<Io, "env" | "platform" | "now">, words: readonly string[]): boolean {
  const data = dataDir(io);
  if (data === undefined) return false;
  const folder = join(data, "notices");
  try {
    makeFolder(folder);
    closeSync(openSync(join(folder, nameOfAll(words)), "wx", 0o600));
    forgetOldFiles(folder, io);
    return true;
  } catch {
    return false; // it is there, or nothing can be written: better silent than at every event
  }
}

/** The sentences that were not said in this session yet; all of them where nothing can remember. */
export function notYetSaid(
  io: Parameters<typeof isFirstTime>[0],
  sessionId: string | undefined,
  sentences: readonly string[],
): readonly string[] {
  if (!sessionId || dataDir(io) === undefined) return sentences;
  return sentences.filter((sentence) => isFirstTime(io, [sessionId, sentence]));
}
