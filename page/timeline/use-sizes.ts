import { useEffect, useRef, useState } from "preact/hooks";

import type { HistoryRow, RowSize } from "../../web/ui/api.ts";
import { getJson } from "../client.ts";

/** Rows asked for at once: what is in view, and what is fetched meanwhile. */
const IN_VIEW = 60;
const BEHIND = 150;

export interface Sizes {
  readonly get: (id: string) => RowSize | undefined;
  /** How many are known, of how many. */
  readonly known: number;
  /** Says what is in view, so that it comes first. */
  readonly want: (ids: readonly string[]) => void;
}

/** How much each row changed: first of those in view, then of all others, newest first. They never change. */
export function useSizes(rows: readonly HistoryRow[]): Sizes {
  const known = useRef(new Map<string, RowSize>());
  const wanted = useRef<readonly string[]>([]);
  const all = useRef(rows);
  all.current = rows;
  const wake = useRef(() => {});
  const [, setVersion] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    let busy = false;
    const work = async (): Promise<void> => {
      if (busy) return;
      busy = true;
      try {
        for (let ids = next(); ids.length > 0 && !stop.signal.aborted; ids = next()) {
          const sizes = await getJson<RowSize[]>("/api/sizes", { ids: ids.join(",") }, stop.signal);
          // forgotten meanwhile
          for (const id of ids) known.current.set(id, { id, files: 0, additions: 0, deletions: 0, paths: [] });
          for (const size of sizes) known.current.set(size.id, size);
          setVersion((version) => version + 1);
        }
      } catch {
        // The server is gone: the next event wakes us.
      }
      busy = false;
    };
    const next = (): string[] => {
      const isMissing = (id: string) => !known.current.has(id);
      const first = wanted.current.filter(isMissing).slice(0, IN_VIEW);
      if (first.length > 0) return first;
      const rest: string[] = [];
      for (let at = all.current.length - 1; at >= 0 && rest.length < BEHIND; at -= 1)
        if (isMissing(all.current[at]!.id)) rest.push(all.current[at]!.id);
      return rest;
    };
    wake.current = () => void work();
    wake.current();
    return () => stop.abort();
  }, []);
  useEffect(() => wake.current(), [rows]);
  return {
    get: (id) => known.current.get(id),
    known: Math.min(known.current.size, rows.length),
    want: (ids) => {
      wanted.current = ids;
      wake.current();
    },
  };
}
