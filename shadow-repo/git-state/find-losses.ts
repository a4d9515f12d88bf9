import { existsSync } from "node:fs";

import { readRegularFile } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { waitingAmongObjects, waitingInGit } from "../../worktree/doors/git.ts";
import type { ObjectId } from "../engine.ts";
import type { Place } from "../place.ts";
import { openOperation, refIn } from "../source/head.ts";
import { existing } from "./copy-commits.ts";
import type { GitLoss } from "./git-loss.ts";
import { commitIn, type GitState, type PresentGit, type Stash } from "./git-state.ts";
import { readGit } from "./read-git.ts";
import { lostStaged, stagedIn, type Held } from "./lost-staged.ts";
import { idLines, tryStoreGit } from "./store.ts";

/** The most commits of one lost reflog that are checked, and the most lines of a reflog that `isGrown` reads. */
const MOST = 50;
/** The most unreachable commits that one `git rev-list` lists. */
const MOST_LISTED = 50_000;

/**
 * The refs, commits, stashes and staged files that git lost between an earlier state and the present; none if git's
 * present state cannot be read.
 * @param held the contents of files that a checkpoint holds: staged contents that equal them are not lost
 */
export function findLosses(io: Io, place: Place, base: GitState, held: Held): readonly GitLoss[] {
  const worktree = worktreeOf(place, base);
  if (!worktree) return [{ kind: "repository" }, ...lostStashes(base.stashes), ...stagedIn(base.checkouts.slice(0, 1))];
  const present = readGit(worktree)?.present;
  if (!present) return [];
  const gone = candidates(base, present);
  const staged = base.checkouts.flatMap((one) => one.staged ?? []);
  if (gone.ids.length + staged.length > 0 && (waitingInGit(worktree) ?? waitingAmongObjects(worktree)) !== undefined)
    return []; // git would wait for a pipe among its objects
  const isLost = unreached(io, place, gone.ids, present);
  return [
    // During a rebase or bisection a moved HEAD is no loss: git returns to the branch when the operation ends.
    ...(openOperation(worktree) === undefined ? lostHead(base, present, isLost) : []),
    ...gone.refs.map(([name, id]): GitLoss => ({ kind: "ref", name, id, isHeld: !isLost(id) })),
    ...gone.moved.flatMap(({ name, id, now }): GitLoss[] => {
      const isHeld = !isLost(id);
      if (isHeld && isAncestor(io, place, id, now)) return [];
      const isBack = isAncestor(io, place, now, id);
      return [{ kind: "moved", name, id, now, isHeld, isBack, ...checkedOut(base, present, name) }];
    }),
    ...lostCommits(io, place, gone, isLost),
    ...lostStashes(gone.stashes.filter(({ id }) => isLost(id))),
    ...lostWorktrees(base),
    ...lostStaged(io, place, base, present, held),
    ...newStashes(base, present),
  ];
}

/** The worktree's present git folders, or the former ones if its `.git` file is gone; `undefined` if both are gone. */
function worktreeOf(
  { worktree }: Place,
  { gitDir, commonDir }: GitState,
): Pick<Place["worktree"], "root" | "gitDir" | "commonDir"> | undefined {
  if (existsSync(`${worktree.gitDir}/HEAD`)) return worktree;
  return existsSync(`${gitDir}/HEAD`) ? { root: worktree.root, gitDir, commonDir } : undefined;
}

/** Names in an earlier state of git that are gone or changed: each may be a loss. */
interface Candidates {
  readonly refs: readonly (readonly [name: string, id: ObjectId])[];
  readonly moved: readonly { readonly name: string; readonly id: ObjectId; readonly now: ObjectId }[];
  readonly stashes: readonly Stash[];
  /** The commits of detached HEADs, and the commits of reflog lines that are gone. */
  readonly commits: readonly ObjectId[];
  /** The ids of all of the above, each once. */
  readonly ids: readonly ObjectId[];
}

/** Compares the names of an earlier state with the present ones. A renamed branch is no candidate. */
function candidates(base: GitState, present: PresentGit): Candidates {
  const renamed = new Set(Object.entries(present.refs).flatMap(([name, id]) => (name in base.refs ? [] : [id])));
  const refs = Object.entries(base.refs).filter(([name, id]) => !(name in present.refs) && !renamed.has(id));
  const moved = Object.entries(base.refs).flatMap(([name, id]) => {
    const now = present.refs[name];
    if (now === undefined || now === id || isGrown(present, name, id, now)) return [];
    return [{ name, id, now }];
  });
  const stashIds = new Set(present.stashes.map(({ id }) => id));
  const stashes = base.stashes.filter(({ id }) => !stashIds.has(id));
  const commits = base.checkouts.flatMap(({ gitDir, head, reflog }) => {
    const log = logOf(gitDir);
    const isRemoved = !existsSync(gitDir);
    // Leave out the detached commit of a removed linked worktree: the loss of the worktree names this commit.
    return [
      ...(isRemoved ? [] : detachedIn(head)),
      ...reflog.filter((id) => !log.includes(id) && !(isRemoved && detachedIn(head).includes(id))).slice(-MOST),
    ];
  });
  const ids = [...refs, ...moved.map(({ name, id }) => [name, id] as const)].map(([, id]) => id);
  return { refs, moved, stashes, commits, ids: [...new Set([...ids, ...stashes.map(({ id }) => id), ...commits])] };
}

/**
 * Whether a branch only got new commits according to the reflog of HEAD. In this usual case git need not be started. A
 * line of the reflog has the commit before, the commit after, the author, and behind a tab the action.
 */
function isGrown({ checkouts: [own] }: PresentGit, name: string, before: ObjectId, now: ObjectId): boolean {
  if (!own || refIn(own.head) !== name) return false;
  let last = now;
  for (const line of logOf(own.gitDir).trimEnd().split("\n").slice(-MOST).toReversed()) {
    const [from, to] = line.split(" ", 2);
    if (last === before) return true;
    if (to !== last || from === undefined || !/\tcommit(?: \(merge\))?: /.test(line)) return false;
    last = from;
  }
  return last === before;
}

/** The commit of a detached HEAD, in a list that is empty for a HEAD on a branch. */
function detachedIn(head: string): ObjectId[] {
  return refIn(head) === undefined ? commitIn(head) : [];
}

/** The whole reflog of a HEAD, since a state names only its newest commits; empty if it cannot be read. */
function logOf(gitDir: string): string {
  try {
    return readRegularFile(`${gitDir}/logs/HEAD`, 64 * 1024 ** 2).bytes.toString("latin1");
  } catch {
    return "";
  }
}

/**
 * Returns a test whether a commit of `ids` is lost: no present ref, stash or HEAD reaches it, or the object is gone.
 */
function unreached(
  io: Io,
  place: Place,
  ids: readonly ObjectId[],
  { refs, remoteTips, stashes, checkouts }: PresentGit,
): (id: ObjectId) => boolean {
  if (ids.length === 0) return () => false;
  // Leave out `refs/stash`: without its reflog, `git stash list` shows no stash, even if the ref exists.
  const named = Object.entries(refs).flatMap(([name, id]) => (name === "refs/stash" ? [] : [id]));
  const tips = [
    ...named,
    ...remoteTips,
    ...stashes.map(({ id }) => id),
    ...checkouts.flatMap(({ head }) => commitIn(head)),
  ];
  const args = ["rev-list", "--ignore-missing", `--max-count=${MOST_LISTED}`, "--stdin"];
  const { status, stdout } = tryStoreGit(io, place, args, { input: idLines(ids, tips) });
  const text = stdout.toString("latin1");
  // git lists no missing object, so a commit that is not listed and does not exist is lost, too.
  const isThere =
    status === 0
      ? existing(
          io,
          place,
          ids.filter((id) => !text.includes(id)),
        )
      : new Set<ObjectId>();
  return (id) => text.includes(id) || !isThere.has(id);
}

function isAncestor(io: Io, place: Place, one: ObjectId, other: ObjectId): boolean {
  return tryStoreGit(io, place, ["merge-base", "--is-ancestor", one, other]).status === 0;
}

/**
 * Whether a branch is checked out in the worktree now and was in the earlier state: only then does the command to bring
 * its commit back also reset the index.
 */
function checkedOut(
  { checkouts: [before] }: GitState,
  { checkouts: [now] }: PresentGit,
  name: string,
): { readonly isCheckedOut: boolean } {
  return { isCheckedOut: [before, now].every((one) => one !== undefined && refIn(one.head) === name) };
}

/**
 * The lost commits that are part of no other loss, since no ref named them. A commit that another lost commit reaches
 * is left out.
 */
function lostCommits(
  io: Io,
  place: Place,
  { refs, moved, commits }: Candidates,
  isLost: (id: ObjectId) => boolean,
): GitLoss[] {
  const told = [...refs.map(([, id]) => id), ...moved.map(({ id }) => id)];
  const lost = [...new Set(commits)].filter((id) => isLost(id) && !told.includes(id));
  if (lost.length === 0) return [];
  const { status, stdout } = tryStoreGit(io, place, ["merge-base", "--independent", ...lost, ...told.filter(isLost)]);
  const tips = status === 0 ? stdout.toString("latin1").split("\n") : lost;
  return lost.filter((id) => tips.includes(id)).map((id) => ({ kind: "commit", id }));
}

function lostHead(
  { checkouts: [before] }: GitState,
  { checkouts: [now], refs }: PresentGit,
  isLost: (id: ObjectId) => boolean,
): GitLoss[] {
  if (!before || !now || before.head === "" || before.head === now.head) return [];
  const ref = refIn(before.head);
  const [id] = commitIn(before.head);
  const isOther = ref === undefined ? id !== undefined : ref !== refIn(now.head);
  // Leave out a deleted branch, and a detached commit that nothing reaches: each is listed as another kind of loss.
  const isGone = ref === undefined ? isLost(id!) : id !== undefined && refs[ref] === undefined;
  return isOther && !isGone ? [{ kind: "head", head: before.head, now: now.head }] : [];
}

/** Lists the oldest stash first: `git stash store` makes each the newest, which restores the order. */
function lostStashes(stashes: readonly Stash[]): GitLoss[] {
  return stashes.toReversed().map((stash) => ({ kind: "stash", stash }));
}

function newStashes({ stashes: former }: GitState, { stashes }: PresentGit): GitLoss[] {
  const known = new Set(former.map(({ id }) => id));
  return stashes.flatMap((stash, at): GitLoss[] => (known.has(stash.id) ? [] : [{ kind: "stashed", stash, at }]));
}

function lostWorktrees({ checkouts: [, ...linked] }: GitState): GitLoss[] {
  return linked.flatMap(({ gitDir, root, head }): GitLoss[] =>
    root !== undefined && !existsSync(gitDir) && !existsSync(root) ? [{ kind: "worktree", root, head }] : [],
  );
}
