import ignore, { type Ignore } from "ignore";

import type { GitPath } from "../git-path.ts";

/**
 * The ignore rules that hold in one folder. Paths and patterns are one character a byte, since git matches bytes.
 * Ask only about what lies in a folder that is not itself ignored: below one, git asks nothing either.
 */
export interface IgnoreRules {
  /** A folder is written with a slash at its end. */
  ignores(path: GitPath): boolean;
  /** The rules below a folder that has a `.gitignore`: its patterns are stronger than all above. */
  with(folder: GitPath, gitignore: string): IgnoreRules;
}

/** @param texts contents of the files that hold for the whole worktree, the weakest first */
export function ignoreRules(texts: readonly string[], ignoreCase: boolean): IgnoreRules {
  const start = ignore({ ignoreCase });
  for (const text of texts) start.add(patternsOf(text, ""));
  return rulesOf(start, ignoreCase);
}

function rulesOf(all: Ignore, ignoreCase: boolean): IgnoreRules {
  return {
    ignores: (path) => all.ignores(path),
    with: (folder, gitignore) =>
      rulesOf(ignore({ ignoreCase }).add(all).add(patternsOf(gitignore, folder)), ignoreCase),
  };
}

/** The patterns of a file as they read at the top of the worktree. */
function patternsOf(text: string, folder: GitPath): string[] {
  const lines = text.replace(/^\u00ef\u00bb\u00bf/, "").split("\n"); // a byte order mark, as bytes
  return lines.flatMap((line) => moved(withoutTrailingBlanks(line.replace(/\r$/, "")), folder) ?? []);
}

/** `undefined` for a comment, and for a slash alone, which would mean the folder itself. */
function moved(line: string, folder: GitPath): string | undefined {
  if (line === "" || line.startsWith("#")) return undefined;
  const negation = line.startsWith("!") ? "!" : "";
  // Repeated wildcards mean what one means, and would be tried in each way to share out a path between them.
  const pattern = line
    .slice(negation.length)
    .replace(/(?<=^|\/)(?:\*\*\/)+/g, "**/")
    .replace(/(?<!\\)\*{3,}/g, "**");
  if (pattern === "" || pattern === "/") return undefined;
  if (folder === "") return negation + pattern;
  const base = `/${folder.replace(/[\\*?[\]]/g, "\\$&")}`;
  // A slash at the start or in the middle ties a pattern to its folder; without one it holds at any depth.
  const tied = pattern.slice(0, -1).includes("/");
  return negation + base + (tied ? pattern.replace(/^\//, "") : `**/${pattern}`);
}

/** Blanks at the end do not count, unless the first of them is quoted with a backslash. */
function withoutTrailingBlanks(line: string): string {
  const end = /(?<! ) +$/.exec(line)?.index;
  if (end === undefined) return line;
  const backslashes = /\\*$/.exec(line.slice(0, end))?.[0].length ?? 0;
  return line.slice(0, end + (backslashes % 2));
}
