import { parsePush } from "../../shell/doors/git.ts";

/** The content of a push, and its remote. */
export interface Push {
  /** The remote's name; absent if the push names an address or nothing. */
  readonly remote?: string;
  readonly address?: string;
  /** The names of the pushed branches, tags and commits. */
  readonly revisions: readonly string[];
  /** Sets of pushed refs as options of `git rev-list`: `--branches`, `--tags`, `--all`, `--glob=…`. */
  readonly sets: readonly string[];
  /** Commits that earlier commands of the script merged into the branch. */
  readonly joined: readonly string[];
  /** Tags are pushed, too, with their messages. */
  readonly hasTags: boolean;
}

/** The content that `git push` sends; `undefined` if it only deletes refs or is a dry run. */
export function toPush(own: readonly string[], joined: readonly string[]): Push | undefined {
  const { followsTags, isOff, deletes, isMirror, all, hasTags, remote, refs } = parsePush(own);
  if (isOff || deletes) return undefined;
  const revisions: string[] = [];
  const sets = new Set<string>();
  // `:` pushes every branch that both repositories have.
  if (all || refs.some(({ from, isDeleted }) => from === "" && !isDeleted)) sets.add("--branches");
  if (isMirror) sets.add("--all");
  if (hasTags) sets.add("--tags");
  for (const { from } of refs) {
    if (from !== "" && !from.includes("*")) revisions.push(from);
    else if (from !== "") sets.add(/^refs\/(?!heads\/)/.test(from) ? `--glob=${from}` : "--branches");
  }
  if (refs.length > 0 && revisions.length + sets.size === 0) return undefined; // only deletions are left
  const isNamed = remote !== undefined && /^\w[\w.-]{0,100}$/.test(remote);
  return {
    ...(isNamed ? { remote } : remote !== undefined && { address: remote }),
    revisions: revisions.filter((one) => !one.startsWith("-")),
    sets: [...sets],
    joined: joined.filter((one) => !one.startsWith("-")),
    hasTags: isMirror || hasTags || followsTags,
  };
}
