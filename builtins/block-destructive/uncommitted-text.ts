import { dirname, relative } from "node:path";

import { isIn, realPath } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { hashOf } from "../../shadow-repo/doors/place.ts";
import { safeGit, type SafeGit } from "../safe-git.ts";
import { scriptIn } from "./script-in.ts";
import { textAt } from "./started-files.ts";
import { slashed } from "./unrecorded-files.ts";

/** The most milliseconds that one command of git may take. */
const PATIENCE = 2000;

/**
 * The text of a script file that differs from the file in HEAD. A committed script is not judged, since its author
 * wanted its effect.
 * @param path a path, or a pattern for several files
 * @returns `undefined` if the file is committed, is no text, is too long or cannot be read
 */
export function uncommittedText(path: string, io: Io): string | undefined {
  return textAt(path, (one) => {
    const bytes = scriptIn(one);
    return bytes === undefined || isCommitted(one, bytes, io) ? undefined : bytes.toString("utf8");
  });
}

/**
 * Whether a file has the same content as in HEAD. Only HEAD's tree is read, since `git status` would look at every
 * file.
 */
function isCommitted(path: string, bytes: Buffer, io: Io): boolean {
  const { id } = atHead(path, io) ?? {};
  return id !== undefined && hashOf("blob", bytes, id.length > 40 ? "sha256" : "sha1") === id;
}

/** The text that HEAD has at a path; `undefined` if HEAD has no file there. */
export function committedText(path: string, io: Io): string | undefined {
  const { git, id } = atHead(path, io) ?? {};
  const { status, stdout } = git && id !== undefined ? git.run(["cat-file", "blob", id]) : { status: 1, stdout: "" };
  return status === 0 ? stdout.toString("utf8") : undefined;
}

/**
 * The id of the blob at a path in HEAD, and the runner of git in that repository; `undefined` if HEAD has no file
 * there.
 */
function atHead(path: string, io: Io): { readonly git: SafeGit; readonly id: string } | undefined {
  const real = realPath(path);
  const git = safeGit(io, dirname(real), { needsWorktree: true, patience: PATIENCE });
  if (!git || git.root === undefined || !isIn(real, git.root)) return undefined;
  const name = slashed(relative(git.root, real));
  const { status, stdout } = git.run(["ls-tree", "-z", "--full-tree", "HEAD", "--", name]);
  const [, id] = /^100\d+ blob ([0-9a-f]+)\t/.exec(stdout.toString("utf8")) ?? [];
  return status === 0 && id !== undefined ? { git, id } : undefined;
}
