import { TooSlow } from "../../kit/run-within.ts";
import { parseRawDiff, RAW } from "../../worktree/doors/git.ts";
import type { SafeGit } from "../safe-git.ts";
import { MOST_CHANGES, type Change } from "./change.ts";
import type { Push } from "./push.ts";

/** The changes and messages of the commits that the remote does not have yet, and the messages of the pushed tags. */
export function collectPushed(git: SafeGit, push: Push): Change[] {
  return [...ofCommits(git, push), ...ofTags(git, push)];
}

function ofCommits(git: SafeGit, { remote, address, revisions, sets, joined }: Push): Change[] {
  const isThere = (name: string) =>
    git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]).status === 0;
  const there = revisions.filter(isThere);
  const all = revisions.length === 0 && sets.length === 0 && sendsAll(git) ? ["--branches"] : sets;
  // A branch that does not exist yet is created by this call, and starts at HEAD.
  const isHead = there.length < revisions.length || (revisions.length === 0 && !all.includes("--all"));
  const from = [...there, ...(isHead ? ["HEAD"] : []).filter(isThere), ...joined.filter(isThere)];
  if (from.length + all.length === 0) return [];
  const names = address === undefined ? [remote] : remotesAt(git, address);
  const known = names.map((name) => (name === undefined ? "--remotes" : `--remotes=${name}`));
  const commits = git.run(["rev-list", `--max-count=${MOST_CHANGES + 1}`, ...all, ...from, "--not", ...known, "--"]);
  if (commits.status !== 0) throw new Error(`git rev-list failed: ${commits.stderr}`);
  const ids = commits.stdout.toString("latin1").split("\n").slice(0, -1);
  if (ids.length > MOST_CHANGES) throw new TooSlow();
  return ids.length === 0 ? [] : [...ids.map(messageOf), ...changesInCommits(git, commits.stdout)];
}

export function messageOf(id: string): Change {
  return { path: "", id, commit: id, before: [] };
}

/** The changes that commits contain. @param ids the commits' ids, one a line, as `git rev-list` prints them */
export function changesInCommits(git: SafeGit, ids: Buffer): Change[] {
  const { status, stdout, stderr } = git.run(["diff-tree", "--stdin", "-r", "--root", "-c", ...RAW], { input: ids });
  if (status !== 0) throw new Error(`git diff-tree failed: ${stderr}`);
  const gone = new Map<string, string[]>();
  const all = parseRawDiff(stdout.toString("latin1"));
  for (const { id, commit = "", before } of all)
    if (id === undefined) gone.set(commit, [...(gone.get(commit) ?? []), ...before]);
  return all.flatMap(({ path, id, link = id, commit = "", before }) =>
    link === undefined ? [] : [{ path, id: link, commit, before: [...before, ...(gone.get(commit) ?? [])] }],
  );
}

/**
 * The names of the remotes with an address. If there is none, all commits count as new to the server at the address.
 */
function remotesAt(git: SafeGit, address: string): string[] {
  const { status, stdout } = git.run(["config", "--get-regexp", "^remote\\..*\\.url$"]);
  const lines = status === 0 ? stdout.toString("utf8").split("\n") : [];
  return lines.flatMap((line) => {
    const [, name, url] = /^remote\.(.+)\.url (.+)$/.exec(line) ?? [];
    return name !== undefined && url !== undefined && placeOf(url) === placeOf(address) ? [name] : [];
  });
}

/** Host and path of an address, equal for all spellings of the address. */
function placeOf(address: string): string {
  return address
    .replace(/^\w+:\/\//, "")
    .replace(/^[^@/]+@/, "")
    .replace(/^([\w.-]+):(?!\d+\/)/, "$1/")
    .replace(/(?:\.git)?\/*$/, "");
}

/** Whether git's settings make a `git push` without words push more than the current branch. */
function sendsAll(git: SafeGit): boolean {
  const { status, stdout } = git.run(["config", "--get-regexp", "^(push\\.default|remote\\..*\\.(push|mirror))$"]);
  return status === 0 && /^push\.default matching$|^remote\..*\.push |\.mirror true$/m.test(stdout.toString("latin1"));
}

/**
 * The messages of annotated tags. git does not know which tags the remote already has, so the messages of all tags are
 * searched.
 */
function ofTags(git: SafeGit, { revisions, hasTags }: Push): Change[] {
  const named = revisions.map((name) => (name.startsWith("refs/") ? name : `refs/tags/${name}`));
  if (!hasTags && named.length === 0) return [];
  const format = "--format=%(objecttype) %(objectname)";
  const { status, stdout } = git.run(["for-each-ref", format, ...(hasTags ? ["refs/tags"] : named)]);
  const listed = status === 0 ? stdout.toString("latin1").split("\n") : [];
  return listed.flatMap((line) => (line.startsWith("tag ") ? [messageOf(line.slice("tag ".length))] : []));
}
