import { lstatSync } from "node:fs";
import { resolve } from "node:path";

import { isIn, realPathOfNew } from "../../kit/files.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { findWorktree } from "../../worktree/doors/worktree.ts";
import { parseRawDiff, RAW, STAGED, type RawChange } from "../../worktree/doors/git.ts";
import type { SafeGit } from "../safe-git.ts";
import { broughtChange, MOST_CHANGES, type Change } from "./change.ts";
import { changesInCommits as changesOfCommits, collectPushed, messageOf } from "./collect-pushed.ts";
import type { GitUse, TakenFiles, WorktreeFiles } from "./git-use.ts";

/**
 * The changes that a command of git commits, stashes or pushes. @throws TooSlow if there are more than can be searched
 */
export function collectChanges(git: SafeGit, use: GitUse): Change[] {
  const changes = use.push
    ? [...collectPushed(git, use.push), ...brought(git, use)]
    : [
        ...added(git, use),
        ...picked(git, use.picked),
        ...reverted(git, use.reverted ?? []),
        ...taken(git, use.taken),
        ...brought(git, use),
        ...reused(git, use),
      ];
  if (changes.length > MOST_CHANGES) throw new TooSlow();
  return changes;
}

/**
 * The changes that commits or stashes contain. A stash is a commit with the changed files, whose third parent, if there
 * is one, holds the new files.
 */
function picked(git: SafeGit, revisions: readonly string[]): Change[] {
  return revisions.flatMap((revision) => {
    if (revision.startsWith("-")) return [];
    if (revision.startsWith("stash@"))
      return [`${revision}^1`, `${revision}^3`].flatMap((from, at) => {
        const trees = at === 0 ? [from, revision] : ["--root", from];
        const { status, stdout } = git.run(["diff-tree", "-r", "--no-commit-id", ...RAW, ...trees]);
        return status === 0 ? contentsOf(parseRawDiff(stdout.toString("latin1"))) : [];
      });
    const single = revision.includes("..") ? [] : ["--no-walk"];
    const { status, stdout } = git.run(["rev-list", "--max-count=200", ...single, "--end-of-options", revision, "--"]);
    return status === 0 ? changesOfCommits(git, stdout) : [];
  });
}

/** The content before each of the commits, which a revert brings back. */
function reverted(git: SafeGit, revisions: readonly string[]): Change[] {
  return revisions.flatMap((revision) => {
    if (revision.startsWith("-")) return [];
    const single = revision.includes("..") ? [] : ["--no-walk"];
    const listed = git.run(["rev-list", "--max-count=200", ...single, "--end-of-options", revision, "--"]);
    const ids = listed.status === 0 ? listed.stdout.toString("latin1").split("\n").slice(0, -1) : [];
    return ids.flatMap((id) => {
      const { status, stdout } = git.run(["diff-tree", "-r", "--no-commit-id", ...RAW, id, `${id}^`]);
      return status === 0 ? contentsOf(parseRawDiff(stdout.toString("latin1"))) : [];
    });
  });
}

/** The messages of earlier commits that the commit takes over. */
function reused(git: SafeGit, use: GitUse): Change[] {
  return (use.reused ?? []).flatMap((revision) => {
    const { status, stdout } = git.run([
      "rev-parse",
      "--verify",
      "--quiet",
      "--end-of-options",
      `${revision}^{commit}`,
    ]);
    return status === 0 ? [messageOf(stdout.toString("latin1").trim())] : [];
  });
}

/** The files that the command takes from another commit, without those that are equal in HEAD. */
function taken(git: SafeGit, files: readonly TakenFiles[]): Change[] {
  return files.flatMap(({ revision, folder, paths }) => {
    const args = ["-C", folder, "diff-tree", "-r", "--no-commit-id", ...RAW, "HEAD", revision, "--", ...paths];
    const { status, stdout } = git.run(args, {}, true);
    return status === 0 ? contentsOf(parseRawDiff(stdout.toString("latin1"))) : [];
  });
}

function contentsOf(changes: readonly RawChange[]): Change[] {
  return changes.flatMap(({ path, id, link = id, before }) => (link === undefined ? [] : [{ path, id: link, before }]));
}

/**
 * Files that the script copies from elsewhere to paths which are committed. A source in the worktree that git does not
 * ignore is left out, since it is searched at its own path.
 */
function brought(git: SafeGit, use: GitUse): Change[] {
  const root = git.root ?? use.folder;
  const all = use.brought.map((one) => ({ ...one, place: one.to === undefined ? undefined : realPathOfNew(one.to) }));
  const meant = all.filter(
    ({ from, place }) =>
      lstatSync(from, { throwIfNoEntry: false })?.isFile() &&
      (place === undefined || (isIn(place, root) && use.files.some((files) => covers(files, place)))),
  );
  if (meant.length === 0) return [];
  const inside = (path: string) => isIn(realPathOfNew(path), root);
  const ignored = ignoredAmong(git, root, [
    ...meant.flatMap(({ place }) => place ?? []),
    ...meant.map(({ from }) => from),
  ]);
  return meant
    .filter(({ from, place }) => place === undefined || ((!inside(from) || ignored.has(from)) && !ignored.has(place)))
    .map((one) => broughtChange(one, root, one.place ?? one.from));
}

/**
 * Whether a set of committed files contains a path. A file that does not exist yet is contained only if the script adds
 * it.
 */
function covers({ folder, paths, isNew }: WorktreeFiles, place: string): boolean {
  if (!isNew && lstatSync(place, { throwIfNoEntry: false }) === undefined) return false;
  return (
    paths.length === 0 || paths.some((path) => /[*?[:]/.test(path) || isIn(place, realPathOfNew(resolve(folder, path))))
  );
}

function ignoredAmong(git: SafeGit, root: string, paths: readonly string[]): ReadonlySet<string> {
  const below = paths.filter((path) => isIn(realPathOfNew(path), root));
  if (below.length === 0) return new Set();
  const { status, stdout } = git.run(["check-ignore", "-z", "--stdin"], { input: `${below.join("\0")}\0` }, true);
  return new Set(status === 0 ? stdout.toString("utf8").split("\0") : []);
}

function added(git: SafeGit, { index, files }: GitUse): Change[] {
  const own = files.filter(({ folder }) => findWorktree(folder)?.root === git.root);
  const replaced = new Set(own.filter(({ replace }) => replace).flatMap((one) => stagedAmong(git, one)));
  const staged = index ? changesOf(git, STAGED).filter(({ path }) => !replaced.has(path)) : [];
  const lying = own.flatMap((one) => changed(git, one));
  // The earlier content of a renamed file is at its old path, so the content of every deleted file counts as an earlier
  // version.
  const gone = [...staged, ...lying].filter(({ id }) => id === undefined).flatMap(({ before }) => before);
  const news = [
    ...contentsOf(staged),
    ...lying.flatMap(({ path, id, before }) => (id === undefined ? [] : [{ path, before }])),
    ...own.filter(({ isNew }) => isNew).flatMap((one) => unknownFiles(git, one)),
  ];
  return news.map((one) => ({ ...one, before: [...one.before, ...gone] }));
}

function changesOf(git: SafeGit, args: readonly string[], globs = false): RawChange[] {
  const { status, stdout, stderr } = git.run(args, {}, globs);
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  return parseRawDiff(stdout.toString("latin1"));
}

/** The paths of the staged files that a set of files contains. */
function stagedAmong(git: SafeGit, { folder, paths }: WorktreeFiles): string[] {
  return changesOf(git, ["-C", folder, ...STAGED, "--", ...paths], true).map(({ path }) => path);
}

/** The known files that differ from the last commit; before the first commit, all known files. */
function changed(git: SafeGit, { folder, paths }: WorktreeFiles): RawChange[] {
  const place = ["-c", "diff.relative=false", "-C", paths.length === 0 ? git.root! : folder];
  const asked = [...place, "diff", ...RAW, "--ignore-submodules", "HEAD", "--", ...paths];
  const { status, stdout } = git.run(asked, {}, true);
  if (status === 0) return parseRawDiff(stdout.toString("latin1"));
  return listed(git, [...place, "ls-files", "-z", "--full-name", "-c", "--", ...paths]).map((path) => ({
    path,
    id: "",
    before: [],
  }));
}

/** The files in the folder, or in the whole worktree if no paths are named, that git does not know yet. */
export function unknownFiles(git: SafeGit, { folder, paths, ignored }: WorktreeFiles): Change[] {
  const place = paths.length === 0 ? git.root! : folder;
  const leftOut = ignored ? [] : ["--exclude-standard"];
  const args = ["-C", place, "ls-files", "-z", "--full-name", "-o", ...leftOut, "--", ...paths];
  return listed(git, args).map((path) => ({ path, before: [] }));
}

function listed(git: SafeGit, args: readonly string[]): string[] {
  const { status, stdout } = git.run(args, {}, true);
  // git fails for a pattern that leads out of the worktree, and so does `git add`.
  return status === 0 ? stdout.toString("latin1").split("\0").slice(0, -1) : [];
}
