import { foldersOf, type GitPath } from "../git-path.ts";
import type { IndexFile, Row } from "./index-file.ts";
import { doubted, idIn, modeIn } from "./stamp.ts";

export interface ChangedRows {
  /** Sorted by path, byte for byte. */
  readonly rows: readonly Row[];
  /** Folders whose trees are others now, `""` among them where there is any. */
  readonly changed: ReadonlySet<GitPath>;
}

/**
 * The rows of an index after a capture. A row that is kept although it is racy was not looked at, and the new index is
 * younger than its file: it is marked so that the next look compares the contents.
 */
export function changeRows(index: IndexFile, found: readonly Row[], drop: ReadonlySet<GitPath>): ChangedRows {
  const changed = new Set<GitPath>();
  const put = new Map(found.map((row) => [row.path, row]));
  const foldersNow = new Set([...put.keys()].flatMap(foldersOf));
  const kept: Row[] = [];
  for (const row of index.rows) {
    const { path } = row;
    const now = put.get(path);
    // A file where a folder was, or the other way round, outside of what was looked at.
    const inTheWay =
      !now &&
      (foldersNow.has(`${path}/`) || (put.size > 0 && foldersOf(path).some((folder) => put.has(folder.slice(0, -1)))));
    if (drop.has(path) || inTheWay) touch(path);
    else if (now) {
      put.delete(path);
      kept.push(now);
      if (idIn(now) !== idIn(row) || modeIn(now) !== modeIn(row)) touch(path);
    } else kept.push(index.isRacy(row) ? { path, ...doubted(row) } : row);
  }
  for (const path of put.keys()) touch(path);
  return { rows: merge(kept, [...put.values()].toSorted(byPath)), changed };

  function touch(path: GitPath): void {
    changed.add("");
    for (const folder of foldersOf(path)) changed.add(folder);
  }
}

function merge(one: readonly Row[], other: readonly Row[]): Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (const row of one) {
    while (next < other.length && byPath(other[next]!, row) < 0) rows.push(other[next++]!);
    rows.push(row);
  }
  return [...rows, ...other.slice(next)];
}

function byPath(one: Row, other: Row): number {
  return one.path < other.path ? -1 : one.path > other.path ? 1 : 0;
}
