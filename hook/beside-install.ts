import { readFileSync } from "node:fs";

import { ownerOf } from "../agents/formats/own-line.ts";
import type { Io } from "../kit/io.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { findWorktree } from "../worktree/doors/worktree.ts";
import { listReceipts } from "../worktree/doors/switch.ts";

/**
 * Whether `install` has registered the agent of a plugin's hook as well, so that another process answers the same
 * event. Then only that process tells the model its texts; both go on guarding.
 */
export function isBesideInstall(io: Io, agent: string, cwd: string | undefined): boolean {
  const data = dataDir(io);
  if (data === undefined) return false;
  const root = findWorktree(cwd ?? io.cwd)?.root;
  try {
    return listReceipts(data).some(
      ({ path, scope, agent: registered }) =>
        registered === agent &&
        (scope === "user" || (root !== undefined && path.startsWith(`${root}/`))) &&
        ownerOf(textOf(path)) === "install",
    );
  } catch {
    return false; // then texts come twice
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // it was deleted by hand
  }
}
