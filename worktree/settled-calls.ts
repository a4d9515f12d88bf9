import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/make-folder.ts";
import { nameOfAll } from "../kit/hash.ts";
import { dataDir } from "./data-dir.ts";
import { forgetOldFiles } from "./forget-old-files.ts";

type World = Pick<Io, "env" | "platform" | "now">;

/**
 * Remembers that the secrets in a tool's output were dealt with. Where nothing can be written, nothing is remembered.
 */
export function settleCall(io: World, words: readonly string[]): void {
  const file = fileOf(io, words);
  if (file === undefined) return;
  try {
    makeFolder(join(file, ".."));
    closeSync(openSync(file, "w", 0o600));
    forgetOldFiles(join(file, ".."), io);
  } catch {
    // the call will then be looked at once more, which stops a turn too many and lets nothing through
  }
}

export function isSettled(io: World, words: readonly string[]): boolean {
  const file = fileOf(io, words);
  return file !== undefined && existsSync(file);
}

function fileOf(io: World, words: readonly string[]): string | undefined {
  const data = dataDir(io);
  return data === undefined ? undefined : join(data, "settled", nameOfAll(words));
}
