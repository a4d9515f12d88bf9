import { parsePush } from "../../shell/doors/git.ts";

/** The content of a push, and its remote. */
export interface Push {
  /** The remote's name; absent for an address, and if none is said. */
  readonly remote?: string;
  readonly address?: string;
  /** Names of branches, tags and commits that are sent. */
  readonly revisions: readonly string[];
  /** `--branches`, `--tags`, `--all` and `--glob=…`, as `git rev-list` has them. */
  readonly sets: readonly string[];
  /** Names of commits that the script has joined to the branch before. */
  readonly joined: readonly string[];
  /** Tags go along, with their messages. */
  readonly hasTags: boolean;
}

/** The content that `git push` sends; none if it only deletes, or rehearses. */
export function toPush(own: readonly string[], joined: readonly string[]): Push | undefined {
  const { followsTags, isOff, deletes, isMirror, all, hasTags, remote, refs } = parsePush(own);
  if (isOff || deletes) return undefined;
  const revisions: string[] = [];
  const sets = new Set<string>();
  // `:` is every branch that both have.
  if (all || refs.some(({ from, isDeleted }) => from === "" && !isDeleted)) sets.add("--branches");
  if (isMirror) sets.add("--all");
  if (hasTags) sets.add("--tags");
  for (const { from } of refs) {
    if (from !== "" && !from.includes("*")) revisions.push(from);
    else if (from !== "") sets.add(/^refs\/(?!heads\/)/.test(from) ? `--glob=${from}` : "--branches");
  }
  if (refs.length > 0 && revisions.length + sets.size === 0) return undefined; // it only deletes
  const isNamed = remote !== undefined && /^\w[\w.-]{0,100}$/.test(remote);
  return {
    ...(isNamed ? { remote } : remote !== undefined && { address: remote }),
    revisions: revisions.filter((one) => !one.startsWith("-")),
    sets: [...sets],
    joined: joined.filter((one) => !one.startsWith("-")),
    hasTags: isMirror || hasTags || followsTags,
  };
}
