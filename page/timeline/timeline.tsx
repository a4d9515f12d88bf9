import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import type { HistoryView } from "../../web/ui/api.ts";
import { Picture } from "../parts/icons.tsx";
import { useNow } from "../parts/use-now.ts";
import { counted, shortSession } from "../words.ts";
import { ActivityChart } from "./activity-chart.tsx";
import { groupRows } from "./group-rows.ts";
import { TimelineLine } from "./timeline-line.tsx";
import { useMatches } from "./use-matches.ts";
import { useSizes } from "./use-sizes.ts";
import { useWindow } from "./use-window.ts";

const HEIGHTS = { 1: 34, 2: 52, 3: 46 } as const;

export interface TimelineProps {
  readonly history: HistoryView;
  readonly selected: string | undefined;
  readonly fresh: ReadonlySet<string>;
  /** `open`: the person wants to go there, not only look. */
  readonly onSelect: (id: string, how: "look" | "open") => void;
}

/** Everything that happened, newest first, as a tree that the arrow keys walk, below bars of its sizes. */
export function Timeline({ history, selected, fresh, onSelect }: TimelineProps) {
  const { rows } = history;
  const [path, setPath] = useState("");
  const [session, setSession] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const now = useNow();
  const sizes = useSizes(rows);
  const matches = useMatches(path, path === "" ? 0 : sizes.known);
  const { lines, steps } = useMemo(
    () =>
      groupRows(
        rows,
        (row) => (session === "" || row.session === session) && (!matches || matches.ids.has(row.id)),
        closed,
      ),
    [rows, session, matches, closed],
  );
  const heights = useMemo(() => lines.map(({ level }) => HEIGHTS[level]), [lines]);
  const view = useWindow(box, heights);
  const shown = lines.slice(view.first, view.end);
  const sessions = useMemo(() => [...new Set(rows.flatMap((row) => row.session ?? []))].toReversed(), [rows]);
  const most = Math.max(1, ...shown.map(({ row }) => (row ? lineCount(sizes.get(row.id)) : 0)));
  const wanted = shown.flatMap(({ row }) => row?.id ?? []).join(",");
  useEffect(() => sizes.want(wanted === "" ? [] : wanted.split(",")), [wanted]);

  const activeKey =
    active !== undefined && lines.some(({ key }) => key === active) ? active : (selected ?? lines[0]?.key);
  const reveal = (at: number) => {
    const element = box.current;
    if (!element || at < 0) return;
    const [top, bottom] = [view.tops[at]!, view.tops[at]! + heights[at]!];
    if (top < element.scrollTop) element.scrollTop = top - (at > 0 && lines[at - 1]!.level === 1 ? HEIGHTS[1] : 0);
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  };
  useEffect(() => reveal(lines.findIndex(({ key }) => key === selected)), [selected]);

  const toggle = (key: string, open: boolean) => {
    const next = new Set(closed);
    if (open) next.delete(key);
    else next.add(key);
    setClosed(next);
  };
  const goTo = (at: number) => {
    const line = lines[Math.max(0, Math.min(lines.length - 1, at))];
    if (!line) return;
    setActive(line.key);
    reveal(lines.indexOf(line));
    if (line.row) onSelect(line.row.id, "look");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = lines.findIndex(({ key }) => key === activeKey);
    const line = lines[at];
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 500) / HEIGHTS[2]) - 1);
    const enter = () => {
      if (line?.row) onSelect(line.row.id, "open");
      else if (line) toggle(line.key, !line.isOpen);
    };
    const open = () => {
      if (line?.isOpen) goTo(at + 1);
      else if (line && line.children > 0) toggle(line.key, true);
    };
    const close = () => {
      if (line?.isOpen) toggle(line.key, false);
      else if (line?.parent !== undefined) goTo(lines.findIndex(({ key }) => key === line.parent));
    };
    const keys: Record<string, () => void> = {
      ArrowDown: () => goTo(at + 1),
      j: () => goTo(at + 1),
      ArrowUp: () => goTo(at - 1),
      k: () => goTo(at - 1),
      Home: () => goTo(0),
      End: () => goTo(lines.length - 1),
      PageDown: () => goTo(at + page),
      PageUp: () => goTo(at - page),
      ArrowRight: open,
      ArrowLeft: close,
      Enter: enter,
      " ": enter,
    };
    if (!Object.hasOwn(keys, event.key)) return;
    keys[event.key]!();
    event.preventDefault();
  };

  return (
    <section class="timeline" aria-label="Timeline">
      {selected === undefined && <h1 class="hidden">Timeline</h1>}
      <ActivityChart steps={steps} sizes={sizes} selected={selected} onSelect={(id) => onSelect(id, "look")} />
      <div class="filters">
        <label class="field search">
          <span class="hidden">Only checkpoints that changed this path</span>
          <Picture name="search" />
          <input
            type="search"
            id="path-filter"
            placeholder="Filter by path"
            value={path}
            onInput={(event) => setPath(event.currentTarget.value.trim())}
          />
        </label>
        {sessions.length > 1 && (
          <label class="field">
            <span class="hidden">Session</span>
            <select value={session} onChange={(event) => setSession(event.currentTarget.value)}>
              <option value="">All sessions</option>
              {sessions.map((id) => (
                <option key={id} value={id}>
                  {shortSession(id)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {matches && (
        <p class="filter-note" role="status">
          {counted(matches.ids.size, "checkpoint")} changed such a path
          {matches.pending > 0 ? `; ${counted(matches.pending, "more is", "more are")} still to be looked at` : ""}.
        </p>
      )}
      <div
        ref={box}
        class="lines"
        role="tree"
        tabIndex={0}
        aria-label="Checkpoints, newest first"
        {...(activeKey !== undefined &&
          shown.some(({ key }) => key === activeKey) && { "aria-activedescendant": `line-${activeKey}` })}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" class="lines-room" style={{ height: `${view.height}px` }}>
          {shown.map((line, place) => (
            <TimelineLine
              key={line.key}
              line={line}
              size={line.row && sizes.get(line.row.id)}
              most={most}
              now={now}
              top={view.tops[view.first + place]!}
              height={heights[view.first + place]!}
              isSelected={line.row !== undefined && line.row.id === selected}
              isActive={line.key === activeKey}
              isNew={line.row !== undefined && fresh.has(line.row.id)}
              onPick={() => {
                setActive(line.key);
                onSelect(line.row!.id, "look");
              }}
              onToggle={() => toggle(line.key, !line.isOpen)}
            />
          ))}
        </div>
        {lines.length === 0 && rows.length > 0 && <p class="empty-note">Nothing here fits the filter.</p>}
      </div>
    </section>
  );
}

function lineCount(size: { readonly additions: number; readonly deletions: number } | undefined): number {
  return size ? size.additions + size.deletions : 0;
}
