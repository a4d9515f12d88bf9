import { relative, sep } from "node:path";

import { safeGit } from "../builtins/doors/beside-events.ts";
import { findWorktree } from "../worktree/doors/worktree.ts";
import { realPath } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { listExcluded, type Excluded } from "./excluded.ts";

/** Milliseconds for git, which reads its index and a few small files. */
const PATIENCE = 5000;

/** The planned changes in the `info/exclude` of a project's repository. */
export interface ExcludePlan {
  readonly changes: readonly ExcludeChange[];
  /** Files that name paths of this machine and that `git add` would take. */
  readonly unignored: readonly string[];
}

export interface ExcludeChange extends Excluded {
  /** `share`: another worktree of the repository has put the line there, and this one needs it too. */
  readonly action: "add" | "share" | "remove";
}

/**
 * One line for each file that an installation makes in a project, so that nobody commits the paths of this machine. None
 * for a file that is tracked, is ignored already or that a rule of the project wants to have, and none for one that
 * holds more than ours: the line would hide that from git and from checkpoints.
 * @param files all that hold registrations
 * @param own those that hold nothing else
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
  // The ignore rules are not known; agents ask for their local files to be ignored.
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

/** The lines that `uninstall` takes out again. A line that another worktree needs stays. */
export function planIncludes(data: string, files: readonly string[]): ExcludeChange[] {
  return listExcluded(data)
    .filter(({ file }) => files.includes(file))
    .map((one) => ({ ...one, action: "remove" }));
}

export function isSame(one: Excluded, exclude: string, line: string): boolean {
  return one.exclude === exclude && one.line === line;
}

/**
 * The rule that decides about each file that git does not track: "" if there is none, `!…` if it is wanted. `undefined`
 * if git cannot be asked.
 */
function rulesFor(io: Io, root: string, files: readonly string[]): ReadonlyMap<string, string> | undefined {
  try {
    const git = safeGit(io, root, { needsWorktree: true, patience: PATIENCE });
    const listed = git?.run(["ls-files", "-z", "--", ...files]);
    // check-ignore refuses literal pathspecs, and takes absolute paths for names all the same.
    const question = ["check-ignore", "-z", "-v", "--non-matching", "--stdin"];
    const checked = git?.run(question, { input: files.join("\0") }, true);
    // Exit code 1: none of the files is ignored.
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
    return undefined; // too old for this question, or it lists no filters
  }
}

/** The line for a file: its path from the top of the worktree, with nothing in it that is a pattern. */
function lineFor(root: string, file: string): string | undefined {
  const path = inside(root, file);
  if (path === "" || path.startsWith("../") || /[\r\n]/.test(path)) return undefined;
  return `/${path.replace(/[\\*?[]/g, "\\$&").replace(/ $/, "\\ ")}`;
}

function inside(root: string, file: string): string {
  return relative(realPath(root), file).split(sep).join("/");
}
