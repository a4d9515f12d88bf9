import { dirname, join, sep } from "node:path";

import ignore from "ignore";

import type { Io } from "../../kit/io.ts";
import type { Worktree } from "../../worktree/find-worktree.ts";
import { readBytes } from "../read-bytes.ts";

/**
 * Whether the condition of an `includeIf` is met: where the repository lies, or what is checked out. Any other is not.
 */
export function isConditionMet(io: Io, { gitDir }: Worktree, condition: string, file: string): boolean {
  const [, kind, text = ""] = /^(gitdir|gitdir\/i|onbranch):(.*)$/s.exec(condition) ?? [];
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
