import { existsSync } from "node:fs";
import { join, parse } from "node:path";

import { namesIn } from "../kit/files.ts";
import { isNamed } from "../kit/glob.ts";

/** Names that one pattern may stand for; more are not looked at. */
const MOST = 2000;

/** Whether a shell would look for names that fit a word. */
export function isPattern(name: string): boolean {
  return /[*?[]|[!@+]\(/.test(name);
}

/** The existing paths that a shell's pattern means; `[…]` stands for any character. @param path absolute */
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
 * Whether a shell's pattern may mean a name: a hidden one only if the dot is written. `!(a|b)` is any other name; any
 * text counts for other brackets.
 */
export function mayMean(part: string, name: string): boolean {
  if (name.startsWith(".") && !part.startsWith(".")) return false;
  const [, before, not, behind] = /^([^(]*)!\(([^()]*)\)([^(]*)$/.exec(part) ?? [];
  const wanted = part.replace(/\[[^\]]*\]/g, "?").replace(/[!@+*?]\([^()]*\)/g, "*");
  const isLeftOut = not?.split("|").some((one) => isNamed(before! + one + behind!, name)) ?? false;
  return isNamed(wanted, name) && !isLeftOut;
}
