import { useCallback, useEffect, useRef, useState } from "preact/hooks";

import type { HistoryView, LiveTopic } from "../web/ui/api.ts";
import { ask, getJson, Refused, sentenceOf } from "./client.ts";
import { counted, titleOf } from "./words.ts";

/**
 * Milliseconds of the longest pause between two attempts to connect. `HIDDEN` has those for which a hidden page stays
 * connected.
 */
const LONGEST_PAUSE = 8000;
const HIDDEN = 10 * 60_000;

const TOPICS: readonly LiveTopic[] = ["history", "redactions", "audit", "log"];

export type Connection = "connecting" | "live" | "lost" | "refused";

export interface LiveHistory {
  /** The history; `undefined` until the server has answered. */
  readonly history: HistoryView | undefined;
  readonly problem: string | undefined;
  /** The ids of the rows that the last answer added. */
  readonly fresh: ReadonlySet<string>;
  /** For each topic, a number that increases when the topic's data change. */
  readonly versions: Readonly<Record<Exclude<LiveTopic, "history">, number>>;
  readonly connection: Connection;
  readonly read: () => Promise<void>;
}

/**
 * The server's history. It is loaded again when the server reports a change. `onNews` is called with a sentence about
 * new rows.
 */
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

/**
 * Receives the server's events while the page is visible. After a reconnection all topics are loaded again. It uses
 * `fetch`, since EventSource cannot send the token in a header.
 */
function useLive(onTopic: (topic: LiveTopic) => void): Connection {
  const [connection, setConnection] = useState<Connection>("connecting");
  const listener = useRef(onTopic);
  listener.current = onTopic;
  useEffect(() => {
    let stop = new AbortController();
    let pause = 500;
    let timer = 0;
    const everything = () => TOPICS.forEach((topic) => listener.current(topic));
    const run = async (isFirst: boolean): Promise<void> => {
      const { signal } = stop;
      try {
        const response = await ask("/api/events", { signal });
        setConnection("live");
        pause = 500;
        if (!isFirst) everything();
        for await (const topic of topicsOf(response.body!)) listener.current(topic);
        setConnection("lost");
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refused && error.status === 401) return setConnection("refused");
        setConnection("lost");
      }
      pause = Math.min(pause * 2, LONGEST_PAUSE);
      timer = window.setTimeout(() => void run(false), pause);
    };
    const visibility = () => {
      window.clearTimeout(timer);
      if (document.hidden) timer = window.setTimeout(() => stop.abort(), HIDDEN);
      else if (stop.signal.aborted) {
        stop = new AbortController();
        void run(false);
      }
    };
    document.addEventListener("visibilitychange", visibility);
    void run(true);
    return () => {
      document.removeEventListener("visibilitychange", visibility);
      window.clearTimeout(timer);
      stop.abort();
    };
  }, []);
  return connection;
}

/** The topics of the events in an event stream. Comments and data in the stream are skipped. */
async function* topicsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveTopic> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("event: ")) yield line.slice(7) as LiveTopic;
  }
}
