import { useState } from "preact/hooks";

import type { HistoryRow } from "../../web/ui/api.ts";
import { Counts, sumOf } from "../parts/changes.tsx";
import { counted, day, moment, number, titleOf } from "../words.ts";
import type { Sizes } from "./use-sizes.ts";

const HEIGHT = 84;
const MIDDLE = 52;
/**
 * The least number of bars (below: the most). With fewer checkpoints than `LEAST` a part of the chart is empty; with
 * more checkpoints than `MOST` several checkpoints share a bar.
 */
const LEAST = 24;
const MOST = 64;

export interface ActivityChartProps {
  /** The checkpoints, oldest first. */
  readonly checkpoints: readonly HistoryRow[];
  readonly sizes: Sizes;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

interface Bar {
  readonly rows: readonly HistoryRow[];
  /** Whether the sizes of all checkpoints of the bar are loaded. */
  readonly isKnown: boolean;
  readonly additions: number;
  readonly deletions: number;
}

/**
 * A chart of the added lines (upwards) and deleted lines (downwards) of checkpoints, in order of time. It can be used
 * only with a mouse; the list below it offers the same to everybody.
 */
export function ActivityChart({ checkpoints, sizes, selected, onSelect }: ActivityChartProps) {
  const [hovered, setHovered] = useState<Bar>();
  const bars = barsOf(checkpoints, sizes);
  const all = sumOf(bars);
  const most = Math.max(1, ...bars.map((bar) => Math.max(bar.additions, bar.deletions * (MIDDLE / (HEIGHT - MIDDLE)))));
  const width = 100 / Math.max(LEAST, bars.length);
  const count = counted(checkpoints.length, "checkpoint");
  const isWhole = bars.every(({ isKnown }) => isKnown);
  return (
    <figure class="activity">
      <figcaption>
        <span>{hovered ? describe(hovered) : `${count}, oldest to newest`}</span>
        {!hovered && <span class="activity-sum">{isWhole ? <Counts {...all} /> : "reading sizes…"}</span>}
      </figcaption>
      <svg
        width="100%"
        height={HEIGHT}
        role="img"
        aria-label={
          (isWhole
            ? `Lines added and removed by ${count}: ${number(all.additions)} added, ${number(all.deletions)} removed. `
            : `Lines added and removed by ${count}; not all are counted yet. `) + "The list has each of them."
        }
        onMouseLeave={() => setHovered(undefined)}
      >
        <line class="axis" x1="0" x2="100%" y1={MIDDLE + 0.5} y2={MIDDLE + 0.5} />
        {bars.map((bar, place) => (
          <g
            key={bar.rows[0]!.id}
            class={bar.rows.every(({ undone }) => undone) ? "faded" : undefined}
            onMouseEnter={() => setHovered(bar)}
            onClick={() => onSelect(bar.rows.at(-1)!.id)}
          >
            <rect
              class={bar.rows.some(({ id }) => id === selected) ? "column selected" : "column"}
              x={`${place * width}%`}
              width={`${width}%`}
              height={HEIGHT}
              rx="2"
            />
            <Fills bar={bar} most={most} x={`${(place + 0.15) * width}%`} width={`${0.7 * width}%`} />
          </g>
        ))}
      </svg>
    </figure>
  );
}

interface FillsProps {
  readonly bar: Bar;
  readonly most: number;
  readonly x: string;
  readonly width: string;
}

/**
 * The filled part of a bar. Its height grows with the square root of the number of lines, so that small changes stay
 * visible beside large ones.
 */
function Fills({ bar: { additions, deletions, isKnown }, most, x, width }: FillsProps) {
  if (!isKnown) return <rect class="fill-unknown" x={x} y={MIDDLE - 14} width={width} height="28" rx="1" />;
  const tall = (lines: number) => (lines === 0 ? 0 : Math.max(2, Math.sqrt(lines / most) * (MIDDLE - 6)));
  const [up, down] = [tall(additions), Math.min(tall(deletions), HEIGHT - MIDDLE - 2)];
  return (
    <>
      <rect class="fill-added" x={x} y={MIDDLE - up} width={width} height={up} rx="1" />
      <rect class="fill-removed" x={x} y={MIDDLE + 1} width={width} height={down} rx="1" />
      {up + down === 0 && <rect class="fill-none" x={x} y={MIDDLE - 1} width={width} height="3" rx="1" />}
    </>
  );
}

/** Divides the checkpoints among bars. Each bar has the same number of checkpoints, except the oldest. */
function barsOf(checkpoints: readonly HistoryRow[], sizes: Sizes): Bar[] {
  const share = Math.max(1, Math.ceil(checkpoints.length / MOST));
  const bars: Bar[] = [];
  for (let end = checkpoints.length; end > 0; end -= share) {
    const rows = checkpoints.slice(Math.max(0, end - share), end);
    bars.unshift({
      rows,
      isKnown: rows.every(({ id }) => sizes.has(id)),
      ...sumOf(rows.flatMap(({ id }) => sizes.get(id) ?? [])),
    });
  }
  return bars;
}

function describe({ rows, additions, deletions, isKnown }: Bar): string {
  const { at } = rows[0]!;
  const when =
    rows.length === 1 ? `${titleOf(rows[0]!)}, ${moment(at)}` : `${counted(rows.length, "checkpoint")} from ${day(at)}`;
  if (!isKnown) return when;
  return `${when}: ${number(additions)} added, ${number(deletions)} removed`;
}
