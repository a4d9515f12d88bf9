import { mostAlikeOf } from "../alike.ts";
import type { Rename, TreeChange, TreeEntry } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { exactRenames } from "../renames.ts";
import { countLines } from "./patch.ts";

/**
 * The most pairs of files that are compared, and the most bytes of all contents. Above these limits only equal contents
 * are renames.
 */
const MOST_PAIRS = 400;
const MOST_BYTES = 8 * 1024 * 1024;

/** Finds the renames among some changes: files of equal content, then files with half of their lines in common. */
export async function likeRenames(
  changes: readonly TreeChange[],
  read: (entry: TreeEntry | undefined) => Promise<Buffer>,
): Promise<Map<GitPath, Rename>> {
  const found = exactRenames(changes);
  const taken = new Set([...found.values()].map(({ from }) => from));
  const isRegular = (entry: TreeEntry | undefined) => entry?.mode.startsWith("100") === true;
  const deleted = changes.filter(({ path, before, after }) => !after && isRegular(before) && !taken.has(path));
  const made = changes.filter(({ path, before, after }) => !before && isRegular(after) && !found.has(path));
  if (deleted.length * made.length === 0 || deleted.length * made.length > MOST_PAIRS) return found;
  const contents = new Map<TreeChange, Buffer>();
  let bytes = 0;
  for (const change of [...deleted, ...made]) {
    const content = await read(change.before ?? change.after);
    bytes += content.length;
    if (bytes > MOST_BYTES) return found;
    contents.set(change, content);
  }
  let left = deleted.filter((change) => contents.get(change)!.length > 0);
  for (const change of made) {
    const content = contents.get(change)!;
    const others = left.map((one) => contents.get(one)!);
    const at = content.length === 0 || others.length === 0 ? undefined : mostAlikeOf(content, others);
    if (at === undefined) continue;
    const lines = countLines(others[at]!, content);
    found.set(change.path, { from: left[at]!.path, ...(lines && { lines }) });
    left = left.filter((_, place) => place !== at);
  }
  return found;
}
