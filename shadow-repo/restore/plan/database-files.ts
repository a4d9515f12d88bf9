import { UserError } from "../../../kit/user-error.ts";
import type { SnapshotEngine, TreeEntry } from "../../engine.ts";
import { isAmong, type GitPath } from "../../git-path.ts";

/** The endings of the side files that SQLite makes beside an open database. Without them the database is broken. */
export const SIDES = ["-wal", "-shm", "-journal"] as const;

/** The first bytes of a SQLite database. */
const HEADER = Buffer.from("SQLite format 3\0", "latin1");

/** The most bytes of a database of which the first bytes are read; a larger file counts as a database by its name. */
const LARGEST = 24 * 1024 * 1024;

/** The path of the database to which a side file belongs; `undefined` if the path is not that of a side file. */
export function databaseOf(path: GitPath): GitPath | undefined {
  const end = SIDES.find((one) => path.endsWith(one));
  return end && path.slice(0, -end.length);
}

/** A database and its side files, by the path of any of these. */
export function filesOfDatabase(path: GitPath): readonly GitPath[] {
  const database = databaseOf(path) ?? path;
  return [database, ...SIDES.map((end) => database + end)];
}

/** Whether the request names a path, or the database to which the path is a side file. */
export function isAskedFor(path: GitPath, paths: readonly GitPath[] | undefined): boolean {
  const database = databaseOf(path);
  return isAmong(path, paths) || (database !== undefined && isAmong(database, paths));
}

/**
 * Whether one of some states of a file is a SQLite database; `true` if the states are too large to be read, `false` if
 * one is lost, which the operation itself reports.
 */
export async function isDatabase(
  engine: Pick<SnapshotEngine, "readBlobs">,
  states: readonly (TreeEntry | undefined)[],
): Promise<boolean> {
  const ids = [...new Set(states.flatMap((state) => state?.id ?? []))];
  try {
    const contents = await engine.readBlobs(ids, LARGEST);
    return !contents || [...contents.values()].some((content) => content.subarray(0, HEADER.length).equals(HEADER));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return false;
  }
}
