import { readOptions } from "../../shell/read-options.ts";

/** What is sent where. */
export interface Push {
  /** The remote's name; absent where it is an address or not said. */
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

/** The words behind `git push`; nothing where it only deletes, or rehearses. */
export function readPush(own: readonly string[], joined: readonly string[]): Push | undefined {
  const { letters, names, operands } = readOptions(own, "o --push-option --repo --receive-pack --exec");
  if (letters.has("n") || letters.has("d") || names.has("dry-run") || names.has("delete")) return undefined;
  const [remote, ...specs] = operands;
  const isMirror = names.has("mirror");
  const revisions: string[] = [];
  const sets = new Set<string>();
  if (names.has("all") || names.has("branches") || specs.includes(":")) sets.add("--branches");
  if (isMirror) sets.add("--all");
  if (names.has("tags")) sets.add("--tags");
  for (const spec of specs) {
    const [, from = ""] = /^\+?([^:]*)/.exec(spec) ?? [];
    if (spec === "tag" || from === "") continue;
    if (!from.includes("*")) revisions.push(from);
    else sets.add(/^refs\/(?!heads\/)/.test(from) ? `--glob=${from}` : "--branches");
  }
  if (specs.length > 0 && revisions.length + sets.size === 0) return undefined; // it only deletes
  const isNamed = remote !== undefined && /^\w[\w.-]{0,100}$/.test(remote);
  return {
    ...(isNamed && { remote }),
    revisions: revisions.filter((one) => !one.startsWith("-")),
    sets: [...sets],
    joined: joined.filter((one) => !one.startsWith("-")),
    hasTags: isMirror || names.has("tags") || names.has("follow-tags"),
  };
}
