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
 * The existing paths that a shell's pattern matches. `[…]` matches any character, which is too many rather than too
 * few. @param path absolute
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
 * Whether a shell's pattern may match a name. A hidden name needs a written dot. `!(a|b)` matches any other name; every
 * other bracket is taken to match any text.
 */
export function mayMean(part: string, name: string): boolean {
  if (name.startsWith(".") && !part.startsWith(".")) return false;
  const [, before, not, behind] = /^([^(]*)!\(([^()]*)\)([^(]*)$/.exec(part) ?? [];
  const wanted = part.replace(/\[[^\]]*\]/g, "?").replace(/[!@+*?]\([^()]*\)/g, "*");
  const isLeftOut = not?.split("|").some((one) => isNamed(before! + one + behind!, name)) ?? false;
  return isNamed(wanted, name) && !isLeftOut;
}
