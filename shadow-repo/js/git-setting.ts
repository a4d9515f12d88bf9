import { dirname, join, sep } from "node:path";

import ignore from "ignore";

import type { Io } from "../../kit/io.ts";
import type { Worktree } from "../../worktree/find-worktree.ts";
import { gitConfigText } from "../../worktree/git-config-text.ts";
import { expandPath, parseGitConfig } from "../../worktree/read-git-config.ts";
import { readBytes } from "../read-bytes.ts";
import { userConfigs } from "../source/user-setting.ts";

/** How deep files may include each other, as in git. */
const DEPTH = 10;

/**
 * A setting as the user's git would see it in this worktree, `""` where it is set to nothing, conditional includes
 * decided without git.
 */
export function gitSetting(io: Io, worktree: Worktree, key: string): string | undefined {
  let value: string | undefined;
  const read = (file: string, depth: number): void => {
    for (const [name, text] of parseGitConfig(gitConfigText(file))) {
      if (name.toLowerCase() === key.toLowerCase()) value = text;
      const included = name === "include.path" || holds(/^includeif\.(.*)\.path$/s.exec(name)?.[1], file, io, worktree);
      if (included && depth < DEPTH) read(expandPath(text, dirname(file), io.env), depth + 1);
    }
  };
  for (const file of [...userConfigs(io), join(worktree.commonDir, "config"), join(worktree.gitDir, "config.worktree")])
    read(file, 0);
  return value;
}

/**
 * Whether the condition of an `includeIf` is met: where the repository lies, or what is checked out. Any other is not.
 */
function holds(condition: string | undefined, file: string, io: Io, { gitDir }: Worktree): boolean {
  const [, kind, text = ""] = /^(gitdir|gitdir\/i|onbranch):(.*)$/s.exec(condition ?? "") ?? [];
  if (kind === undefined) return false;
  const pattern = text.endsWith("/") ? `${text}**` : text;
  if (kind === "onbranch") return matches(pattern, branchOf(gitDir) ?? "", false);
  return matches(toAbsolute(pattern, file, io), gitDir.split(sep).join("/"), kind === "gitdir/i");
}

/** `~/` is the home folder, `./` the configuration's own; what is not absolute then may stand at any depth. */
function toAbsolute(pattern: string, file: string, io: Io): string {
  const home = io.env["HOME"] ?? io.env["USERPROFILE"];
  if (pattern.startsWith("~/") && home) return home + pattern.slice(1); // as it is: git does not resolve `..` here
  if (pattern.startsWith("./")) return `${dirname(file)}/${pattern.slice(2)}`;
  return pattern.startsWith("/") ? pattern : `**/${pattern}`;
}

function matches(pattern: string, path: string, ignoreCase: boolean): boolean {
  const top = path.replace(/^\/+/, "");
  if (top === "" || pattern === "") return false;
  // One level at a time: a pattern of an ignore file would also hold for everything below what it names.
  const rule = ignore({ ignoreCase }).add(`/${pattern.replace(/^\/+/, "")}`);
  const above = top.slice(0, Math.max(0, top.lastIndexOf("/")));
  return rule.ignores(top) && (pattern.endsWith("**") || above === "" || !rule.ignores(above));
}

function branchOf(gitDir: string): string | undefined {
  try {
    return /^ref: refs\/heads\/(.*?)\s*$/s.exec(readBytes(join(gitDir, "HEAD")).toString())?.[1];
  } catch {
    return undefined;
  }
}
