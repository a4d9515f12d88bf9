import { join } from "node:path";

import { pathsOf, type ChangeRow } from "../../shadow-repo/doors/checkpoint.ts";
import type { HunkChoice, ListedHunk } from "../../shadow-repo/doors/restore.ts";
import { isInPlaceRow } from "../../terminal/picker/pick.ts";

/** The parts of a restore that a person ticked: paths, or hunks. */
export interface Parts {
  /** The chosen paths; an empty list stands for all. */
  readonly paths: readonly string[];
  readonly hunks?: HunkChoice;
}

/** Every file: a restore without paths. */
export const ALL: Parts = { paths: [] };

/** The parts to restore of the ticked files; a sentence if they cannot be restored together. */
export function partsOf(
  ticked: readonly ChangeRow[],
  {
    rows,
    worktree,
    listed = [],
    parts,
  }: {
    readonly rows: readonly ChangeRow[];
    readonly worktree: string;
    readonly listed: readonly ListedHunk[] | undefined;
    readonly parts: ReadonlyMap<string, ReadonlySet<string>>;
  },
): Parts | string {
  if (ticked.some((row) => pathsOf(row).some((path) => parts.has(path)))) {
    if (ticked.some(isInPlaceRow))
      return "An ignored file that was changed in place can only be put back with whole files.";
    return { paths: [], hunks: { chosen: idsOf(ticked, listed, parts) } };
  }
  // If an ignored file that was changed in place is ticked, the paths are passed, because a restore without paths
  // leaves this file unchanged.
  if (ticked.length === rows.length && !rows.some(isInPlaceRow)) return ALL;
  if (ticked.some(isUnnamable)) return "A name that is no UTF-8 can only be put back together with all others.";
  return { paths: ticked.flatMap(pathsOf).map((path) => join(worktree, path)) };
}

/** The ids of the hunks to restore: of each ticked file all hunks, or those in `parts`. */
function idsOf(
  files: readonly ChangeRow[],
  listed: readonly ListedHunk[],
  parts: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const ticked = new Set(files.flatMap(pathsOf));
  const isChosen = ({ path, former = path, id }: ListedHunk) =>
    (ticked.has(path) || ticked.has(former)) && [path, former].every((name) => parts.get(name)?.has(id) !== false);
  return listed.filter(isChosen).map(({ id }) => id);
}

/** The hunks of a file that can be restored. */
export function hunksOf(file: ChangeRow, listed: readonly ListedHunk[]): ListedHunk[] {
  const own = new Set(pathsOf(file));
  return listed.filter(({ path, former = path, state }) => (own.has(path) || own.has(former)) && state !== "gone");
}

/**
 * Whether a file's name had bytes that are not UTF-8. They were lost when git's output was decoded, so the file cannot
 * be named.
 */
function isUnnamable(row: ChangeRow): boolean {
  return pathsOf(row).some((path) => path.includes("\ufffd"));
}
