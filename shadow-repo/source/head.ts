import { readRegularFile } from "../../kit/files.ts";
import type { Worktree } from "../../worktree/doors/worktree.ts";

/**
 * The checked-out commit: a ref, a blank and the commit that it names, or the commit alone if HEAD is on no branch. A
 * branch without a commit, and one whose commit git keeps in a form of its own (reftable), is a ref alone. `undefined`
 * if HEAD cannot be read. Files are read, no git is started: each turn asks.
 */
export function headOf({ gitDir, commonDir }: Worktree): string | undefined {
  const head = textIn(`${gitDir}/HEAD`);
  const ref = /^ref:\s*(\S+)/.exec(head)?.[1];
  if (ref === undefined) return /^[0-9a-f]{40,64}/.exec(head)?.[0];
  const commit = /^[0-9a-f]{40,64}/.exec(textIn(`${commonDir}/${ref}`))?.[0] ?? packedCommit(commonDir, ref);
  return commit === undefined ? ref : `${ref} ${commit}`;
}

/** The ref in a value of `headOf`; `undefined` if HEAD was on no branch. */
export function refIn(head: string): string | undefined {
  return head.startsWith("refs/") ? head.split(" ", 1)[0] : undefined;
}

/** An open merge, rebase, cherry-pick, revert or bisection, in git's word for it. */
export function openOperation({ gitDir }: Worktree): string | undefined {
  return OPERATIONS.find(([file]) => textIn(`${gitDir}/${file}`) !== "")?.[1];
}

/** Files that exist, and are not empty, as long as such an operation goes on. */
const OPERATIONS = [
  ["MERGE_HEAD", "merge"],
  ["rebase-merge/head-name", "rebase"],
  ["rebase-apply/head-name", "rebase"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["BISECT_START", "bisect"],
] as const;

function packedCommit(commonDir: string, ref: string): string | undefined {
  const text = textIn(`${commonDir}/packed-refs`);
  const end = text.indexOf(` ${ref}\n`);
  return end === -1 ? undefined : /[0-9a-f]{40,64}$/.exec(text.slice(Math.max(0, end - 64), end))?.[0];
}

/** The most bytes of a git file that are read: a repository can bring files of any size. */
const MOST = 16 * 1024 * 1024;

/** The text of a git file, a byte a letter; "" if it cannot be read. */
export function textIn(file: string, most = MOST): string {
  try {
    return readRegularFile(file, most).bytes.toString("latin1");
  } catch {
    return "";
  }
}
