import { useEffect, useState } from "preact/hooks";

import type { CheckpointView } from "../../web/ui/api.ts";
import { getJson, sentenceOf } from "../client.ts";

/** Milliseconds to rest on a line before what it changed is fetched. */
const REST = 90;

export interface LoadedCheckpoint {
  /** The one before it until the one that is asked for has come. */
  readonly view: CheckpointView | undefined;
  readonly problem: string | undefined;
}

/** What a checkpoint changed, read again when the version differs. */
export function useCheckpoint(id: string, version: unknown): LoadedCheckpoint {
  const [view, setView] = useState<CheckpointView>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    const load = () => {
      getJson<CheckpointView>("/api/checkpoint", { id }, stop.signal).then(
        (loaded) => {
          setProblem(undefined);
          setView(loaded);
        },
        (error: unknown) => !stop.signal.aborted && setProblem(sentenceOf(error)),
      );
    };
    const timer = setTimeout(load, view?.id === id ? 0 : REST);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, version]);
  return { view, problem };
}
