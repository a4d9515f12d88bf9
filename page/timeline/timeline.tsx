import { useMemo, useState } from "preact/hooks";

import type { HistoryView } from "../../web/ui/api.ts";
import { counted } from "../words.ts";
import { ActivityChart } from "./activity-chart.tsx";
import { groupRows } from "./group-rows.ts";
import { TimelineFilters } from "./timeline-filters.tsx";
import { TimelineTree } from "./timeline-tree.tsx";
import { useMatches } from "./use-matches.ts";
import { useSizes } from "./use-sizes.ts";

export interface TimelineProps {
  readonly history: HistoryView;
  readonly selected: string | undefined;
  readonly fresh: ReadonlySet<string>;
  /** `open`: the person wants to go there, not only look. */
  readonly onSelect: (id: string, how: "look" | "open") => void;
}

/** Everything that happened, newest first, as a tree that the arrow keys walk, below bars of its sizes. */
export function Timeline({ history: { rows }, selected, fresh, onSelect }: TimelineProps) {
  const [path, setPath] = useState("");
  const [session, setSession] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const sizes = useSizes(rows);
  const matches = useMatches(path, rows);
  const { lines, steps } = useMemo(
    () =>
      groupRows(
        rows,
        (row) => (session === "" || row.session === session) && (!matches || matches.has(row.id)),
        closed,
      ),
    [rows, session, matches, closed],
  );
  const sessions = useMemo(() => [...new Set(rows.flatMap((row) => row.session ?? []))].toReversed(), [rows]);
  const toggle = (key: string, open: boolean) => {
    const next = new Set(closed);
    if (open) next.delete(key);
    else next.add(key);
    setClosed(next);
  };
  return (
    <section class="timeline" aria-label="Timeline">
      {selected === undefined && <h1 class="hidden">Timeline</h1>}
      <ActivityChart steps={steps} sizes={sizes} selected={selected} onSelect={(id) => onSelect(id, "look")} />
      <TimelineFilters path={path} onPath={setPath} sessions={sessions} session={session} onSession={setSession} />
      {matches && (
        <p class="filter-note" role="status">
          {counted(matches.size, "checkpoint")} changed such a path.
        </p>
      )}
      <TimelineTree
        lines={lines}
        sizes={sizes}
        selected={selected}
        fresh={fresh}
        onSelect={onSelect}
        onToggle={toggle}
      />
    </section>
  );
}
