/**
 * Options of `git diff` and `git log` that print only ids and paths, so that git starts no other program and converts
 * no file.
 */
export const RAW = ["--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv"];

/**
 * git's arguments for the difference between HEAD and the index; before the first commit, between the empty tree and
 * the index.
 */
export const STAGED = ["diff", "--cached", ...RAW, "--ignore-submodules"];

/** A changed file. */
export interface RawChange {
  /** The path from the worktree's top, with slashes. */
  readonly path: string;
  /** The blobs before the change, one for each parent of the commit that has the file; empty for a new file. */
  readonly before: readonly string[];
  /**
   * The blob after the change, all zeros if git has not hashed the file; absent if the file was deleted or became a
   * link or a submodule.
   */
  readonly id?: string;
  /** The blob with the link's target; absent if the file did not become a link. */
  readonly link?: string;
  /** The commit with the change; absent if git's output names no commits. */
  readonly commit?: string;
}

/** Matches a change in git's raw output. The first change of a commit has the commit's id in front. */
const RECORD = /(?:([0-9a-f]{40,64})\0)?(:{1,64})([0-7]{6} [^\0]{1,8192})\0([^\0]+)\0/g;

/**
 * Parses git's output for `RAW`: `:100644 100644 OLD NEW M NUL path NUL`. For a merge it has one colon, mode and id for
 * each parent.
 */
export function parseRawDiff(raw: string): RawChange[] {
  const changes: RawChange[] = [];
  let commit: string | undefined;
  for (const [, begun, colons = "", words = "", path = ""] of raw.matchAll(RECORD)) {
    commit = begun ?? commit;
    const parents = colons.length;
    const all = words.split(" ");
    const [modes, ids] = [all.slice(0, parents + 1), all.slice(parents + 1, 2 * parents + 2)];
    const isBlob = (at: number) => modes[at]!.startsWith("100");
    const before = ids.slice(0, parents).filter((id, at) => isBlob(at) && !/^0+$/.test(id));
    const isLink = modes[parents]!.startsWith("120");
    const after = { ...(isBlob(parents) && { id: ids[parents]! }), ...(isLink && { link: ids[parents]! }) };
    changes.push({ path, before, ...after, ...(commit && { commit }) });
  }
  return changes;
}
