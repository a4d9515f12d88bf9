import ignore, { type Ignore } from "ignore";

import { folderAbove, type GitPath } from "../git-path.ts";

/**
 * The ignore rules of a worktree or of a tree. Paths and patterns have one character a byte, since git matches bytes.
 * The path of a folder ends with a slash.
 */
export class IgnoreRules {
  readonly #ignoreCase: boolean;
  readonly #textIn: (folder: GitPath) => string | undefined;
  /** The rules that hold in each folder, together with those of the folders above. */
  readonly #rules = new Map<GitPath, Ignore>();
  readonly #ignored = new Map<GitPath, boolean>();

  /**
   * @param outside rules for the whole worktree; every `.gitignore` overrules them
   * @param textIn gives the text of a folder's `.gitignore`; called once for each folder
   */
  constructor(outside: string, ignoreCase: boolean, textIn: (folder: GitPath) => string | undefined) {
    this.#ignoreCase = ignoreCase;
    this.#textIn = textIn;
    this.#rules.set("", this.#with(ignore({ ignoreCase }).add(patternsOf(outside, "")), ""));
  }

  /**
   * Whether a path is ignored. Everything below an ignored folder is ignored, whatever the rules in that folder say.
   */
  ignores(path: GitPath): boolean {
    const above = folderAbove(path);
    return (above !== "" && this.#ignoresFolder(above)) || this.#in(above).ignores(path);
  }

  #ignoresFolder(folder: GitPath): boolean {
    let answer = this.#ignored.get(folder);
    if (answer === undefined) this.#ignored.set(folder, (answer = this.ignores(folder)));
    return answer;
  }

  /** The rules that hold in a folder that is not ignored itself. */
  #in(folder: GitPath): Ignore {
    let rules = this.#rules.get(folder);
    if (!rules) this.#rules.set(folder, (rules = this.#with(this.#in(folderAbove(folder)), folder)));
    return rules;
  }

  /** Adds the patterns of a folder's `.gitignore`, which overrule the rules of the folders above. */
  #with(above: Ignore, folder: GitPath): Ignore {
    const text = this.#textIn(folder);
    return text === undefined
      ? above
      : ignore({ ignoreCase: this.#ignoreCase }).add(above).add(patternsOf(text, folder));
  }
}

/** The patterns of an ignore file, rewritten as if they stood in a file at the top of the worktree. */
function patternsOf(text: string, folder: GitPath): string[] {
  const lines = text.replace(/^\u00ef\u00bb\u00bf/, "").split("\n"); // removes a byte order mark, which is three bytes
  return lines.flatMap((line) => moved(withoutTrailingBlanks(line.replace(/\r$/, "")), folder) ?? []);
}

/**
 * Rewrites one pattern for the top of the worktree; `undefined` for a comment, and for a lone slash, which would mean
 * the folder itself.
 */
function moved(line: string, folder: GitPath): string | undefined {
  if (line === "" || line.startsWith("#")) return undefined;
  const negation = line.startsWith("!") ? "!" : "";
  // Repeated wildcards mean the same as one, but the matcher would try each way to divide a path among them.
  const pattern = line
    .slice(negation.length)
    .replace(/(?<=^|\/)(?:\*\*\/)+/g, "**/")
    .replace(/(?<!\\)\*{3,}/g, "**");
  if (pattern === "" || pattern === "/") return undefined;
  if (folder === "") return negation + pattern;
  const base = `/${folder.replace(/[\\*?[\]]/g, "\\$&")}`;
  // A pattern with a slash at its start or in its middle holds only in its own folder; any other pattern holds at any
  // depth.
  const tied = pattern.slice(0, -1).includes("/");
  return negation + base + (tied ? pattern.replace(/^\//, "") : `**/${pattern}`);
}

/**
 * Removes the blanks at the end of a line, which git ignores. If a backslash quotes the first of these blanks, this
 * blank stays.
 */
function withoutTrailingBlanks(line: string): string {
  const end = /(?<! ) +$/.exec(line)?.index;
  if (end === undefined) return line;
  const backslashes = /\\*$/.exec(line.slice(0, end))?.[0].length ?? 0;
  return line.slice(0, end + (backslashes % 2));
}
