import { readFileSync } from "node:fs";

import { ownerOf } from "../agents/formats/own-line.ts";
import { isIn } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { findWorktree } from "../worktree/doors/worktree.ts";
import { listReceipts } from "../worktree/doors/switch.ts";

/**
 * Whether `install` registered the same agent as the plugin that runs this hook. If it did, two hooks answer each
 * event: both guard, but only the hook of `install` gives texts to the model.
 */
export function isBesideInstall(io: Io, agent: string, cwd: string | undefined): boolean {
  const data = dataDir(io);
  if (data === undefined) return false;
  const root = findWorktree(cwd ?? io.cwd)?.root;
  try {
    return listReceipts(data).some(
      ({ path, scope, agent: registered }) =>
        registered === agent &&
        (scope === "user" || (root !== undefined && isIn(path, root))) &&
        ownerOf(textOf(path)) === "install",
    );
  } catch {
    return false; // both hooks then give texts, which is better than none
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // the person deleted the file
  }
}
