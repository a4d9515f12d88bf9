import { type ObjectId } from "../../engine.ts";
import { toText, type GitPath } from "../../git-path.ts";
import type { Share } from "../../journal/share.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { hunksOf } from "./hunks.ts";
import { contentsOf } from "./merge-edits.ts";

/**
 * For each file that differs between the states after a step and now: how many hunks of the step are gone now, of all
 * hunks of the step in that file. A file without hunks, such as a binary one, is left out.
 */
export async function countGone(
  shadow: Shadow,
  { before, after, now }: { readonly before: ObjectId; readonly after: ObjectId; readonly now: ObjectId },
  isAsked: (path: GitPath) => boolean,
): Promise<ReadonlyMap<string, Pick<Share, "count" | "of">>> {
  const [changes = [], since = []] = await shadow.engine.diffAll([
    [before, after],
    [after, now],
  ]);
  const present = new Map(since.map(({ path, after: entry }) => [path, entry]));
  const found = new Map<string, Pick<Share, "count" | "of">>();
  for (const { path, ...change } of changes) {
    const entries = [change.before, change.after, present.get(path)].flatMap((entry) => entry ?? []);
    if (!isAsked(path) || entries.length < 3) continue;
    const contents = await contentsOf(
      shadow,
      entries.map(({ id }) => id),
    );
    if (!contents) continue;
    const [was, is, left] = contents as [Buffer, Buffer, Buffer];
    const hunks = hunksOf(path, { before: was, after: is, present: left });
    if (hunks)
      found.set(
        toText(path),
        countPieces(hunks, ({ state }) => state === "gone"),
      );
  }
  return found;
}

/** How many hunks are meant, of all hunks. If only some parts of a hunk are meant, each part counts as a hunk. */
export function countPieces<Part extends { readonly id: string }>(
  hunks: readonly (Part & { readonly parts: readonly Part[] })[],
  isMeant: (piece: Part) => boolean,
): Pick<Share, "count" | "of"> {
  const isDivided = hunks.some((hunk) => !isMeant(hunk) && hunk.parts.some(isMeant));
  const pieces = isDivided
    ? hunks.flatMap((hunk): readonly Part[] => (hunk.parts.length > 0 ? hunk.parts : [hunk]))
    : hunks;
  return { count: pieces.filter(isMeant).length, of: pieces.length };
}
