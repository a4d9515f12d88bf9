import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { useNow } from "../parts/use-now.ts";
import type { Line } from "./group-rows.ts";
import { TimelineLine } from "./timeline-line.tsx";
import { treeKeys } from "./tree-keys.ts";
import type { Sizes } from "./use-sizes.ts";
import { useWindow } from "./use-window.ts";

const HEIGHTS = { 1: 34, 2: 52, 3: 46 } as const;

export interface TimelineTreeProps {
  readonly lines: readonly Line[];
  readonly sizes: Sizes;
  readonly selected: string | undefined;
  readonly fresh: ReadonlySet<string>;
  readonly onSelect: (id: string, how: "look" | "open") => void;
  readonly onToggle: (key: string, open: boolean) => void;
}

/** The lines that are in view, as a tree that has the focus itself and says which of its lines is the active one. */
export function TimelineTree({ lines, sizes, selected, fresh, onSelect, onToggle }: TimelineTreeProps) {
  const [active, setActive] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const now = useNow();
  const heights = useMemo(() => lines.map(({ level }) => HEIGHTS[level]), [lines]);
  const view = useWindow(box, heights);
  const shown = lines.slice(view.first, view.end);
  const most = Math.max(1, ...shown.map(({ row }) => (row ? lineCount(sizes.get(row.id)) : 0)));
  const wanted = shown.flatMap(({ row }) => row?.id ?? []).join(",");
  useEffect(() => sizes.want(wanted === "" ? [] : wanted.split(",")), [wanted]);

  const activeKey = lines.some(({ key }) => key === active) ? active : (selected ?? lines[0]?.key);
  const reveal = (at: number) => {
    const element = box.current;
    if (!element || at < 0) return;
    const [top, bottom] = [view.tops[at]!, view.tops[at]! + heights[at]!];
    if (top < element.scrollTop) element.scrollTop = top - (at > 0 && lines[at - 1]!.level === 1 ? HEIGHTS[1] : 0);
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  };
  useEffect(() => reveal(lines.findIndex(({ key }) => key === selected)), [selected]);

  const goTo = (at: number) => {
    const line = lines[Math.max(0, Math.min(lines.length - 1, at))];
    if (!line) return;
    setActive(line.key);
    reveal(lines.indexOf(line));
    if (line.row) onSelect(line.row.id, "look");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 500) / HEIGHTS[2]) - 1);
    const at = lines.findIndex(({ key }) => key === activeKey);
    const action = treeKeys({ lines, at, page, goTo, onToggle, onOpen: (id) => onSelect(id, "open") }).get(event.key);
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
      {...(shown.some(({ key }) => key === activeKey) && { "aria-activedescendant": `line-${activeKey}` })}
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
            onToggle={() => onToggle(line.key, !line.isOpen)}
          />
        ))}
      </div>
      {lines.length === 0 && <p class="empty-note">Nothing here fits the filter.</p>}
    </div>
  );
}

function lineCount(size: { readonly additions: number; readonly deletions: number } | undefined): number {
  return size ? size.additions + size.deletions : 0;
}
