import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { UserError } from "./user-error.ts";

/**
 * Makes a folder and those above it where they are not there yet, for the owner alone (0700). Not by Node's own
 * `recursive`: that never returns where the system says ENOENT for a folder whose parent is there, as below /proc.
 * @throws UserError where there can be no such folder; what the system says where it lacks the right or the room
 */
export function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  // before it is needed: asked afterwards, another process may have made it meanwhile
  if (!existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && isFolder(folder)) return;
    throw code === "EEXIST" || code === "ENOENT" || code === "ENOTDIR"
      ? new UserError("cannotWrite", [folder, code], error)
      : error;
  }
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
