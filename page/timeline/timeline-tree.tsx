import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { useNow } from "../hooks.ts";
import { mostOf } from "../parts/changes.tsx";
import type { Line } from "./group-rows.ts";
import { TimelineLine } from "./timeline-line.tsx";
import type { Sizes } from "./use-sizes.ts";

/** The height of a line in pixels, by the line's level. */
const HEIGHTS = { 1: 34, 2: 52, 3: 46 } as const;

/** How many pixels above and below the visible part are drawn, too. */
const BEYOND = 300;

/**
 * Holds a function that selects the line that is `by` lines further down (further up if `by` is negative); empty while
 * no tree is shown.
 */
export type Walk = RefObject<((by: number) => void) | undefined>;

export interface TimelineTreeProps {
  readonly lines: readonly Line[];
  readonly sizes: Sizes;
  readonly selected: string | undefined;
  readonly fresh: ReadonlySet<string>;
  /**
   * Called when a row is selected. With `open` the person wants to go to the checkpoint, with `look` only to see it.
   */
  readonly onSelect: (id: string, how: "look" | "open") => void;
  readonly onToggle: (key: string, open: boolean) => void;
  /** For each row, its paths that match the filter; `undefined` without a filter. */
  readonly matches: ReadonlyMap<string, readonly string[]> | undefined;
  /** Receives the function that moves the selection. It is called for keys that are pressed elsewhere on the page. */
  readonly walk: Walk;
  /** Called with the ids of the visible rows. */
  readonly onView: (ids: readonly string[]) => void;
}

/**
 * The visible lines as an ARIA tree. The focus is on the tree itself, whose `aria-activedescendant` is the active line.
 */
export function TimelineTree(props: TimelineTreeProps) {
  const { lines, sizes, selected, fresh, matches, walk, onSelect, onToggle, onView } = props;
  const [active, setActive] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const now = useNow();
  const heights = useMemo(() => lines.map(({ level }) => HEIGHTS[level]), [lines]);
  const { first, end, tops } = useWindow(box, heights);
  const shown = lines.slice(first, end);
  const most = mostOf(shown.map(({ row }) => row && sizes.get(row.id)));
  const ids = shown.flatMap(({ row }) => row?.id ?? []);
  useEffect(() => onView(ids), [ids.join()]);

  const activeKey = lines.some(({ key }) => key === active) ? active : (selected ?? lines[0]?.key);
  const reveal = (at: number) => {
    const element = box.current;
    if (!element || at < 0) return;
    const [top, bottom] = [tops[at]!, tops[at + 1]!];
    if (top < element.scrollTop) element.scrollTop = top - (lines[at - 1]?.level === 1 ? HEIGHTS[1] : 0);
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  };
  useEffect(() => reveal(lines.findIndex(({ key }) => key === selected)), [selected]);

  const goTo = (wanted: number) => {
    const at = Math.max(0, Math.min(lines.length - 1, wanted));
    const line = lines[at];
    if (!line) return;
    setActive(line.key);
    reveal(at);
    if (line.row) onSelect(line.row.id, "look");
  };
  const indexOfActive = lines.findIndex(({ key }) => key === activeKey);
  useEffect(() => {
    walk.current = (by) => goTo(indexOfActive + by);
    return () => (walk.current = undefined);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(box.current!.clientHeight / HEIGHTS[2]) - 1);
    const action = keysAt(indexOfActive, page, goTo, props).get(event.key);
    if (!action) return;
    action();
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      class="lines"
      role="tree"
      tabIndex={0}
      aria-label="Checkpoints, newest first"
      aria-activedescendant={shown.some(({ key }) => key === activeKey) ? `line-${activeKey}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" class="lines-room" style={{ height: `${tops.at(-1)}px` }}>
        {shown.map((line, place) => (
          <TimelineLine
            key={line.key}
            line={line}
            size={line.row && sizes.get(line.row.id)}
            matching={line.row && matches?.get(line.row.id)}
            most={most}
            now={now}
            top={tops[first + place]!}
            height={heights[first + place]!}
            isSelected={line.row !== undefined && line.row.id === selected}
            isActive={line.key === activeKey}
            isNew={line.row !== undefined && fresh.has(line.row.id)}
            onPick={() => (setActive(line.key), onSelect(line.row!.id, "look"))}
            onToggle={() => onToggle(line.key, !line.isOpen)}
          />
        ))}
      </div>
      {lines.length === 0 && <p class="empty-note">Nothing here fits the filter.</p>}
    </div>
  );
}

/** The effects of keys at a line, according to the ARIA practices for trees; `j` and `k` also move the selection. */
function keysAt(
  at: number,
  page: number,
  goTo: (at: number) => void,
  { lines, onSelect, onToggle }: TimelineTreeProps,
): ReadonlyMap<string, () => void> {
  const line = lines[at];
  const enter = () => {
    if (line?.row) onSelect(line.row.id, "open");
    else if (line) onToggle(line.key, !line.isOpen);
  };
  const open = () => {
    if (line?.isOpen) goTo(at + 1);
    else if (line && line.children > 0) onToggle(line.key, true);
  };
  const close = () => {
    if (line?.isOpen) onToggle(line.key, false);
    else if (line?.parent !== undefined) goTo(lines.findIndex(({ key }) => key === line.parent));
  };
  const [next, previous] = [() => goTo(at + 1), () => goTo(at - 1)];
  return new Map([
    ["ArrowDown", next],
    ["j", next],
    ["ArrowUp", previous],
    ["k", previous],
    ["Home", () => goTo(0)],
    ["End", () => goTo(lines.length - 1)],
    ["PageDown", () => goTo(at + page)],
    ["PageUp", () => goTo(at - page)],
    ["ArrowRight", open],
    ["ArrowLeft", close],
    ["Enter", enter],
    [" ", enter],
  ]);
}

interface Window {
  readonly first: number;
  /** The index after the last drawn line. */
  readonly end: number;
  /** The top of each line in pixels; the last entry is the end of all lines. */
  readonly tops: readonly number[];
}

/** Which of many lines with known heights are visible. Only these are drawn. */
function useWindow(box: RefObject<HTMLElement | null>, heights: readonly number[]): Window {
  const [view, setView] = useState({ top: 0, height: 800 });
  const tops = useMemo(() => {
    let sum = 0;
    return [0, ...heights.map((height) => (sum += height))];
  }, [heights]);
  useEffect(() => {
    const element = box.current!;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  const lineAt = (y: number) =>
    Math.max(
      0,
      tops.findLastIndex((top) => top <= y),
    );
  const end = Math.min(heights.length, lineAt(view.top + view.height + BEYOND) + 1);
  return { first: Math.min(end, lineAt(view.top - BEYOND)), end, tops };
}
