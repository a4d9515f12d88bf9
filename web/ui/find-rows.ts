import type { FileChange } from "../../shadow-repo/doors/checkpoint.ts";
import { findText } from "../../shadow-repo/doors/look.ts";
import type { RowMatch } from "./api.ts";
import type { Journal, OpenJournal } from "./open-journal.ts";
import type { RowSizes } from "./row-sizes.ts";

/** The filters for rows. An empty text matches all rows. */
export interface Wanted {
  /** A part of the path of a changed file. Letter case is ignored. */
  readonly path: string;
  /** A text of which a change added or removed an occurrence. Letter case matters. */
  readonly text: string;
}

/**
 * The rows that changed a file with a matching path, or that added or removed a text in such a file, as `checkpoints
 * PATH -S TEXT` lists them.
 */
export async function findRows(open: OpenJournal, sizes: RowSizes, wanted: Wanted): Promise<RowMatch[]> {
  const all = [open, ...open.others].map((journal) => findIn(journal, sizes, wanted));
  return (await Promise.all(all)).flat();
}

async function findIn(open: Journal, sizes: RowSizes, { path, text }: Wanted): Promise<RowMatch[]> {
  const part = path.toLowerCase();
  const rows = (await sizes.filesOfAll(open)).flatMap(({ row, files }): Candidate[] => {
    const own = files.filter((file) => file.path.toLowerCase().includes(part));
    return own.length > 0 ? [{ row, files: own }] : [];
  });
  if (text === "") return rows.map(({ row, files }) => ({ id: row.id, paths: files.map((file) => file.path) }));
  if (!open.shadow || rows.length === 0) return [];
  const found = await findText(
    open.shadow.engine,
    rows.map(({ row }) => row),
    text,
  );
  return rows.flatMap(({ row, files }, at) => {
    const paths = files.flatMap((file) => (found[at]?.has(file.path) ? file.path : []));
    return paths.length > 0 ? [{ id: row.id, paths }] : [];
  });
}

interface Candidate {
  readonly row: Awaited<ReturnType<RowSizes["filesOfAll"]>>[number]["row"];
  readonly files: readonly FileChange[];
}
