import { readPush } from "../../shell/read-push.ts";

/** What is sent where. */
export interface Push {
  /** The remote's name; absent if it is an address or not said. */
  readonly remote?: string;
  /** Names of what is sent: branches, tags, commits. */
  readonly revisions: readonly string[];
  /** `--branches`, `--tags`, `--all` and `--glob=…`, as `git rev-list` has them. */
  readonly sets: readonly string[];
  /** What the script has made a part of the branch before, by its names. */
  readonly joined: readonly string[];
  /** Tags go along, with what they say. */
  readonly hasTags: boolean;
}

/** What `git push` sends; nothing if it only deletes, or rehearses. */
export function toPush(own: readonly string[], joined: readonly string[]): Push | undefined {
  const { names, isOff, deletes, isMirror, all, hasTags, remote, refs } = readPush(own);
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
    ...(isNamed && { remote }),
    revisions: revisions.filter((one) => !one.startsWith("-")),
    sets: [...sets],
    joined: joined.filter((one) => !one.startsWith("-")),
    hasTags: isMirror || hasTags || names.has("follow-tags"),
  };
}
