import { join, relative } from "node:path";

import { realPathOfNew } from "./files.ts";

/** The parts of a glob between its slashes. */
export type Glob = readonly string[];

export function parseGlob(text: string): Glob {
  return text.split("/").filter((part) => part !== "");
}

/**
 * Whether a glob matches a path or a folder above it. In a glob, `*` matches any characters of a name, `?` one
 * character, and `**` any number of folders, also none. The time is at most proportional to the product of both
 * lengths.
 */
export function matchesGlob(glob: Glob, path: readonly string[]): boolean {
  return matchesWhole([...glob, "**"], path);
}

/**
 * Whether a glob matches the path itself. A match of a folder above the path is not enough. The wildcards are those of
 * `matchesGlob`.
 */
export function matchesWhole(glob: Glob, path: readonly string[]): boolean {
  return wildcard(glob, path, (part) => part === "**", isNamed);
}

/**
 * Whether a pattern matches a name. In a pattern `*` matches any characters, and `?` one character. Slashes are
 * ordinary characters.
 */
export function isNamed(pattern: string, name: string): boolean {
  return wildcard(
    pattern,
    name,
    (letter) => letter === "*",
    (letter, other) => letter === "?" || letter === other,
  );
}

/** Matches a pattern greedily: after a mismatch it only goes back to the last wildcard. */
function wildcard(
  pattern: ArrayLike<string>,
  text: ArrayLike<string>,
  isAny: (part: string) => boolean,
  fits: (part: string, other: string) => boolean,
): boolean {
  let at = 0;
  let back: { pattern: number; text: number } | undefined;
  for (let from = 0; from < text.length; ) {
    if (at < pattern.length && isAny(pattern[at]!)) back = { pattern: ++at, text: from };
    else if (at < pattern.length && fits(pattern[at]!, text[from]!)) {
      at += 1;
      from += 1;
    } else if (back) {
      at = back.pattern;
      from = ++back.text;
    } else return false;
  }
  while (at < pattern.length && isAny(pattern[at]!)) at += 1;
  return at === pattern.length;
}

/** A path from the disk's root, and also from the worktree's top if the path lies in the worktree. */
export interface MatchedPath {
  readonly whole: readonly string[];
  readonly below?: readonly string[];
}

/** A file's absolute path as it is named, and the path with its links resolved. */
export function matchedPaths(file: string, top: string | undefined): readonly [named: MatchedPath, real: MatchedPath] {
  const real = top === undefined ? undefined : realPathOfNew(top);
  return [placeOf(join(file, "."), top), placeOf(realPathOfNew(file), real)];
}

function placeOf(file: string, top: string | undefined): MatchedPath {
  const below = top === undefined ? undefined : relative(top, file);
  const isBelow = below !== undefined && !/^\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/.test(below);
  return { whole: segmentsOf(file), ...(isBelow && { below: segmentsOf(below) }) };
}

/**
 * Whether a glob from the settings matches a path or a folder above it. An absolute glob starts at the disk's root, and
 * a glob with `~/` at the home folder. A name without slashes matches anywhere. Any other glob starts at the worktree's
 * top.
 */
export function fitsPlace(glob: string, { whole, below }: MatchedPath, home: string | undefined): boolean {
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
