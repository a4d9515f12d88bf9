import { join, relative } from "node:path";

import { matchesGlob, parseGlob } from "./glob.ts";
import { realPathOfNew } from "./paths.ts";

/** A path from the disk's root, and from the worktree's top where it lies below that. */
export interface Place {
  readonly whole: readonly string[];
  readonly below?: readonly string[];
}

/** Where an absolute path leads: as it is named, and with the links on its way resolved. */
export function placesOf(file: string, top: string | undefined): readonly [named: Place, real: Place] {
  const real = top === undefined ? undefined : realPathOfNew(top);
  return [placeOf(join(file, "."), top), placeOf(realPathOfNew(file), real)];
}

function placeOf(file: string, top: string | undefined): Place {
  const below = top === undefined ? undefined : relative(top, file);
  const isBelow = below !== undefined && !/^\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/.test(below);
  return { whole: segmentsOf(file), ...(isBelow && { below: segmentsOf(below) }) };
}

/**
 * Whether a glob of the settings means a place, or a folder above it: one that is absolute or begins with `~/` from
 * there, a name alone anywhere, any other below the worktree's top.
 */
export function fitsPlace(glob: string, { whole, below }: Place, home: string | undefined): boolean {
  if (glob.startsWith("~/"))
    return (
      home !== undefined && startsWith(whole, home) && matches(glob.slice(2), whole.slice(segmentsOf(home).length))
    );
  if (/^(?:[\\/]|[A-Za-z]:[\\/])/.test(glob)) return matches(glob, whole);
  if (!glob.replace(/\/$/, "").includes("/")) return matches(`**/${glob}`, whole);
  return glob.startsWith("**/") ? matches(glob, whole) : below !== undefined && matches(glob, below);
}

export function segmentsOf(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== "");
}

function startsWith(whole: readonly string[], home: string): boolean {
  return segmentsOf(home).every((part, at) => part === whole[at]);
}

function matches(glob: string, path: readonly string[]): boolean {
  return matchesGlob(parseGlob(glob), path);
}
