import { lstatSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";

import { expandPattern, isPattern } from "../expand-pattern.ts";
import type { Targets } from "./targets.ts";

/** The targets outside of the worktree of which something may be there when the command runs. */
export function presentOutside({ outside, isAbsent }: Targets): readonly string[] {
  return isAbsent ? outside.filter((path) => !isAbsent(path)) : outside;
}

/**
 * Whether surely nothing is at a path, or matches it if it is a pattern, so that its deletion loses nothing. A path
 * that may not be looked up counts as present.
 */
export function isNothingAt(path: string): boolean {
  if (!isAbsolute(path)) return false;
  if (isMissing(path)) return !isGlob(path) || isMissingBelow(path);
  return false;
}

function isGlob(path: string): boolean {
  return isPattern(path) || path.includes("{}");
}

/** Whether a pattern of paths matches nothing. Of a pattern that names files at any depth only the folder is known. */
function isMissingBelow(path: string): boolean {
  if (!path.includes("**") && !path.includes("{}")) return expandPattern(path).length === 0;
  let folder = path;
  while (isGlob(folder)) folder = dirname(folder);
  return isMissing(folder);
}

function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
