import { useMemo, useRef, useState } from "preact/hooks";

import type { HistoryView } from "../../web/ui/api.ts";
import { CheckpointPane, type CheckpointPaneProps } from "../checkpoint/checkpoint-pane.tsx";
import { getJson } from "../client.ts";
import { pause, useLoaded } from "../hooks.ts";
import { SearchField, Select, Stop } from "../parts/controls.tsx";
import { go } from "../route.ts";
import { counted, shortSession } from "../words.ts";
import { ActivityChart } from "./activity-chart.tsx";
import { groupRows } from "./group-rows.ts";
import { TimelineTree, type TimelineTreeProps } from "./timeline-tree.tsx";
import { useSizes } from "./use-sizes.ts";

export interface TimelineViewProps extends Pick<CheckpointPaneProps, "style" | "onStyle" | "onRestore"> {
  readonly history: HistoryView;
  readonly fresh: ReadonlySet<string>;
  /** The checkpoint that is chosen. */
  readonly id: string | undefined;
}

/** The timeline, and beside it the chosen checkpoint's changes. */
export function TimelineView({ history, fresh, id, ...rest }: TimelineViewProps) {
  const takesFocus = useRef(false);
  const select: TimelineTreeProps["onSelect"] = (next, how) => {
    takesFocus.current = how === "open" || isOnePane();
    go({ view: "timeline", id: next }, id === undefined ? "step" : "replace");
    if (next === id && takesFocus.current) document.getElementById("pane-title")?.focus({ preventScroll: true });
  };
  if (history.rows.length === 0)
    return (
      <Stop title="There are no checkpoints yet">
        They appear here as soon as an agent with snapveil's hooks, or <code>snapveil snapshot</code>, records one. This
        page need not be reloaded.
      </Stop>
    );
  return (
    <>
      <Timeline rows={history.rows} selected={id} fresh={fresh} onSelect={select} />
      {id === undefined ? (
        <section class="pane pane-empty" aria-label="Nothing is chosen">
          <p class="empty-note">Choose a checkpoint to see what it changed.</p>
        </section>
      ) : (
        <CheckpointPane id={id} version={history} takesFocus={takesFocus} onBack={toTimeline} {...rest} />
      )}
    </>
  );
}

/** Back to the list, in a narrow window in place of the checkpoint. */
export function toTimeline(): void {
  go({ view: "timeline" });
  focusTree();
}

export function focusTree(): void {
  document.querySelector<HTMLElement>("[role=tree]")?.focus();
}

/** Whether the window is so narrow that list and content take turns. */
export function isOnePane(): boolean {
  return matchMedia("(max-width: 800px)").matches;
}

interface TimelineProps extends Pick<TimelineTreeProps, "selected" | "fresh" | "onSelect"> {
  readonly rows: HistoryView["rows"];
}

/** Everything that happened, newest first, as a tree that the arrow keys walk, below bars of its sizes. */
function Timeline({ rows, selected, fresh, onSelect }: TimelineProps) {
  const [path, setPath] = useState("");
  const [session, setSession] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [inView, setInView] = useState<readonly string[]>([]);
  const sizes = useSizes(rows, inView);
  const matches = useMatches(path, rows);
  const { lines, steps } = useMemo(() => {
    const shown = rows.filter(
      (row) => (session === "" || row.session === session) && (!matches || matches.has(row.id)),
    );
    return groupRows(shown, closed);
  }, [rows, session, matches, closed]);
  const sessions = useMemo(() => [...new Set(rows.flatMap((row) => row.session ?? []))].toReversed(), [rows]);
  const toggle = (key: string, open: boolean) => {
    const others = [...closed].filter((one) => one !== key);
    setClosed(new Set(open ? others : [...others, key]));
  };
  return (
    <section class="timeline" aria-label="Timeline">
      {selected === undefined && <h1 class="hidden">Timeline</h1>}
      <ActivityChart steps={steps} sizes={sizes} selected={selected} onSelect={(id) => onSelect(id, "look")} />
      <div class="filters">
        <SearchField
          id="path-filter"
          label="Only checkpoints that changed this path"
          placeholder="Filter by path"
          value={path}
          onChange={setPath}
        />
        {sessions.length > 1 && (
          <Select
            label="Session"
            none="All sessions"
            choices={sessions}
            wordOf={shortSession}
            chosen={session}
            onChoose={setSession}
          />
        )}
      </div>
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
        onView={setInView}
      />
    </section>
  );
}

/** The rows that changed a file whose path holds the text; `undefined` if nothing is asked, or not yet answered. */
function useMatches(path: string, rows: HistoryView["rows"]): ReadonlySet<string> | undefined {
  const { value } = useLoaded(
    async (signal) => {
      if (path === "") return undefined;
      await pause(120);
      return new Set(await getJson<string[]>("/api/matches", { path }, signal));
    },
    [path, rows],
  );
  return path === "" ? undefined : value;
}
