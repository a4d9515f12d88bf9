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
  const [width, setWidth] = useState(800);
  const [hovered, setHovered] = useState<number>();
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.floor(entry!.contentRect.width))));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const room = Math.floor(width / NARROWEST);
  const share = Math.max(1, Math.ceil(steps.length / room));
  const bars: Bar[] = [];
  for (let end = steps.length; end > 0; end -= share)
    bars.unshift(barOf(steps.slice(Math.max(0, end - share), end), sizes));
  const step = Math.min(WIDEST, width / Math.max(1, bars.length));
  const most = Math.max(
    1,
    ...bars.map(({ additions, deletions }) => Math.max(additions, deletions * (MIDDLE / (HEIGHT - MIDDLE)))),
  );
  const tall = (lines: number) => (lines === 0 ? 0 : Math.max(2, Math.sqrt(lines / most) * (MIDDLE - 6)));
  const sum = (key: "additions" | "deletions") => bars.reduce((total, bar) => total + bar[key], 0);
  const at = (event: MouseEvent) => {
    const place = Math.floor((event.clientX - box.current!.getBoundingClientRect().left) / step);
    return place >= 0 && place < bars.length ? place : undefined;
  };
  const shown = hovered === undefined ? undefined : bars[hovered];
  return (
    <figure class="activity">
      <figcaption>
        <span>{shown ? describe(shown) : `${counted(steps.length, "step")}, oldest to newest`}</span>
        {!shown && (
          <span class="activity-sum">
            <span class="added">+{number(sum("additions"))}</span>{" "}
            <span class="removed">−{number(sum("deletions"))}</span>
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
          aria-label={`Lines added and removed by ${counted(steps.length, "step")}: ${number(sum("additions"))} added, ${number(sum("deletions"))} removed. The list has each of them.`}
        >
          <line class="axis" x1="0" x2={width} y1={MIDDLE + 0.5} y2={MIDDLE + 0.5} />
          {bars.map((bar, place) => {
            const isSelected = bar.rows.some(({ id }) => id === selected);
            const [up, down] = [tall(bar.additions), tall(bar.deletions)];
            const thin = Math.max(2, step - Math.min(3, step * 0.3));
            const x = place * step;
            return (
              <g key={bar.rows[0]!.id} class={bar.rows.every(({ undone }) => undone) ? "faded" : undefined}>
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
        </svg>
      </div>
    </figure>
  );
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
