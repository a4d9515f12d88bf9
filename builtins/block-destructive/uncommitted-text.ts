import { dirname, relative } from "node:path";

import { isIn, realPath } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { hashOf } from "../../shadow-repo/doors/place.ts";
import { safeGit, type SafeGit } from "../safe-git.ts";
import { scriptIn } from "./script-in.ts";
import { textAt } from "./started-files.ts";
import { slashed } from "./unrecorded-files.ts";

/** Milliseconds that git may take. */
const PATIENCE = 2000;

/**
 * The text of a script file that nobody has committed in this form; a committed one was written before, and meant.
 * @param path may be a pattern of several
 * @returns `undefined` also if the file is no text, is too long or cannot be read
 */
export function uncommittedText(path: string, io: Io): string | undefined {
  return textAt(path, (one) => {
    const bytes = scriptIn(one);
    return bytes === undefined || isCommitted(one, bytes, io) ? undefined : bytes.toString("utf8");
  });
}

/** Whether a file equals HEAD's at its path. Only HEAD's tree is asked: `git status` looks at every file. */
function isCommitted(path: string, bytes: Buffer, io: Io): boolean {
  const { id } = atHead(path, io) ?? {};
  return id !== undefined && hashOf("blob", bytes, id.length > 40 ? "sha256" : "sha1") === id;
}

/** The text that HEAD has at the path of a file; `undefined` if there is none. */
export function committedText(path: string, io: Io): string | undefined {
  const { git, id } = atHead(path, io) ?? {};
  const { status, stdout } = git && id !== undefined ? git.run(["cat-file", "blob", id]) : { status: 1, stdout: "" };
  return status === 0 ? stdout.toString("utf8") : undefined;
}

/** The file at a path in HEAD. */
function atHead(path: string, io: Io): { readonly git: SafeGit; readonly id: string } | undefined {
  const real = realPath(path);
  const git = safeGit(io, dirname(real), { needsWorktree: true, patience: PATIENCE });
  if (!git || git.root === undefined || !isIn(real, git.root)) return undefined;
  const name = slashed(relative(git.root, real));
  const { status, stdout } = git.run(["ls-tree", "-z", "--full-tree", "HEAD", "--", name]);
  const [, id] = /^100\d+ blob ([0-9a-f]+)\t/.exec(stdout.toString("utf8")) ?? [];
  return status === 0 && id !== undefined ? { git, id } : undefined;
}
