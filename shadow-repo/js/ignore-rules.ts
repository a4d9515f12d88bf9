import ignore, { type Ignore } from "ignore";

import { folderAbove, type GitPath } from "../git-path.ts";

/**
 * The ignore rules of a worktree or of a tree. Paths and patterns are one character a byte, since git matches bytes; a
 * folder is written with a slash at its end.
 */
export class IgnoreRules {
  readonly #ignoreCase: boolean;
  readonly #textIn: (folder: GitPath) => string | undefined;
  /** The rules of each folder. */
  readonly #rules = new Map<GitPath, Ignore>();
  readonly #ignored = new Map<GitPath, boolean>();

  /**
   * @param outside rules for the whole worktree, weaker than all others
   * @param textIn gives the text of a folder's `.gitignore`; called once a folder
   */
  constructor(outside: string, ignoreCase: boolean, textIn: (folder: GitPath) => string | undefined) {
    this.#ignoreCase = ignoreCase;
    this.#textIn = textIn;
    this.#rules.set("", this.#with(ignore({ ignoreCase }).add(patternsOf(outside, "")), ""));
  }

  /** Whether a path is ignored, from the top down: below an ignored folder no rule counts. */
  ignores(path: GitPath): boolean {
    const above = folderAbove(path);
    return (above !== "" && this.#ignoresFolder(above)) || this.#in(above).ignores(path);
  }

  #ignoresFolder(folder: GitPath): boolean {
    let answer = this.#ignored.get(folder);
    if (answer === undefined) this.#ignored.set(folder, (answer = this.ignores(folder)));
    return answer;
  }

  /** The rules that hold in a folder which is not ignored. */
  #in(folder: GitPath): Ignore {
    let rules = this.#rules.get(folder);
    if (!rules) this.#rules.set(folder, (rules = this.#with(this.#in(folderAbove(folder)), folder)));
    return rules;
  }

  /** The rules with the patterns of a folder's own file, which are stronger than all above. */
  #with(above: Ignore, folder: GitPath): Ignore {
    const text = this.#textIn(folder);
    return text === undefined
      ? above
      : ignore({ ignoreCase: this.#ignoreCase }).add(above).add(patternsOf(text, folder));
  }
}

/** The patterns of a file in the form for the top of the worktree. */
function patternsOf(text: string, folder: GitPath): string[] {
  const lines = text.replace(/^\u00ef\u00bb\u00bf/, "").split("\n"); // a byte order mark, as bytes
  return lines.flatMap((line) => moved(withoutTrailingBlanks(line.replace(/\r$/, "")), folder) ?? []);
}

/** `undefined` for a comment, and for a slash alone, which would mean the folder itself. */
function moved(line: string, folder: GitPath): string | undefined {
  if (line === "" || line.startsWith("#")) return undefined;
  const negation = line.startsWith("!") ? "!" : "";
  // Repeated wildcards mean the same as one, and would be tried in each way to share out a path between them.
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

/** A line without blanks at its end, which do not count unless the first of them is quoted with a backslash. */
function withoutTrailingBlanks(line: string): string {
  const end = /(?<! ) +$/.exec(line)?.index;
  if (end === undefined) return line;
  const backslashes = /\\*$/.exec(line.slice(0, end))?.[0].length ?? 0;
  return line.slice(0, end + (backslashes % 2));
}
