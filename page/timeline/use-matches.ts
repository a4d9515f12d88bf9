import { useEffect, useState } from "preact/hooks";

import { getJson } from "../client.ts";

/** The rows that changed a file whose path holds the text; `undefined` where nothing is asked, or not yet answered. */
export function useMatches(path: string, rows: unknown): ReadonlySet<string> | undefined {
  const [ids, setIds] = useState<ReadonlySet<string>>();
  useEffect(() => {
    if (path === "") return setIds(undefined);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      getJson<string[]>("/api/matches", { path }, stop.signal).then(
        (found) => setIds(new Set(found)),
        () => {},
      );
    }, 120);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, rows]);
  return path === "" ? undefined : ids;
}
