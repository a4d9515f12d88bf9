import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import type { HistoryRow } from "../../web/ui/api.ts";
import { counted, day, moment, number, titleOf } from "../words.ts";
import type { Sizes } from "./use-sizes.ts";

const HEIGHT = 84;
const MIDDLE = 52;
/** Units of the widest and the narrowest bar, with its gap. */
const WIDEST = 14;
const NARROWEST = 5;

export interface ActivityChartProps {
  /** Oldest first. */
  readonly steps: readonly HistoryRow[];
  readonly sizes: Sizes;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

interface Bar {
  readonly rows: readonly HistoryRow[];
  readonly additions: number;
  readonly deletions: number;
}

/**
 * Added lines upwards and removed lines downwards, step by step in the order in which they happened; where there are
 * more steps than room, several share a bar. A mouse's short cut: whoever cannot use it has the list below it.
 */
export function ActivityChart({ steps, sizes, selected, onSelect }: ActivityChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [hovered, setHovered] = useState<number>();
  const bars = barsOf(steps, Math.floor(width / NARROWEST), sizes);
  const step = Math.min(WIDEST, width / Math.max(1, bars.length));
  const sum = (key: "additions" | "deletions") => number(bars.reduce((total, bar) => total + bar[key], 0));
  const at = (event: MouseEvent) => {
    const place = Math.floor((event.clientX - box.current!.getBoundingClientRect().left) / step);
    return place >= 0 && place < bars.length ? place : undefined;
  };
  const shown = hovered === undefined ? undefined : bars[hovered];
  const count = counted(steps.length, "step");
  return (
    <figure class="activity">
      <figcaption>
        <span>{shown ? describe(shown) : `${count}, oldest to newest`}</span>
        {!shown && (
          <span class="activity-sum">
            <span class="added">+{sum("additions")}</span> <span class="removed">−{sum("deletions")}</span>
          </span>
        )}
      </figcaption>
      <div
        ref={box}
        class="activity-box"
        onMouseMove={(event) => setHovered(at(event))}
        onMouseLeave={() => setHovered(undefined)}
        onClick={(event) => {
          const bar = bars[at(event) ?? -1];
          if (bar) onSelect(bar.rows.at(-1)!.id);
        }}
      >
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={
            `Lines added and removed by ${count}: ${sum("additions")} added, ${sum("deletions")} removed. ` +
            "The list has each of them."
          }
        >
          <line class="axis" x1="0" x2={width} y1={MIDDLE + 0.5} y2={MIDDLE + 0.5} />
          <Bars bars={bars} step={step} selected={selected} hovered={hovered} />
        </svg>
      </div>
    </figure>
  );
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.floor(entry!.contentRect.width))));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  return width;
}

interface BarsProps {
  readonly bars: readonly Bar[];
  /** Units from one bar to the next. */
  readonly step: number;
  readonly selected: string | undefined;
  readonly hovered: number | undefined;
}

function Bars({ bars, step, selected, hovered }: BarsProps) {
  const most = Math.max(
    1,
    ...bars.map(({ additions, deletions }) => Math.max(additions, deletions * (MIDDLE / (HEIGHT - MIDDLE)))),
  );
  const tall = (lines: number) => (lines === 0 ? 0 : Math.max(2, Math.sqrt(lines / most) * (MIDDLE - 6)));
  const thin = Math.max(2, step - Math.min(3, step * 0.3));
  return (
    <>
      {bars.map(({ rows, additions, deletions }, place) => {
        const isSelected = rows.some(({ id }) => id === selected);
        const [up, down] = [tall(additions), tall(deletions)];
        const x = place * step;
        return (
          <g key={rows[0]!.id} class={rows.every(({ undone }) => undone) ? "faded" : undefined}>
            {(isSelected || place === hovered) && (
              <rect
                class={isSelected ? "column selected" : "column"}
                x={x - (step - thin) / 2}
                width={step}
                height={HEIGHT}
                rx="2"
              />
            )}
            <rect class="fill-added" x={x} y={MIDDLE - up} width={thin} height={up} rx="1" />
            <rect
              class="fill-removed"
              x={x}
              y={MIDDLE + 1}
              width={thin}
              height={Math.min(down, HEIGHT - MIDDLE - 2)}
              rx="1"
            />
            {up + down === 0 && <rect class="fill-none" x={x} y={MIDDLE - 1} width={thin} height="3" rx="1" />}
          </g>
        );
      })}
    </>
  );
}

/** At most so many bars as there is room for: each stands for the same number of steps, but for the oldest. */
function barsOf(steps: readonly HistoryRow[], room: number, sizes: Sizes): Bar[] {
  const share = Math.max(1, Math.ceil(steps.length / room));
  const bars: Bar[] = [];
  for (let end = steps.length; end > 0; end -= share)
    bars.unshift(barOf(steps.slice(Math.max(0, end - share), end), sizes));
  return bars;
}

function barOf(rows: readonly HistoryRow[], sizes: Sizes): Bar {
  const sum = (key: "additions" | "deletions") =>
    rows.reduce((total, { id }) => total + (sizes.get(id)?.[key] ?? 0), 0);
  return { rows, additions: sum("additions"), deletions: sum("deletions") };
}

function describe({ rows, additions, deletions }: Bar): string {
  const [first] = rows;
  const when =
    rows.length === 1
      ? `${titleOf(first!)}, ${moment(first!.at)}`
      : `${counted(rows.length, "step")} from ${day(first!.at)}`;
  return `${when}: ${number(additions)} added, ${number(deletions)} removed`;
}
