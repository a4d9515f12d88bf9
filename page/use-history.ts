import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import type { HistoryView, LiveTopic } from "../web/ui/api.ts";
import { getJson, sentenceOf } from "./client.ts";
import { useLive, type Connection } from "./use-live.ts";
import { counted, titleOf } from "./words.ts";

export interface LiveHistory {
  /** Absent until the server has answered. */
  readonly history: HistoryView | undefined;
  readonly problem: string | undefined;
  /** Rows that the newest answer brought. */
  readonly fresh: ReadonlySet<string>;
  /** Counts up when there is something new to read. */
  readonly versions: Readonly<Record<Exclude<LiveTopic, "history">, number>>;
  readonly connection: Connection;
  readonly read: () => Promise<void>;
}

/** What the server knows, read anew when it says that something changed. New rows are told to `onNews` in words. */
export function useHistory(onNews: (sentence: string) => void): LiveHistory {
  const [history, setHistory] = useState<HistoryView>();
  const [problem, setProblem] = useState<string>();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [versions, setVersions] = useState({ redactions: 0, audit: 0, log: 0 });
  const known = useRef<HistoryView>(undefined);
  const read = useCallback(async () => {
    try {
      const next = await getJson<HistoryView>("/api/history");
      const before = known.current;
      const ids = new Set(before?.rows.map(({ id }) => id));
      const added = before ? next.rows.filter(({ id }) => !ids.has(id)) : [];
      known.current = next;
      setHistory(next);
      setFresh(new Set(added.map(({ id }) => id)));
      if (added.length > 0)
        onNews(`New: ${added.length === 1 ? titleOf(added[0]!) : counted(added.length, "checkpoint")}`);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  }, []);
  useEffect(() => void read(), []);
  const connection = useLive((topic) => {
    if (topic === "history") void read();
    else setVersions((before) => ({ ...before, [topic]: before[topic] + 1 }));
  });
  return { history, problem, fresh, versions, connection, read };
}
