/**
 * Options of a difference as ids and paths alone, so that git starts no program and reads no file as it is checked out.
 */
export const RAW = ["--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv"];

/**
 * git's arguments for the difference between HEAD and the index; before the first commit between nothing and the index.
 */
export const STAGED = ["diff", "--cached", ...RAW, "--ignore-submodules"];

/** One file that differs. */
export interface RawChange {
  /** The path from the worktree's top, with slashes. */
  readonly path: string;
  /** The blobs before, one for each parent that has the file. Empty for a new file. */
  readonly before: readonly string[];
  /**
   * The blob after, zeros if git has not read the file yet; absent if the file is deleted, or becomes a link or a
   * submodule, which are no text.
   */
  readonly id?: string;
  /** The object with the link's target, if the file becomes a link. */
  readonly link?: string;
  /** The commit of the change, if git names it before its changes. */
  readonly commit?: string;
}

/** A commit's id, at the beginning of a commit, and one record behind it. */
const RECORD = /(?:([0-9a-f]{40,64})\0)?(:{1,64})([0-7]{6} [^\0]{1,8192})\0([^\0]+)\0/g;

/**
 * Parses git's output for `RAW`: `:100644 100644 OLD NEW M NUL path NUL`; of a merge, one colon, mode and id for each
 * parent.
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
