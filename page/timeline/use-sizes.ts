import { useEffect, useState } from "preact/hooks";

import type { HistoryView, RowSize } from "../../web/ui/api.ts";
import { getJson } from "../client.ts";

/** The most rows whose sizes are loaded at once. */
const AT_ONCE = 150;

/** The sizes of rows, by the rows' ids. */
export type Sizes = ReadonlyMap<string, RowSize>;

/** The sizes of all rows. Those of visible rows are loaded first, then the others, newest first. Sizes never change. */
export function useSizes(rows: HistoryView["rows"], inView: readonly string[]): Sizes {
  const [sizes, setSizes] = useState<Sizes>(new Map());
  useEffect(() => {
    const isMissing = (id: string) => !sizes.has(id);
    const seen = inView.filter(isMissing);
    const ids = seen.length > 0 ? seen : newestFirst(rows).filter(isMissing).slice(0, AT_ONCE);
    if (ids.length === 0) return undefined;
    const stop = new AbortController();
    getJson<RowSize[]>("/api/sizes", { ids: ids.join(",") }, stop.signal).then(
      (found) => {
        const forgotten = ids.map((id) => ({ id, files: 0, additions: 0, deletions: 0, paths: [] }));
        setSizes(new Map([...sizes, ...[...forgotten, ...found].map((size) => [size.id, size] as const)]));
      },
      () => {}, // the server does not answer: the sizes are loaded at the next change
    );
    return () => stop.abort();
  }, [rows, inView, sizes]);
  return sizes;
}

function newestFirst(rows: HistoryView["rows"]): string[] {
  return rows.map(({ id }) => id).toReversed();
}
