import { rmSync, writeFileSync, mkdirSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Coverage } from "../coverage.ts";
import type { ObjectId } from "../engine.ts";
import { foldersOf, onDisk, type GitPath } from "../git-path.ts";
import { pathFault } from "../path-fault.ts";
import { temporaryIn, type Place } from "../place.ts";
import { isIgnoreFile } from "../source/ignore-files.ts";
import { readBlobs } from "./read-blobs.ts";
import { joinNul, splitNul, tryShadowGit, shadowGit } from "./shadow-git.ts";

/** The most bytes of all ignore files of a tree: far more than any tree has. */
const MOST = 2 ** 28;

export interface RulesToAsk {
  /** The text of the user's excludes file and the source's `info/exclude`. */
  readonly outside: string;
  /** The worktree with the `.gitignore` files; default: the place's own. */
  readonly worktree?: string;
}

/** The part of `paths` that git ignores. No path may lie behind a symlink. */
export function askIgnored(
  io: Io,
  place: Place,
  paths: readonly GitPath[],
  { outside, worktree }: RulesToAsk,
): GitPath[] {
  if (paths.length === 0) return [];
  const file = temporaryIn(io, place.shadow, "exclude");
  writeFileSync(file, outside, { encoding: "latin1", mode: 0o600 });
  try {
    // `check-ignore` refuses literal pathspecs. A path that begins with `./` has no pathspec magic.
    const args = [
      "--no-literal-pathspecs",
      "-c",
      `core.excludesFile=${file}`,
      "check-ignore",
      "--no-index",
      "-z",
      "--stdin",
    ];
    const result = tryShadowGit(io, place, args, {
      input: joinNul(paths.map((path) => `./${path}`)),
      ...(worktree !== undefined && { worktree }),
    });
    if (result.status > 1 || result.status < 0)
      throw new UserError("gitFailed", ["check-ignore", result.stderr.trim()]); // status 1: no path is ignored
    return splitNul(result.stdout).map((path) => path.slice("./".length));
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * The part of `paths` that the rules of an earlier state ignore. git is asked in a temporary worktree that holds only
 * the ignore files of that state. An index of these files would not do: git would take a path such as `*.c` for a
 * pattern, and a path that fits anything in the index for not ignored.
 */
export function ignoredByTree(
  io: Io,
  place: Place,
  tree: ObjectId,
  { outside, rules }: Coverage,
  paths: readonly GitPath[],
): GitPath[] {
  const worktree = temporaryIn(io, place.shadow, "worktree");
  mkdirSync(worktree, { mode: 0o700 });
  try {
    for (const [path, text] of [...ignoreFilesIn(io, place, tree), ...Object.entries(rules)]) {
      if (pathFault(path, io.platform) !== undefined) continue;
      const [folder] = foldersOf(path);
      if (folder !== undefined) mkdirSync(onDisk(worktree, folder), { recursive: true });
      writeFileSync(onDisk(worktree, path), text, { encoding: "latin1", mode: 0o600 });
    }
    return askIgnored(io, place, paths, { outside, worktree });
  } finally {
    // in bytes, so that Node deletes names that are not UTF-8, too
    rmSync(Buffer.from(worktree), { recursive: true, force: true });
  }
}

/** The ignore files in a tree. A link of such a name is left out, since git does not read it. */
function ignoreFilesIn(io: Io, place: Place, tree: ObjectId): [path: GitPath, text: string][] {
  const listed = splitNul(shadowGit(io, place, ["ls-tree", "-r", "-z", "--full-tree", tree])).flatMap((line) => {
    const [, id = "", path = ""] = /^100\d+ blob ([0-9a-f]+)\t([^]*)$/.exec(line) ?? [];
    return isIgnoreFile(path) ? [{ id, path }] : [];
  });
  const texts = readBlobs(
    io,
    place,
    listed.map(({ id }) => id),
    MOST,
  );
  if (texts === undefined) throw new UserError("gitFailed", ["cat-file", "the ignore files are too large"]);
  return listed.map(({ id, path }) => [path, texts.get(id)?.toString("latin1") ?? ""]);
}
