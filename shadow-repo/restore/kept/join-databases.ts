import { printable, shortened } from "../../../kit/text.ts";
import { toText, type GitPath } from "../../git-path.ts";
import type { KeptFile } from "../../keep/kept-state.ts";
import { statAt } from "../../source/on-disk.ts";
import { databaseOf, SIDES } from "../plan/database-files.ts";
import type { KeptItem, KeptPlan } from "./kept-plan.ts";

const DATABASE_STAYS = "its database is not put back, and is broken with it";

/** The database is not in the wanted state, so no later undo puts its side files back. */
const FOR_GOOD = { isForGood: true } as const;

/**
 * Changes a plan so that a database and its side files are put back together or stay together. Side files that the
 * wanted state lacks are removed when the database is put back, since SQLite would merge their contents into the
 * database.
 * @param held the files of the wanted state, by path
 * @param recorded databases out of the recorded states that are put back at the same time
 */
export function joinDatabases(
  root: string,
  plan: KeptPlan,
  held: ReadonlyMap<GitPath, KeptFile>,
  recorded: ReadonlySet<GitPath>,
): KeptPlan {
  const isReady = new Set(plan.ready.map(({ file }) => file.path));
  const isWaiting = new Set(plan.inPlace.map(({ file }) => file.path));
  const isStaying = new Map(plan.staying.map((file) => [file.path, file]));
  const ready: KeptItem[] = [];
  const inPlace: KeptItem[] = [];
  const staying = [...plan.staying];
  const items = [...plan.ready, ...plan.inPlace].toSorted((one, other) => (one.file.path < other.file.path ? -1 : 1));
  for (const item of items) {
    const { path } = item.file;
    const database = databaseOf(path);
    const own = isReady.has(path) ? ready : inPlace;
    if (database === undefined || !(held.has(database) || statAt(root, database)))
      own.push(isReady.has(path) ? withRemovals(root, item, held) : item);
    else if (recorded.has(database)) own.push(item);
    else if (isReady.has(database)) ready.push(item);
    else if (isWaiting.has(database)) inPlace.push(item);
    else if (isStaying.has(database) || !held.has(database))
      staying.push({ ...(isStaying.get(database) ?? FOR_GOOD), path, why: DATABASE_STAYS });
    else own.push(item); // the database itself did not change
  }
  return { ...plan, ready, inPlace, staying };
}

function withRemovals(root: string, item: KeptItem, held: ReadonlyMap<GitPath, KeptFile>): KeptItem {
  const removes = SIDES.map((end) => item.file.path + end).filter((path) => !held.has(path) && statAt(root, path));
  return removes.length > 0 ? { ...item, removes } : item;
}

/** The sentence about databases that are put back or stay together with their side files; none if there are none. */
export function aboutDatabases(items: readonly KeptItem[]): string[] {
  const names = new Set(items.flatMap(({ file: { path }, removes }) => (removes ? path : (databaseOf(path) ?? []))));
  if (names.size === 0) return [];
  const list = shortened([...names].map((path) => printable(toText(path))));
  return [
    `A database in use is one with its side files (-wal, -shm, -journal): ${list}. Stop the program that has it ` +
      "open first.",
  ];
}
