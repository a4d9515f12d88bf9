import { useEffect, useState } from "preact/hooks";

import type { HistoryRow, HistoryView, RowSize } from "../../web/ui/api.ts";
import { getJson } from "../client.ts";

/** The most rows whose sizes are loaded at once. */
const AT_ONCE = 150;

/** A size, and the number of undone parts of its row when it was loaded. */
type LoadedSize = RowSize & Pick<HistoryRow, "parts">;

/** The sizes of rows, by the rows' ids. */
export type Sizes = ReadonlyMap<string, LoadedSize>;

/**
 * The sizes of all rows. Those of visible rows are loaded first, then the others, newest first. A size changes only if a
 * part of its row is undone or redone.
 */
export function useSizes(rows: HistoryView["rows"], inView: readonly string[]): Sizes {
  const [sizes, setSizes] = useState<Sizes>(new Map());
  useEffect(() => {
    const missing = rows.filter(({ id, parts }) => !sizes.has(id) || sizes.get(id)!.parts !== parts);
    const visible = new Set(inView);
    const seen = missing.filter(({ id }) => visible.has(id));
    const wanted = seen.length > 0 ? seen : missing.toReversed().slice(0, AT_ONCE);
    if (wanted.length === 0) return undefined;
    const stop = new AbortController();
    const ids = wanted.map(({ id }) => id);
    getJson<RowSize[]>("/api/sizes", { ids: ids.join(",") }, stop.signal).then(
      (found) => {
        const known = new Map(found.map((size) => [size.id, size]));
        const loaded = wanted.map(({ id, parts }): [string, LoadedSize] => {
          const size = known.get(id) ?? { id, files: 0, additions: 0, deletions: 0, paths: [] };
          return [id, parts === undefined ? size : { ...size, parts }];
        });
        setSizes(new Map([...sizes, ...loaded]));
      },
      () => {}, // the server does not answer: the sizes are loaded at the next change
    );
    return () => stop.abort();
  }, [rows, inView, sizes]);
  return sizes;
}
