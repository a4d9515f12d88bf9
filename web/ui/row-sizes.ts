import { defined } from "../../kit/defined.ts";
import {
  changeRows,
  undoneInWords,
  type FileChange,
  type History,
  type TwoTrees,
} from "../../shadow-repo/doors/checkpoint.ts";
import { filesOfCheckpoints, undoneShares } from "../../shadow-repo/doors/look.ts";
import type { RowSize } from "./api.ts";
import type { Journal, OpenJournal } from "./open-journal.ts";

/** How many paths a row of the timeline shows. */
const SHOWN = 3;

/** The changed files of each row. Results are kept, since a row's trees never change. */
export class RowSizes {
  readonly #known = new Map<string, readonly FileChange[]>();

  /** The sizes of rows, in any order. Unknown ids are skipped. */
  async sizesOf(open: OpenJournal, ids: readonly string[]): Promise<RowSize[]> {
    const wanted = new Set(ids);
    const all = [open, ...open.others].map(async (journal) => {
      const rows = twoTrees(journal.history).filter(({ id }) => wanted.has(id));
      const parts = await undoneParts(journal, wanted);
      return (await this.#filesOf(journal, rows)).map(([id, files]) => sizeOf(id, files, parts.get(id)));
    });
    return (await Promise.all(all)).flat();
  }

  /** All rows of a repository with their changed files. */
  async filesOfAll(open: Journal): Promise<{ readonly row: Row; readonly files: readonly FileChange[] }[]> {
    const rows = twoTrees(open.history);
    const files = await this.#filesOf(open, rows);
    return rows.map((row, at) => ({ row, files: files[at]![1] }));
  }

  async #filesOf(
    { shadow }: Journal,
    rows: readonly Row[],
  ): Promise<(readonly [id: string, files: readonly FileChange[]])[]> {
    const missing = rows.filter((row) => !this.#known.has(keyOf(row)));
    const found = shadow && missing.length > 0 ? await filesOfCheckpoints(shadow.engine, missing) : [];
    for (const [at, row] of missing.entries()) this.#known.set(keyOf(row), found[at] ?? []);
    return rows.map((row) => [row.id, this.#known.get(keyOf(row)) ?? []]);
  }
}

type Row = TwoTrees & { readonly id: string };

/** The key under which a row's files are kept. It changes when the checkpoint is partly undone. */
function keyOf({ id, partly = [] }: Row): string {
  return `${id} ${partly.length}`;
}

function twoTrees({ checkpoints, operations }: History): Row[] {
  const others = operations.flatMap(({ id, prefix, before, end, isCheckpoint }) =>
    end && !isCheckpoint ? [{ id, prefix, before, after: end.after }] : [],
  );
  return [...checkpoints, ...others];
}

/** Checkpoint id → the part of it that was undone, in words. */
export async function undoneParts(
  { shadow, history }: Journal,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  if (!shadow) return new Map();
  const shown = history.checkpoints.filter(({ id }) => ids.has(id));
  const shares = await undoneShares(shadow, history, shown);
  return new Map([...shares].map(([id, some]) => [id, undoneInWords(some)]));
}

function sizeOf(id: string, all: readonly FileChange[], undoneInPart: string | undefined): RowSize {
  const files = changeRows(all);
  const sum = (key: "additions" | "deletions") => files.reduce((total, file) => total + (file[key] ?? 0), 0);
  return {
    id,
    files: files.length,
    additions: sum("additions"),
    deletions: sum("deletions"),
    paths: files.slice(0, SHOWN).map(({ path }) => path),
    ...defined({ undoneInPart }),
  };
}
