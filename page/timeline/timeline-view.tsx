import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import type { HistoryView, RowMatch } from "../../web/ui/api.ts";
import { CheckpointPane, type CheckpointPaneProps } from "../checkpoint/checkpoint-pane.tsx";
import { getJson } from "../client.ts";
import { pause, useLoaded } from "../hooks.ts";
import { SearchField, Select, Stop } from "../parts/controls.tsx";
import { go } from "../route.ts";
import { counted, shortSession } from "../words.ts";
import { ActivityChart } from "./activity-chart.tsx";
import { groupRows } from "./group-rows.ts";
import { TimelineTree, type TimelineTreeProps, type Walk } from "./timeline-tree.tsx";
import { useSizes } from "./use-sizes.ts";

export interface TimelineViewProps extends Pick<CheckpointPaneProps, "look" | "onRestore"> {
  readonly history: HistoryView;
  readonly fresh: ReadonlySet<string>;
  /** The chosen checkpoint. */
  readonly id: string | undefined;
  /** Receives the function that moves the selection in the tree. */
  readonly walk: Walk;
}

/** The timeline, and the chosen checkpoint beside it. */
export function TimelineView({ history, fresh, id, walk, ...rest }: TimelineViewProps) {
  const newest = useMemo(() => groupRows(history.rows, new Set()).checkpoints.at(-1)?.id, [history.rows]);
  // If no checkpoint is chosen, puts the newest one into the URL. So the page stays at this checkpoint when a newer one
  // is made.
  useEffect(() => {
    if (id === undefined && newest !== undefined && !isOnePane()) go({ view: "timeline", id: newest }, "replace");
  }, [id, newest]);
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
      <Timeline rows={history.rows} selected={id} fresh={fresh} onSelect={select} walk={walk} />
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

/** Opens the timeline without a chosen checkpoint. In a narrow window the list then replaces the checkpoint. */
export function toTimeline(): void {
  go({ view: "timeline" });
  focusTree();
}

export function focusTree(): void {
  document.querySelector<HTMLElement>("[role=tree]")?.focus();
}

/** Whether the window is so narrow that it shows either the list or the checkpoint. */
export function isOnePane(): boolean {
  return matchMedia("(max-width: 800px)").matches;
}

interface TimelineProps extends Pick<TimelineTreeProps, "selected" | "fresh" | "onSelect" | "walk"> {
  readonly rows: HistoryView["rows"];
}

/** The rows of the history, newest first, as a tree that the arrow keys move through, below a chart of their sizes. */
function Timeline({ rows, selected, fresh, onSelect, walk }: TimelineProps) {
  const [path, setPath] = useState("");
  const [text, setText] = useState("");
  const [session, setSession] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [inView, setInView] = useState<readonly string[]>([]);
  const sizes = useSizes(rows, inView);
  const found = useMatches(path, text, rows);
  const matches = found?.rows;
  const { lines, checkpoints } = useMemo(() => {
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
      <ActivityChart
        checkpoints={checkpoints}
        sizes={sizes}
        selected={selected}
        onSelect={(id) => onSelect(id, "look")}
      />
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
        <SearchField
          id="text-filter"
          label="Only checkpoints after which this text is there more or less often"
          placeholder="Text that was added or removed"
          value={text}
          isExact
          onChange={setText}
        />
      </div>
      {found && (
        <p class="filter-note" role="status">
          {counted(found.rows.size, "checkpoint")} {found.words}.
        </p>
      )}
      <TimelineTree
        lines={lines}
        sizes={sizes}
        selected={selected}
        fresh={fresh}
        matches={matches}
        walk={walk}
        onSelect={onSelect}
        onToggle={toggle}
        onView={setInView}
      />
    </section>
  );
}

function describeMatch(path: string, text: string): string {
  if (text === "") return "changed such a path";
  return path === "" ? "brought or took this text" : "brought or took this text in such a path";
}

interface Matches {
  /** For each matching row, its matching paths. */
  readonly rows: ReadonlyMap<string, readonly string[]>;
  /** The end of the sentence on the number of matching checkpoints: `changed such a path`. */
  readonly words: string;
}

/** The rows that match the filter; `undefined` without a filter, or until the server has answered. */
function useMatches(path: string, text: string, rows: HistoryView["rows"]): Matches | undefined {
  const isAsked = path !== "" || text !== "";
  const { value } = useLoaded(
    async (signal) => {
      if (!isAsked) return undefined;
      await pause(text === "" ? 120 : 300);
      if (signal.aborted) return undefined;
      const found = await getJson<RowMatch[]>("/api/matches", { path, text }, signal);
      return { rows: new Map(found.map(({ id, paths }) => [id, paths])), words: describeMatch(path, text) };
    },
    [path, text, rows],
  );
  return isAsked ? value : undefined;
}
