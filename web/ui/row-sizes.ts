import type { FileChange } from "../../shadow-repo/journal/checkpoint.ts";
import type { History, StoredCheckpoint } from "../../shadow-repo/journal/history.ts";
import { changedFiles } from "../../shadow-repo/look/list-checkpoints.ts";
import type { PathMatches, RowSize } from "./api.ts";
import type { OpenJournal } from "./open-journal.ts";

/** Paths that a row shows. */
const SHOWN = 3;

/** What each row of the history changed, looked up once: two trees with a name never change. */
export class RowSizes {
  readonly #known = new Map<string, readonly FileChange[]>();

  /** The sizes of these rows, in no order; unknown ids are passed over. */
  async sizesOf({ shadow, history }: OpenJournal, ids: readonly string[]): Promise<RowSize[]> {
    const wanted = new Set(ids);
    const missing = comparable(history).filter(({ id }) => wanted.has(id) && !this.#known.has(id));
    if (shadow && missing.length > 0) {
      const files = await changedFiles(shadow.engine, missing);
      for (const [at, { id }] of missing.entries()) this.#known.set(id, files[at] ?? []);
    }
    return [...wanted].flatMap((id) => {
      const files = this.#known.get(id);
      return files ? [sizeOf(id, files)] : [];
    });
  }

  /** The rows that changed a file whose path holds the text, in whatever case. */
  matches({ history }: OpenJournal, text: string): PathMatches {
    const wanted = text.toLowerCase();
    const rows = comparable(history);
    const ids = rows
      .filter(({ id }) => this.#known.get(id)?.some(({ path }) => path.toLowerCase().includes(wanted)))
      .map(({ id }) => id);
    return { ids, pending: rows.filter(({ id }) => !this.#known.has(id)).length };
  }
}

/** Everything with two trees, as far as `changedFiles` looks at it. */
function comparable({ checkpoints, operations }: History): StoredCheckpoint[] {
  const others = operations.filter(({ end, isCheckpoint }) => end && !isCheckpoint);
  return [
    ...checkpoints,
    ...others.map(({ id, session, prefix, before, end, at, order }) => ({
      type: "checkpoint" as const,
      id,
      session,
      scope: "restore" as const,
      prefix,
      before,
      after: end!.after,
      startedAt: at,
      createdAt: at,
      order,
    })),
  ];
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
