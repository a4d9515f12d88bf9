import { useEffect, useState } from "preact/hooks";

import type { PathMatches } from "../../web/ui/api.ts";
import { getJson } from "../client.ts";

/**
 * The rows that touched a path, as far as they are known; asked again when more are. `undefined` where nothing is
 * asked.
 */
export function useMatches(
  path: string,
  known: number,
): { readonly ids: ReadonlySet<string>; readonly pending: number } | undefined {
  const [matches, setMatches] = useState<{ path: string; ids: ReadonlySet<string>; pending: number }>();
  useEffect(() => {
    if (path === "") return setMatches(undefined);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      getJson<PathMatches>("/api/matches", { path }, stop.signal).then(
        ({ ids, pending }) => setMatches({ path, ids: new Set(ids), pending }),
        () => {},
      );
    }, 120);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [path, known]);
  return path === "" ? undefined : matches;
}
