import { printable } from "../../../kit/text.ts";
import type { ObjectId } from "../../engine.ts";
import { folderAbove, isAmong, toText, type GitPath } from "../../git-path.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { namesBelow, statAt } from "../../source/on-disk.ts";
import type { KeptItem, KeptPlan } from "../kept/kept-plan.ts";
import { databaseOf, filesOfDatabase, isDatabase } from "../plan/database-files.ts";
import { SIDE_STAYS } from "../plan/join-sides.ts";
import { same, type PlanItem } from "../plan/plan-item.ts";
import { settle } from "../put/apply-plan.ts";

/** The side files of which a wrong one breaks a database; SQLite makes `-shm` anew. */
const LOGS = /-(?:wal|journal)$/;

interface Planned {
  /** The recorded files of the operation. */
  readonly items: readonly PlanItem[];
  /** The tree of the present. */
  readonly present: ObjectId;
  /**
   * The beginning of the oldest step, in milliseconds: a log that is older is as it was then. Absent: unrecorded logs
   * are not looked at.
   */
  readonly since?: number | undefined;
  /** Gives the plan of the kept ignored files if these recorded databases are put back. */
  readonly keptWith: (recorded: ReadonlySet<GitPath>) => KeptPlan;
}

/**
 * Leaves each SQLite database of which a file cannot be put back, with all of its files: another file of it stays, or a
 * log beside it is in no checkpoint and is not put back out of the kept copies.
 */
export async function wholeDatabases(
  shadow: Shadow,
  { items, present, since, keptWith }: Planned,
): Promise<{ readonly items: readonly PlanItem[]; readonly kept: KeptPlan }> {
  const joined = items.some(({ database }) => database !== undefined) ? withoutBroken(shadow, items) : items;
  const logs =
    since === undefined ? new Map<GitPath, GitPath[]>() : await unrecordedLogs(shadow, joined, { present, since });
  if (logs.size === 0) return { items: joined, kept: keptWith(new Set()) };
  const kept = keptWith(new Set(logs.keys()));
  const isReady = new Set(kept.ready.map(({ file }) => file.path));
  const staying = new Map(
    [...logs].flatMap(([path, own]) => own.filter((log) => !isReady.has(log)).map((log) => [path, log] as const)),
  );
  if (staying.size === 0) return { items: joined, kept };
  const inPlace = new Set(kept.inPlace.map(({ file }) => file.path));
  const left = joined.map((item): PlanItem => {
    const database = item.database ?? item.path;
    const log = staying.get(database);
    return log === undefined ? item : { ...item, fault: aboutLog(log, inPlace.has(log)) };
  });
  const isLeft = ({ file: { path } }: KeptItem) => staying.has(databaseOf(path) ?? path);
  const ready = kept.ready.filter((item) => !isLeft(item));
  const waiting = [...kept.inPlace, ...kept.ready.filter(isLeft)];
  return { items: left, kept: { ...kept, ready, inPlace: waiting } };
}

function aboutLog(log: GitPath, isKept: boolean): string {
  const name = printable(toText(log));
  const how = isKept ? "undo --kept puts both back" : "once that is away, it can be put back";
  return `${name} stays, which no checkpoint holds, and the database would be broken; ${how}`;
}

/** Leaves all files of a database of which one cannot be put back. */
function withoutBroken({ engine, place }: Shadow, items: readonly PlanItem[]): PlanItem[] {
  const differing = items.filter(({ current, target }) => !same(current, target));
  const skipped = new Set(settle(place.worktree.root, engine, differing).skipped.map(({ path }) => path));
  const broken = new Set(items.flatMap(({ path, database }) => (skipped.has(path) ? (database ?? []) : [])));
  return items.map((item) =>
    item.database !== undefined && broken.has(item.database) && item.fault === undefined
      ? { ...item, fault: SIDE_STAYS }
      : item,
  );
}

/** Database that is put back → the logs beside it that the present state does not hold. */
async function unrecordedLogs(
  { engine, place }: Shadow,
  items: readonly PlanItem[],
  { present, since }: { readonly present: ObjectId; readonly since: number },
): Promise<ReadonlyMap<GitPath, readonly GitPath[]>> {
  const { root } = place.worktree;
  const planned = new Set(items.map(({ path }) => path));
  const found = new Map<GitPath, GitPath[]>();
  const isWritten = (path: GitPath) => {
    const stat = statAt(root, path);
    return stat === "unknown" || (stat !== undefined && stat.size > 0 && stat.mtimeMs >= since);
  };
  const hasLogs = logsBeside(root);
  for (const { path, current, target, fault } of items) {
    if (fault !== undefined || same(current, target) || databaseOf(path) !== undefined || !hasLogs(path)) continue;
    const logs = filesOfDatabase(path).filter((one) => LOGS.test(one) && !planned.has(one) && isWritten(one));
    if (logs.length > 0 && (await isDatabase(engine, [current, target]))) found.set(path, logs);
  }
  if (found.size === 0) return found;
  const all = [...found.values()].flat();
  const { tree } = await engine.capture({ prefix: "", only: all });
  const unrecorded = new Set((await engine.diff(present, tree, "")).map(({ path }) => path));
  const own = [...found].map(([path, logs]) => [path, logs.filter((log) => unrecorded.has(log))] as const);
  return new Map(own.filter(([, logs]) => logs.length > 0));
}

/**
 * Gives a function that says whether the folder of a path may hold a log. Each folder is read once, so that a plan of
 * thousands of files costs no stat a file.
 */
function logsBeside(root: string): (path: GitPath) => boolean {
  const known = new Map<GitPath, boolean>();
  return (path) => {
    const folder = folderAbove(path);
    const before = known.get(folder);
    if (before !== undefined) return before;
    const names = namesBelow(root, folder);
    const may = names === "gone" ? false : names === "cannot be read" || names.some((name) => LOGS.test(name));
    known.set(folder, may);
    return may;
  };
}

/** Whether a request names an item, or another file of the item's database. */
export function isAskedItem(
  { path, former = path, database }: PlanItem,
  paths: readonly GitPath[] | undefined,
): boolean {
  const names = [path, former, ...(database === undefined ? [] : filesOfDatabase(database))];
  return names.some((name) => isAmong(name, paths));
}
