import type { FileChange } from "../../shadow-repo/journal/checkpoint.ts";
import type { History, TwoTrees } from "../../shadow-repo/journal/history.ts";
import { filesOfCheckpoints } from "../../shadow-repo/look/checkpoint-rows.ts";
import type { RowSize } from "./api.ts";
import type { OpenJournal } from "./open-journal.ts";

/** Paths that a row shows. */
const SHOWN = 3;

/** The sizes of each row of the history, looked up once: two trees with a name never change. */
export class RowSizes {
  readonly #known = new Map<string, readonly FileChange[]>();

  /** The sizes of these rows, in no order; unknown ids are passed over. */
  async sizesOf(open: OpenJournal, ids: readonly string[]): Promise<RowSize[]> {
    const wanted = new Set(ids);
    const rows = twoTrees(open.history).filter(({ id }) => wanted.has(id));
    return (await this.#filesOf(open, rows)).map(([id, files]) => sizeOf(id, files));
  }

  /** Every row with the files that it changed. */
  async filesOfAll(open: OpenJournal): Promise<{ readonly row: Row; readonly files: readonly FileChange[] }[]> {
    const rows = twoTrees(open.history);
    const files = await this.#filesOf(open, rows);
    return rows.map((row, at) => ({ row, files: files[at]![1] }));
  }

  async #filesOf(
    { shadow }: OpenJournal,
    rows: readonly Row[],
  ): Promise<(readonly [id: string, files: readonly FileChange[]])[]> {
    const missing = rows.filter(({ id }) => !this.#known.has(id));
    const found = shadow && missing.length > 0 ? await filesOfCheckpoints(shadow.engine, missing) : [];
    for (const [at, { id }] of missing.entries()) this.#known.set(id, found[at] ?? []);
    return rows.map(({ id }) => [id, this.#known.get(id) ?? []]);
  }
}

type Row = TwoTrees & { readonly id: string };

function twoTrees({ checkpoints, operations }: History): Row[] {
  const others = operations.flatMap(({ id, prefix, before, end, isCheckpoint }) =>
    end && !isCheckpoint ? [{ id, prefix, before, after: end.after }] : [],
  );
  return [...checkpoints, ...others];
}

function sizeOf(id: string, files: readonly FileChange[]): RowSize {
  const sum = (key: "additions" | "deletions") => files.reduce((total, file) => total + (file[key] ?? 0), 0);
  return {
    id,
    files: files.length,
    additions: sum("additions"),
    deletions: sum("deletions"),
    paths: files.slice(0, SHOWN).map(({ path }) => path),
  };
}
