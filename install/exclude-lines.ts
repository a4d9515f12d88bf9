import { relative, sep } from "node:path";

import { safeGit } from "../builtins/doors/beside-events.ts";
import { findWorktree } from "../worktree/doors/worktree.ts";
import { realPath } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { listExcluded, type Excluded } from "./excluded.ts";

/** Milliseconds that git may take: it reads the index and a few small files. */
const PATIENCE = 5000;

/** The planned changes of `info/exclude` in the project's repository. */
export interface ExcludePlan {
  readonly changes: readonly ExcludeChange[];
  /** Files that hold paths of this machine and that `git add` would still add. */
  readonly unignored: readonly string[];
}

export interface ExcludeChange extends Excluded {
  /**
   * `share`: another worktree of the repository has added the line; snapveil only notes that this worktree needs it,
   * too.
   */
  readonly action: "add" | "share" | "remove";
}

/**
 * Plans a line for each file that an installation creates in a project, so that nobody commits paths of this machine. A
 * file gets no line if it is tracked, already ignored, or un-ignored by a rule of the project. Neither does a file that
 * holds more than snapveil's hooks, since the line would hide the file from git and from checkpoints.
 * @param files all files with hooks of snapveil
 * @param own the files that hold nothing but hooks of snapveil
 */
export function planExcludes(
  io: Io,
  data: string,
  root: string,
  files: readonly string[],
  own: readonly string[],
): ExcludePlan {
  const worktree = findWorktree(root);
  const rules = worktree && files.length > 0 ? rulesFor(io, worktree.root, files) : undefined;
  // git's ignore rules are unknown. Agents ask users to ignore `*.local.*` files, so only other files are reported.
  if (!worktree || !rules) return { changes: [], unignored: files.filter((file) => !file.includes(".local.")) };
  const exclude = `${worktree.commonDir}/info/exclude`;
  const known = listExcluded(data);
  const changes = own.flatMap((file): ExcludeChange[] => {
    const rule = rules.get(file);
    const line = lineFor(worktree.root, file);
    if (
      rule === undefined ||
      line === undefined ||
      known.some((one) => one.file === file && isSame(one, exclude, line))
    )
      return [];
    const other = known.find((one) => isSame(one, exclude, line));
    if (rule === "" && !other) return [{ action: "add", file, exclude, line, isMade: false }];
    return rule === line && other ? [{ ...other, action: "share", file }] : [];
  });
  const isIgnored = (file: string) => {
    const rule = rules.get(file);
    return (rule !== undefined && rule !== "" && !rule.startsWith("!")) || changes.some((one) => one.file === file);
  };
  return { changes, unignored: files.filter((file) => !isIgnored(file)) };
}

/** The lines that `uninstall` removes. A line that another worktree of the repository needs is not removed. */
export function planIncludes(data: string, files: readonly string[]): ExcludeChange[] {
  return listExcluded(data)
    .filter(({ file }) => files.includes(file))
    .map((one) => ({ ...one, action: "remove" }));
}

export function isSame(one: Excluded, exclude: string, line: string): boolean {
  return one.exclude === exclude && one.line === line;
}

/**
 * Untracked file → the ignore rule that decides about it: empty if there is none, `!…` if a rule un-ignores the file.
 * `undefined` if git does not answer.
 */
function rulesFor(io: Io, root: string, files: readonly string[]): ReadonlyMap<string, string> | undefined {
  try {
    const git = safeGit(io, root, { needsWorktree: true, patience: PATIENCE });
    const listed = git?.run(["ls-files", "-z", "--", ...files]);
    // `check-ignore` does not accept literal pathspecs, but takes absolute paths as plain names.
    const question = ["check-ignore", "-z", "-v", "--non-matching", "--stdin"];
    const checked = git?.run(question, { input: files.join("\0") }, true);
    // Exit code 1 means that no file is ignored.
    if (!listed || listed.status !== 0 || !checked || (checked.status !== 0 && checked.status !== 1)) return undefined;
    const tracked = new Set(listed.stdout.toString("utf8").split("\0"));
    const words = checked.stdout.toString("utf8").split("\0");
    const rules = new Map<string, string>();
    for (let at = 0; at + 3 < words.length; at += 4) {
      const [pattern, file] = [words[at + 2]!, words[at + 3]!];
      if (!tracked.has(inside(root, file))) rules.set(file, pattern);
    }
    return rules;
  } catch {
    return undefined; // git is too old for this option
  }
}

/**
 * The exclude line for a file: its path from the worktree's top with escaped wildcards. `undefined` if a line cannot
 * express it.
 */
function lineFor(root: string, file: string): string | undefined {
  const path = inside(root, file);
  if (path === "" || path.startsWith("../") || /[\r\n]/.test(path)) return undefined;
  return `/${path.replace(/[\\*?[]/g, "\\$&").replace(/ $/, "\\ ")}`;
}

function inside(root: string, file: string): string {
  return relative(realPath(root), file).split(sep).join("/");
}
