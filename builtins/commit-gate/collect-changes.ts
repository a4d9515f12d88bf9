import { join } from "node:path";

import { TooSlow } from "../../kit/run-within.ts";
import { findWorktree } from "../../worktree/find-worktree.ts";
import { parseRawDiff, RAW, STAGED, type FileChange } from "../../worktree/raw-diff.ts";
import type { SafeGit } from "../safe-git.ts";
import type { GitUse, Push, WorktreeFiles } from "./read-git-uses.ts";

/** A text that gets into the history or is sent, and what stood in its place before. */
export interface Change {
  /** A path from the worktree's top, one character a byte. */
  readonly path: string;
  /** The object that holds it; absent where it lies in the worktree. */
  readonly id?: string;
  /** The commit that it belongs to; alone, without a path, its message is meant. */
  readonly commit?: string;
  /** Objects. What they hold is no news. */
  readonly before: readonly string[];
}

/** Files and commits of one call; with more, looking at them would take too long. */
const MOST = 20_000;

/** All that a use of git adds. @throws TooSlow where that is more than can be looked at */
export function collectChanges(git: SafeGit, use: GitUse): Change[] {
  const changes = use.push ? pushed(git, use.push) : added(git, use);
  if (changes.length > MOST) throw new TooSlow();
  return changes;
}

function added(git: SafeGit, { index, files }: GitUse): Change[] {
  const own = files.filter(({ folder }) => findWorktree(folder)?.root === git.root);
  const replaced = new Set(own.filter(({ replace }) => replace).flatMap((one) => stagedAmong(git, one)));
  const staged = index ? changesOf(git, STAGED).filter(({ path }) => !replaced.has(path)) : [];
  const lying = own.flatMap((one) => changed(git, one));
  // What is moved is no news at its new place.
  const gone = [...staged, ...lying].filter(({ id }) => id === undefined).flatMap(({ before }) => before);
  const news = [
    ...staged.flatMap(({ path, id, before }) => (id === undefined ? [] : [{ path, id, before }])),
    ...lying.flatMap(({ path, id, before }) => (id === undefined ? [] : [{ path, before }])),
    ...own.filter(({ isNew }) => isNew).flatMap((one) => unknownFiles(git, one)),
  ];
  return news.map((one) => ({ ...one, before: [...one.before, ...gone] }));
}

function changesOf(git: SafeGit, args: readonly string[], globs = false): FileChange[] {
  const { status, stdout, stderr } = git.run(args, {}, globs);
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  return parseRawDiff(stdout.toString("latin1"));
}

/** Which of the staged files are meant. */
function stagedAmong(git: SafeGit, { folder, paths }: WorktreeFiles): string[] {
  return changesOf(git, ["-C", folder, ...STAGED, "--", ...paths], true).map(({ path }) => path);
}

/** Files that git knows and that differ from the last commit; before the first one, all that it knows. */
function changed(git: SafeGit, { folder, paths }: WorktreeFiles): FileChange[] {
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

function unknownFiles(git: SafeGit, { folder, paths, ignored }: WorktreeFiles): Change[] {
  const place = paths.length === 0 ? git.root! : folder;
  const leftOut = ignored ? [] : ["--exclude-standard"];
  const args = ["-C", place, "ls-files", "-z", "--full-name", "-o", ...leftOut, "--", ...paths];
  return listed(git, args).map((path) => ({ path, before: [] }));
}

function listed(git: SafeGit, args: readonly string[]): string[] {
  const { status, stdout } = git.run(args, {}, true);
  // A pattern that leads out of the worktree: `git add` refuses it as well.
  return status === 0 ? stdout.toString("latin1").split("\0").slice(0, -1) : [];
}

/** What the commits hold that the remote does not have yet, and what they say. */
function pushed(git: SafeGit, { remote, revisions, sets }: Push): Change[] {
  const isThere = (name: string) =>
    git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]).status === 0;
  const there = revisions.filter(isThere);
  // A branch that the call itself makes begins at HEAD.
  const named = there.length < revisions.length || (revisions.length === 0 && !sets.includes("--all")) ? ["HEAD"] : [];
  const from = [...there, ...named.filter(isThere)];
  if (from.length + sets.length === 0) return [];
  const known = remote === undefined ? "--remotes" : `--remotes=${remote}`;
  const args = ["rev-list", `--max-count=${MOST + 1}`, ...sets, ...from, "--not", known, "--"];
  const commits = git.run(args);
  if (commits.status !== 0) throw new Error(`git rev-list failed: ${commits.stderr}`);
  const ids = commits.stdout.toString("latin1").split("\n").slice(0, -1);
  if (ids.length > MOST) throw new TooSlow();
  if (ids.length === 0) return [];
  const { status, stdout, stderr } = git.run(["diff-tree", "--stdin", "-r", "--root", "-c", ...RAW], {
    input: commits.stdout,
  });
  if (status !== 0) throw new Error(`git diff-tree failed: ${stderr}`);
  const gone = new Map<string, string[]>();
  const all = parseRawDiff(stdout.toString("latin1"));
  for (const { id, commit = "", before } of all)
    if (id === undefined) gone.set(commit, [...(gone.get(commit) ?? []), ...before]);
  return [
    ...ids.map((commit) => ({ path: "", id: commit, commit, before: [] })),
    ...all.flatMap(({ path, id, commit = "", before }) =>
      id === undefined ? [] : [{ path, id, commit, before: [...before, ...(gone.get(commit) ?? [])] }],
    ),
  ];
}

/** Where a file lies, as bytes: its name need not be UTF-8. */
export function placeOf(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(join(root, "/")), Buffer.from(path, "latin1")]);
}
