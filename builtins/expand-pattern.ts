import { existsSync } from "node:fs";
import { join, parse } from "node:path";

import { namesIn } from "../kit/files.ts";
import { isNamed } from "../kit/glob.ts";

/** The most paths that one pattern may match; further ones are left out. */
const MOST = 2000;

/** Whether a word is a pattern that a shell expands to names of files. */
export function isPattern(name: string): boolean {
  return /[*?[]|[!@+]\(/.test(name);
}

/**
 * The existing paths that a shell's pattern matches. `[…]` is taken to match any character, so the result may hold too
 * many paths, but lacks none. @param path absolute
 */
export function expandPattern(path: string): string[] {
  const { root } = parse(path);
  const parts = path.slice(root.length).split(/[\\/]/);
  return parts.reduce<string[]>(
    (folders, part) => folders.flatMap((folder) => named(folder, part)).slice(0, MOST),
    [root],
  );
}

function named(folder: string, part: string): string[] {
  const whole = join(folder, part);
  if (!isPattern(part) || existsSync(whole)) return existsSync(whole) ? [whole] : [];
  return namesIn(folder)
    .filter((name) => mayMean(part, name))
    .map((name) => join(folder, name));
}

/**
 * Whether a shell's pattern may match a name. A name that begins with a dot is only matched by a pattern that begins
 * with a dot. `!(a|b)` matches any name but `a` and `b`; any other bracket is taken to match every text.
 */
export function mayMean(part: string, name: string): boolean {
  if (name.startsWith(".") && !part.startsWith(".")) return false;
  const [, before, not, behind] = /^([^(]*)!\(([^()]*)\)([^(]*)$/.exec(part) ?? [];
  const wanted = part.replace(/\[[^\]]*\]/g, "?").replace(/[!@+*?]\([^()]*\)/g, "*");
  const isLeftOut = not?.split("|").some((one) => isNamed(before! + one + behind!, name)) ?? false;
  return isNamed(wanted, name) && !isLeftOut;
}
