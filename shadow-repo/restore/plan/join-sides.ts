import { defined } from "../../../kit/defined.ts";
import type { ObjectId, SnapshotEngine, TreeChange } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { databaseOf, filesOfDatabase, isDatabase } from "./database-files.ts";
import { same, type PlanItem } from "./plan-item.ts";

/** The reason to leave a file of a database of which another file stays. */
export const SIDE_STAYS = "another file of its database stays, and the database would be broken";

/** The states with which a plan of some steps is compared. */
interface Compared {
  /** Wanted state → what leads from the present to that state, by path. */
  readonly differences: ReadonlyMap<ObjectId, ReadonlyMap<GitPath, TreeChange>>;
  /** Paths that the operation leaves as they are. */
  readonly left: ReadonlySet<GitPath>;
}

/**
 * Adds to a plan the other files of each SQLite database of which a file changes: the database and its side files get
 * the same state, whoever changed these since. If one of the files is to be left, the whole database is.
 */
export async function joinSides(
  engine: SnapshotEngine,
  items: readonly PlanItem[],
  compared: Compared,
): Promise<PlanItem[]> {
  const databases = databasesAmong(items, compared);
  if (databases.length === 0) return [...items];
  const planned = new Map(items.map((item) => [item.path, item]));
  const joined = [...items];
  for (const database of databases) {
    const files = filesOfDatabase(database);
    const own = files.flatMap((path) => planned.get(path) ?? []);
    const { source } = own.find(({ current, target }) => !same(current, target))!;
    const others = files.flatMap((path) =>
      planned.has(path) ? [] : (compared.differences.get(source)?.get(path) ?? []),
    );
    if (others.length + own.length < 2 || !(await isSqlite(engine, database, own, others))) continue;
    const fault = others.some(({ path }) => compared.left.has(path)) ? SIDE_STAYS : undefined;
    const more = others.map(({ path, before: current, after: target }): PlanItem => {
      const isEdited = current !== undefined;
      return { path, ...defined({ current, target }), source, edited: isEdited };
    });
    for (const item of fault === undefined ? more : []) joined.push({ ...item, database });
    for (const item of own)
      joined[joined.indexOf(item)] = { ...item, database, ...defined({ fault: item.fault ?? fault }) };
  }
  return joined;
}

/**
 * The paths that side files in the plan, or beside it, belong to, if a file of the same database changes. Few plans have
 * any, so nothing else is done for the thousands of other files of a plan.
 */
function databasesAmong(items: readonly PlanItem[], { differences }: Compared): readonly GitPath[] {
  const differing = items.filter(({ current, target }) => !same(current, target));
  const sources = new Set(differing.map(({ source }) => source));
  const paths = [items.map(({ path }) => path), ...[...sources].map((source) => differences.get(source)?.keys() ?? [])];
  const withSides = new Set<GitPath>();
  for (const some of paths) for (const path of some) withSides.add(databaseOf(path) ?? "");
  withSides.delete("");
  if (withSides.size === 0) return [];
  return [...new Set(differing.map(({ path }) => databaseOf(path) ?? path))].filter((path) => withSides.has(path));
}

/** Whether a file of that name in the plan, or beside it, is a SQLite database. */
function isSqlite(
  engine: SnapshotEngine,
  database: GitPath,
  own: readonly PlanItem[],
  others: readonly TreeChange[],
): Promise<boolean> {
  const item = own.find(({ path }) => path === database);
  const change = others.find(({ path }) => path === database);
  return isDatabase(engine, [item?.current, item?.target, item?.base?.entry, change?.before, change?.after]);
}
