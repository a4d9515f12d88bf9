import { readRegularFile } from "../../kit/files.ts";
import type { Worktree } from "../../worktree/doors/worktree.ts";

/**
 * The state of HEAD: the ref, a blank and its commit; the commit alone if HEAD is on no branch; the ref alone if the
 * branch has no commit or git stores refs as reftable. `undefined` if HEAD cannot be read. Reads files instead of
 * starting git, since every turn calls this function.
 */
export function headOf({ gitDir, commonDir }: Worktree): string | undefined {
  const head = textIn(`${gitDir}/HEAD`);
  const ref = /^ref:\s*(\S+)/.exec(head)?.[1];
  if (ref === undefined) return /^[0-9a-f]{40,64}/.exec(head)?.[0];
  const commit = /^[0-9a-f]{40,64}/.exec(textIn(`${commonDir}/${ref}`))?.[0] ?? packedCommit(commonDir, ref);
  return commit === undefined ? ref : `${ref} ${commit}`;
}

/** The ref in a result of `headOf`; `undefined` if HEAD was on no branch. */
export function refIn(head: string): string | undefined {
  return head.startsWith("refs/") ? head.split(" ", 1)[0] : undefined;
}

/**
 * The merge, rebase, cherry-pick, revert or bisection in progress, as git's command for it; `undefined` if there is
 * none.
 */
export function openOperation({ gitDir }: Worktree): string | undefined {
  return OPERATIONS.find(([file]) => textIn(`${gitDir}/${file}`) !== "")?.[1];
}

/** Files that exist and are not empty while an operation is in progress, and git's command for the operation. */
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

/** The text of a git file, one character a byte; `""` if it cannot be read. */
export function textIn(file: string, most = MOST): string {
  try {
    return readRegularFile(file, most).bytes.toString("latin1");
  } catch {
    return "";
  }
}
