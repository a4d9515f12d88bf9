import type { ObjectId, Rename, SnapshotEngine, TreeChange } from "./engine.ts";
import { nameIn, type GitPath } from "./git-path.ts";

/**
 * The most new files, and the most deleted ones, that git compares, since each is compared with each. Above this limit
 * only equal contents are renames.
 */
const MOST_COMPARED = 400;

/**
 * The ids of the empty blob in SHA-1 and SHA-256. An empty file is never renamed: a new one has nothing of a deleted
 * one.
 */
const EMPTY = new Set([
  "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
]);

/** Two trees, and the differences between them in which renames are searched. */
export interface Compared {
  readonly pair: readonly [before: ObjectId, after: ObjectId];
  readonly changes: readonly TreeChange[];
}

/**
 * Finds the renamed files among some changes, by their new names: a new file has the content of a deleted one, or is
 * similar to it by git's `-M`. The engine compares contents only for pairs with both new and deleted files, and at most
 * `MOST_COMPARED` of each. Other pairs get only renames by equal content.
 */
export async function findRenames(
  engine: Pick<SnapshotEngine, "renames">,
  all: readonly Compared[],
): Promise<ReadonlyMap<GitPath, Rename>[]> {
  const sides = all.map(({ changes }) => ({
    made: new Set(changes.flatMap(({ path, before }) => (before ? [] : path))),
    deleted: new Set(changes.flatMap(({ path, after }) => (after ? [] : path))),
  }));
  const isAsked = sides.map(
    ({ made, deleted }) => Math.min(made.size, deleted.size) > 0 && Math.max(made.size, deleted.size) <= MOST_COMPARED,
  );
  const asked = all.filter((_, at) => isAsked[at]);
  const answers = asked.length > 0 ? await engine.renames(asked.map(({ pair }) => pair)) : [];
  let next = 0;
  return all.map(({ changes }, at) => {
    const { made, deleted } = sides[at]!;
    const found = isAsked[at] ? answers[next++]! : exactRenames(changes);
    return new Map([...found].filter(([to, { from }]) => made.has(to) && deleted.has(from)));
  });
}

/**
 * Finds the renames by equal content among some changes. If several deleted files have the content, one with the new
 * file's name is preferred.
 */
export function exactRenames(changes: readonly TreeChange[]): Map<GitPath, Rename> {
  const deleted = new Map<ObjectId, GitPath[]>();
  for (const { path, before, after } of changes)
    if (before && !after && !EMPTY.has(before.id)) deleted.set(before.id, [...(deleted.get(before.id) ?? []), path]);
  const made = changes.flatMap(({ path, before, after }) => (after && !before ? [{ path, id: after.id }] : []));
  const found = new Map<GitPath, Rename>();
  const take = (path: GitPath, id: ObjectId, from: GitPath | undefined) => {
    const left = deleted.get(id);
    if (from === undefined || !left) return;
    left.splice(left.indexOf(from), 1);
    found.set(path, { from, lines: { additions: 0, deletions: 0 } });
  };
  for (const { path, id } of made)
    take(
      path,
      id,
      deleted.get(id)?.find((one) => nameIn(one) === nameIn(path)),
    );
  for (const { path, id } of made) if (!found.has(path)) take(path, id, deleted.get(id)?.[0]);
  return found;
}
