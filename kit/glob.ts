/** A glob as it was written, cut at its slashes. */
export type Glob = readonly string[];

export function parseGlob(text: string): Glob {
  return text.split("/").filter((part) => part !== "");
}

/**
 * Whether a path, or a folder above it, is meant: `*` stands for any characters of a name, `?` for one, `**` for any
 * number of folders, none too. It takes time in proportion to the product of both lengths, whatever they are.
 */
export function matchesGlob(glob: Glob, path: readonly string[]): boolean {
  return matchesWhole([...glob, "**"], path);
}

/** The same, but only the path itself is meant. */
export function matchesWhole(glob: Glob, path: readonly string[]): boolean {
  return wildcard(glob, path, (part) => part === "**", isNamed);
}

/** Whether one name is meant, which may hold slashes: `*` and `?` as above. */
export function isNamed(pattern: string, name: string): boolean {
  return wildcard(
    pattern,
    name,
    (letter) => letter === "*",
    (letter, other) => letter === "?" || letter === other,
  );
}

/** The usual greedy search: only the last wildcard is ever gone back to. */
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
